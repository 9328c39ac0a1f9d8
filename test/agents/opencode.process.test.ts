// The door that OpenCode's plugin loads, as the build made it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../../dist')
let dir: string
let env: Record<string, string>
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hooks-opencode-'))
  env = { PATH: process.env['PATH'] ?? '', HOME: dir, XDG_STATE_HOME: join(dir, 'state') }
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

interface Played {
  /** What each function left in its output. */
  readonly outputs: readonly unknown[]
  /** What each function threw; null where it did not. */
  readonly thrown: readonly (string | null)[]
  readonly said: readonly string[]
}

/** Plays calls of the plugin's functions in a process of its own, as OpenCode does. */
function play(
  rules: string,
  calls: readonly (readonly [name: string, input: object, output?: object])[],
  plugins = 1,
): Played {
  writeFileSync(join(dir, 'hooks.yaml'), rules)
  const script = `
const { openCodeHooks } = await import(${JSON.stringify(pathToFileURL(join(dist, 'opencode.mjs')).href)})
const said = []
const say = async ({ body }) => void said.push(body.message)
const client = { session: { prompt: say, abort: say }, tui: { showToast: say }, app: { log: async () => {} } }
const hooks = openCodeHooks({ directory: ${JSON.stringify(dir)}, client })
const thrown = []
const outputs = []
for (const [name, input, output] of ${JSON.stringify(calls)}) {
  for (let plugin = 0; plugin < ${plugins}; plugin++)
    thrown.push(await hooks[name](input, output).then(() => null, (error) => error.message))
  outputs.push(output)
}
console.log(JSON.stringify({ thrown, said, outputs }))`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: dir,
    env,
    encoding: 'utf8',
  })
  expect(ended.stderr).toBe('')
  return JSON.parse(ended.stdout)
}

const bash = (command: string) =>
  [
    'tool.execute.before',
    { tool: 'bash', sessionID: 'ses_1', callID: `call_${command.length}` },
    { args: { command } },
  ] as const
const prompt = [
  'chat.message',
  { sessionID: 'ses_1' },
  { message: {}, parts: [{ id: 'p', type: 'text', text: 'Hello' }] },
] as const

test('a denied call throws, another one passes, and the ledger shows both', () => {
  const rules =
    'version: 1\nhooks:\n  PreToolUse:\n    - { name: push, match: { command: git push }, deny: Not here. }\n'
  const { thrown } = play(rules, [bash('git push'), bash('ls')])
  expect(thrown).toEqual([expect.stringContaining('Not here.'), null])
  const ledger = spawnSync(process.execPath, [join(dist, 'bin.cjs'), 'ledger', '--json'], {
    cwd: dir,
    env,
    encoding: 'utf8',
  })
  expect(JSON.parse(ledger.stdout)).toMatchObject({
    rows: [
      { agent: 'opencode', status: 'denied', rule: 'push', subject: 'git push' },
      { agent: 'opencode', decision: 'proceed', subject: 'ls' },
    ],
  })
})

test("a person's plugin and a project's judge a call once", () => {
  const rules = `version: 1
hooks:
  UserPromptSubmit:
    - { name: greet, context: Mind the gap. }
  PreToolUse:
    - { name: push, match: { command: git push }, deny: Not here. }
    - { name: few, match: '*', use: rate-limit, with: { max: 1 } }
`
  const { thrown, outputs } = play(rules, [prompt, bash('ls'), bash('git push')], 2)
  const refused = expect.stringContaining('Not here.')
  expect(thrown).toEqual([null, null, null, null, refused, refused])
  expect(JSON.stringify(outputs[0]).split('Mind the gap.')).toHaveLength(2)
})

const broken = 'version: 1\nhooks:\n  PreToolUse: [{ name: push, deny'

test('rules that were never readable refuse a call, and a prompt passes with a sentence', () => {
  const { thrown, said } = play(broken, [prompt, bash('ls')])
  expect(thrown).toEqual([null, expect.stringContaining('hooks.yaml')])
  expect(said.join('\n')).toContain('hooks.yaml')
})

test('rules that were never readable follow on_config_error of the user', () => {
  const config = join(dir, '.config/hooks')
  spawnSync('mkdir', ['-p', config])
  writeFileSync(join(config, 'hooks.yaml'), 'version: 1\non_config_error: proceed\n')
  expect(play(broken, [bash('ls')]).thrown).toEqual([null])
})

test('a file that breaks keeps the rules that it held', () => {
  const rules =
    'version: 1\nhooks:\n  PreToolUse:\n    - { name: push, match: { command: git push }, deny: Not here. }\n'
  play(rules, [bash('ls')])
  expect(play(broken, [bash('git push'), bash('ls')]).thrown).toEqual([
    expect.stringContaining('Not here.'),
    null,
  ])
})
