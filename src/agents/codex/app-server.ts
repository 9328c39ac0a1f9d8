// Asks Codex itself for its hooks: `codex app-server` answers JSON-RPC, a message a line.
import { field, isObject } from '../../model/plain-object.ts'
import type { Env } from '../../model/types.ts'
import { textIn } from '../shared/readers.ts'

export interface ListedHook {
  readonly key: string
  readonly event: string
  readonly command: string
  /** The file that holds it. */
  readonly source: string
  readonly hash: string
  readonly trust: string
}

interface Asked {
  readonly program: string
  readonly env: Env
  readonly cwd: string
}

const TIMEOUT_MS = 20_000

/** The hooks that Codex sees in a directory, or why it does not say. */
export async function listHooks({ program, env, cwd }: Asked): Promise<readonly ListedHook[] | string> {
  const messages = [
    {
      id: 1,
      method: 'initialize',
      params: { clientInfo: { name: 'hooks-yaml', title: 'hooks', version: '1' } },
    },
    { method: 'initialized' },
    { id: 2, method: 'hooks/list', params: { cwds: [cwd] } },
  ]
  const { spawn } = process.getBuiltinModule('node:child_process')
  const child = spawn(program, ['app-server'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
  const answer = await new Promise<unknown>((resolve) => {
    const timer = setTimeout(() => resolve(`no answer within ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS)
    timer.unref()
    let text = ''
    child.stdin.on('error', () => undefined)
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code) => resolve(`it ended with exit code ${code}`))
    child.stdout.on('data', (data) => {
      text += String(data)
      const found = text
        .split('\n')
        .slice(0, -1)
        .map(parsed)
        .find((each) => field(each, 'id') === 2)
      if (found !== undefined) resolve(found)
    })
    child.stdin.write(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''))
  })
  child.stdin.end()
  child.kill()
  return typeof answer === 'string' ? answer : hooksIn(answer)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function hooksIn(answer: unknown): readonly ListedHook[] | string {
  const data = field(field(field(answer, 'result'), 'data'), '0')
  const [error] = listIn(data, 'errors')
  if (error !== undefined) return textIn(error, 'message')
  if (!isObject(data)) return textIn(field(answer, 'error'), 'message') || 'it has no "hooks/list"'
  return listIn(data, 'hooks').map((hook) => ({
    key: textIn(hook, 'key'),
    event: textIn(hook, 'eventName'),
    command: textIn(hook, 'command'),
    source: textIn(hook, 'sourcePath'),
    hash: textIn(hook, 'currentHash'),
    trust: textIn(hook, 'trustStatus'),
  }))
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = field(value, name)
  return Array.isArray(list) ? list : []
}
