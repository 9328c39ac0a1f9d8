// Payloads captured from agents: who sent them, and that nothing of them is lost.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import type { Dialect, Event } from '../../src/model/types.ts'
import { context, nothing } from './world.ts'

type Payload = Record<string, unknown>

/** Which folder holds whose payloads. */
const senders: Readonly<Record<string, string>> = {
  claude: 'claude-code',
  'claude-agent-sdk': 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  qwen: 'qwen-code',
  copilot: 'copilot-cli',
  cline: 'cline',
  opencode: 'opencode',
}

// Some stand beside this file; where there are more beside the repository, those are read, too.
const captured = ['../fixtures/payloads', '../../../shared/payloads'].flatMap((dir) =>
  Object.entries(senders).flatMap(([folder, agent]) =>
    payloadsIn(path.join(import.meta.dirname, dir, folder)).map(([file, payload]) => ({
      agent,
      file,
      payload,
    })),
  ),
)

function payloadsIn(dir: string): readonly (readonly [file: string, payload: Payload])[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir).map((name) => {
    const file = path.join(dir, name)
    const read = JSON.parse(readFileSync(file, 'utf8'))
    const isWrapped = read.hook_event_name === undefined && read.clineVersion === undefined
    return [`${path.basename(dir)}/${name}`, isWrapped ? (read.body ?? read.input ?? read) : read]
  })
}

const named = (agent: string): Dialect | undefined => dialects.find(({ name }) => name === agent)

describe.each(captured)('$file', ({ agent, payload }) => {
  const sure = dialects.filter((dialect) => dialect.recognizes(payload, {}) === 2).map(({ name }) => name)

  test('is taken for the payload of nobody else', () => {
    expect(sure.filter((name) => name !== agent)).toEqual([])
  })
})

const spoken = ['codex', 'gemini-cli', 'qwen-code']

describe.each(captured.filter(({ agent }) => spoken.includes(agent)))('$file', ({ agent, payload }) => {
  const dialect = named(agent)

  test('is surely of its sender', () => {
    expect(dialect?.recognizes(payload, {})).toBe(2)
  })

  test('decodes without loss, and silence answers it', () => {
    const event = dialect?.decode(payload, context) as Event
    expect(event).toMatchObject({ agent, session_id: payload['session_id'], cwd: payload['cwd'] })
    expect(event.ignored).toBeUndefined()
    const { hook_event_name: _, cwd: __, stop_hook_active: ___, ...fields } = payload
    const kept = JSON.stringify({ ...event, raw: undefined })
    for (const value of Object.values(fields)) expect(kept).toContain(JSON.stringify(value))
    expect(dialect?.encode(nothing, event)).toEqual({ stdout: '', stderr: '', exit: 0 })
  })
})
