// `hooks run --lines`: a payload a line in, a verdict a line out.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { bin, makeProject } from '../support/cli.ts'
import { trustByItself } from '../support/trust.ts'

const CONFIG = `version: 1
hooks:
  PreToolUse:
    - name: no-curl
      match: { command: curl }
      deny: No network.
`
const call = (command: string) => ({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })

function startLines(args: readonly string[] = [], files: Readonly<Record<string, string>> = {}) {
  const project = makeProject({ 'hooks.yaml': CONFIG, ...files })
  trustByItself(project.root, project.env, 0)
  const child = spawn(process.execPath, [bin, 'run', '--lines', ...args], {
    cwd: project.root,
    env: project.env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const send = async (line: unknown): Promise<Record<string, unknown>> => {
    child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
    const { value } = await lines.next()
    return JSON.parse(String(value)) as Record<string, unknown>
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const finish = (): Promise<number | null> => {
    child.stdin.end()
    return exited
  }
  return { project, child, send, finish, exited }
}

test('each line gets its verdict, by the rules as they are then', async () => {
  const { project, send, finish } = startLines()
  expect(await send(call('curl u'))).toMatchObject({ decision: 'deny', reason: 'No network.' })
  expect(await send(call('ls'))).toMatchObject({ decision: 'proceed' })
  project.write('hooks.yaml', CONFIG.replace('curl }', 'ls }'))
  expect(await send(call('curl u'))).toMatchObject({ decision: 'proceed' })
  expect(await send(call('ls'))).toMatchObject({ decision: 'deny' })
  expect(await finish()).toBe(0)
})

test('a line that cannot be judged says so in its place, and the next one is judged', async () => {
  const { send, finish } = startLines()
  expect(await send('{"event":')).toEqual({
    error: expect.stringMatching(/^line 1: the payload is not JSON/),
  })
  expect(await send('[]')).toEqual({ error: 'line 2: the payload is not a JSON object' })
  expect(await send(call('curl u'))).toMatchObject({ decision: 'deny' })
  expect(await finish()).toBe(1)
})

const KEPT = `version: 1
hooks:
  PreToolUse: [{ name: kept, run: [sh, policy.sh], keep_alive: true }]
`
const policy = `echo $$ >>starts; while read -r line; do echo '{"decision":"ask","reason":"sure?"}'; done`

test('a script that stays answers all lines, and ends with them', async () => {
  const { project, send, finish } = startLines([], { 'hooks.yaml': KEPT, 'policy.sh': policy })
  expect(await send(call('ls'))).toMatchObject({ decision: 'ask', reason: 'sure?' })
  expect(await send(call('ls'))).toMatchObject({ decision: 'ask', reason: 'sure?' })
  const starts = startsOf(project.root).trim().split('\n')
  expect(starts).toHaveLength(1)
  expect(await finish()).toBe(0)
  await expect.poll(() => isAlive(Number(starts[0])), { timeout: 10_000 }).toBe(false)
})

test('an interrupt ends it and its scripts', async () => {
  const { project, child, send, exited } = startLines([], { 'hooks.yaml': KEPT, 'policy.sh': policy })
  await send(call('ls'))
  child.kill('SIGINT')
  expect(await exited).toBe(130)
  await expect.poll(() => isAlive(Number(startsOf(project.root))), { timeout: 10_000 }).toBe(false)
})

test.each(['--explain', '--last', '--as=claude-code', '--log-level=debug', 'payload.json'])(
  '%s is not for lines',
  async (word) => {
    const { child, exited } = startLines([word])
    let said = ''
    child.stderr.on('data', (text: Buffer) => (said += String(text)))
    expect(await exited).toBe(1)
    expect(said).toContain('--lines reads payloads from stdin')
  },
)

const startsOf = (root: string): string => readFileSync(path.join(root, 'starts'), 'utf8')

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
