// The shell tool of every agent, as its payloads name it.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { dialects } from '../../src/catalog.ts'
import type { Event } from '../../src/model/types.ts'
import { createFiles } from '../../src/store/disk/files.ts'

type Payload = Readonly<Record<string, unknown>>

const COMMAND = 'git push --force'
const tests = path.join(import.meta.dirname, '..')
const read = (file: string): Payload => JSON.parse(readFileSync(file, 'utf8')) as Payload

/** The payload with another command; lists of commands, some of them as JSON text, hold it alone. */
function withCommand(value: unknown, command: string, root: string): unknown {
  if (value === COMMAND) return command
  if (Array.isArray(value) && value.includes(COMMAND)) return [command]
  if (typeof value === 'string' && value.startsWith('[') && value.includes(COMMAND))
    return JSON.stringify([command])
  if (typeof value === 'string') return value.replace(/^\/shop(?:\/api)?$/, root)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => withCommand(each, command, root))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, withCommand(each, command, root)]),
  )
}

/** A command as each agent's shell tool gets it. */
export function shellShapes(root: string) {
  const written = readdirSync(path.join(tests, 'fixtures/agents')).flatMap((file) =>
    Object.values(read(path.join(tests, 'fixtures/agents', file))),
  )
  const call = (kind: string, tool_name: string, tool_input: object) => ({
    ...read(path.join(tests, 'fixtures/payloads', `${kind}-1.json`)),
    cwd: '/shop',
    tool_name,
    tool_input,
  })
  const captured = [
    call('claude/PreToolUse', 'Bash', { command: COMMAND, description: 'Push' }),
    call('codex/PreToolUse', 'Bash', { command: COMMAND }),
    call('gemini/BeforeTool', 'run_shell_command', { command: COMMAND, dir_path: '/shop' }),
    call('qwen/PreToolUse', 'run_shell_command', { command: COMMAND, is_background: false }),
  ]
  const place = { env: {}, cwd: root, root, files: createFiles() }
  return [...captured, ...written].flatMap((payload) => {
    const [dialect, ...more] = dialects.filter(({ recognizes }) => recognizes(payload as Payload, {}) === 2)
    if (dialect === undefined || more.length > 0 || !JSON.stringify(payload).includes(COMMAND)) return []
    const decode = (command: string): Event =>
      dialect.decode(withCommand(payload, command, root) as Payload, place)
    return decode(COMMAND).event === 'PreToolUse' ? [{ agent: dialect.name, decode }] : []
  })
}
