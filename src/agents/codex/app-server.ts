// Asks Codex itself: `codex app-server` answers JSON-RPC, a message a line.
import { field, isObject } from '../../model/plain-object.ts'
import type { Env } from '../../model/types.ts'
import { textIn } from '../shared/answers.ts'

export interface ListedHook {
  readonly key: string
  readonly event: string
  readonly command: string
  /** The file that holds it. */
  readonly source: string
  readonly hash: string
  readonly trust: string
  readonly enabled: boolean
}

interface ServerQuestion {
  readonly program: string
  readonly env: Env
  readonly cwd: string
}

export interface RpcCall {
  readonly method: string
  readonly params: object
}

const TIMEOUT_MS = 20_000
const clientInfo = { name: 'hooks-yaml', title: 'hooks', version: '1' }

export const listCall = (cwd: string): RpcCall => ({ method: 'hooks/list', params: { cwds: [cwd] } })

/** The hooks that Codex sees in a directory, or why it does not say. */
export async function listHooks(asked: ServerQuestion): Promise<readonly ListedHook[] | string> {
  const answers = await askCodex(asked, [listCall(asked.cwd)])
  return typeof answers === 'string' ? answers : hooksIn(answers[0])
}

/** The answers to these calls, in their order, or why there are none. */
export async function askCodex(
  { program, env, cwd }: ServerQuestion,
  calls: readonly RpcCall[],
): Promise<readonly unknown[] | string> {
  const messages = [
    { id: 0, method: 'initialize', params: { clientInfo } },
    { method: 'initialized' },
    ...calls.map((call, index) => ({ id: index + 1, ...call })),
  ]
  const { spawn } = process.getBuiltinModule('node:child_process')
  const detached = process.platform !== 'win32' // npm's `codex` starts another program
  const child = spawn(program, ['app-server'], { cwd, env, detached, stdio: ['pipe', 'pipe', 'ignore'] })
  const answer = await new Promise<readonly unknown[] | string>((resolve) => {
    const timer = setTimeout(() => resolve(`no answer within ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS)
    timer.unref()
    let text = ''
    child.stdout.setEncoding('utf8') // a character may come in two parts
    child.stdin.on('error', () => undefined)
    child.on('error', ({ message }) => resolve(message))
    child.on('close', (code, signal) =>
      resolve(`it ended with ${code === null ? signal : `exit code ${code}`}`),
    )
    child.stdout.on('data', (data) => {
      text += String(data)
      const said = text.split('\n').slice(0, -1).map(parsed)
      const answers = calls.map((_, index) => said.find((each) => field(each, 'id') === index + 1))
      if (!answers.includes(undefined)) resolve(answers)
    })
    child.stdin.write(messages.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''))
  })
  if (child.pid !== undefined) end(detached ? -child.pid : child.pid)
  return answer
}

function end(id: number): void {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Of an answer to `listCall`. */
export function hooksIn(answer: unknown): readonly ListedHook[] | string {
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
    enabled: field(hook, 'enabled') !== false,
  }))
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = field(value, name)
  return Array.isArray(list) ? list : []
}
