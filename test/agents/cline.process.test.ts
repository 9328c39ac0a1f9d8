// The door that Cline's plugin loads, as the build made it, and the file hook beside the plugin.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outsideAgents } from '../support/cli.ts'

const dist = join(import.meta.dirname, '../../dist')
let dir: string
let home: string
let shop: string
let env: Record<string, string>
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hooks-cline-'))
  home = join(dir, 'home')
  shop = join(dir, 'shop')
  for (const each of [home, shop]) mkdirSync(each)
  env = { PATH: process.env['PATH'] ?? '', HOME: home }
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const run = (argv: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: shop,
    env: input === 'uninstall' ? { ...env, PERSON: '1' } : env,
    input,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}
const install = () => run([join(dist, 'bin.cjs'), 'install', 'cline'])

/** Calls the functions of the written plugin in a process of its own, as Cline does. */
function play(rules: string, calls: readonly (readonly [name: string, context: object])[]): unknown[] {
  writeFileSync(join(shop, 'hooks.yaml'), rules)
  const script = `
const { default: plugin } = await import(${JSON.stringify(pathToFileURL(join(home, '.cline/plugins/hooks-yaml.js')).href)})
plugin.setup({}, { session: { sessionId: 's1' }, workspaceInfo: { rootPath: ${JSON.stringify(shop)} } })
const answers = []
for (const [name, context] of ${JSON.stringify(calls)}) answers.push((await plugin.hooks[name](context)) ?? null)
console.log(JSON.stringify(answers))`
  return JSON.parse(run(['--input-type=module', '-e', script]))
}

const rules = `version: 1
hooks:
  SessionStart:
    - { name: carts, context: Carts expire. }
  UserPromptSubmit:
    - { name: keys, match: { prompt: '*AKIA*' }, deny: Remove the key. }
  PreToolUse:
    - { name: push, match: { command: git push }, deny: Not here. }
    - { name: spent, match: { command: deploy }, stop: The budget is spent. }
  PostToolUse:
    - { name: counted, match: { output: 'stock*' }, context: Stock was counted. }
`
const snapshot = { conversationId: 'c1', agentId: 'a1', parentAgentId: null }
const call = (command: string) => {
  const input = { commands: [command] }
  return { snapshot, input, toolCall: { toolCallId: command, toolName: 'run_commands', input } }
}
const prompt = (id: string, text: string) => ({
  id,
  role: 'user',
  content: [{ type: 'text', text: `<user_input mode="act">${text}</user_input>` }],
})
const request = (...messages: object[]) => ({ snapshot, request: { messages } })
const carts = { type: 'text', text: 'Carts expire.' }

test("a person's plugin and a project's judge a call once", () => {
  writeFileSync(join(shop, 'hooks.yaml'), rules)
  const door = pathToFileURL(join(dist, 'cline.mjs')).href
  const done = { ...call('make'), result: { output: 'stock: 3', isError: false } }
  const script = `
const { clineHooks } = await import(${JSON.stringify(door)})
const place = { session: { sessionId: 's1' }, workspaceInfo: { rootPath: ${JSON.stringify(shop)} } }
const both = [clineHooks(place), clineHooks(place)]
const answers = await Promise.all(both.map((hooks) => hooks.afterTool(${JSON.stringify(done)})))
console.log(JSON.stringify(answers))`
  const answers = run(['--input-type=module', '-e', script])
  expect(answers.split('Stock was counted.')).toHaveLength(2)
})

test('a refused call is skipped with the reason, and its result is nothing that a rule sees', () => {
  install()
  const ran = { ...call('git push'), result: { output: 'stock', isError: true } }
  expect(
    play(rules, [
      ['beforeTool', call('git push')],
      ['afterTool', ran],
      ['beforeTool', call('ls')],
    ]),
  ).toEqual([{ skip: true, stop: false, reason: expect.stringContaining('Not here.') }, null, {}])
})

test('a stop ends the run, and context follows a result', () => {
  install()
  const ran = { ...call('ls'), result: { output: [{ query: 'ls', result: 'stock: 3', success: true }] } }
  expect(
    play(rules, [
      ['beforeTool', call('deploy')],
      ['afterTool', ran],
    ]),
  ).toEqual([
    { skip: true, stop: true, reason: expect.stringContaining('The budget is spent.') },
    { appendContext: 'Stock was counted.' },
  ])
})

test('context joins the prompt in each request, and a denied prompt is left out of later ones', () => {
  install()
  const [first, secret, last] = [prompt('1', 'Go'), prompt('2', 'AKIA'), prompt('3', 'Go on')]
  const asked = { ...first, content: [...first.content, carts] }
  expect(
    play(rules, [
      ['beforeModel', request(first)],
      ['beforeModel', request(first, secret)],
      ['beforeModel', request(first, secret, last)],
    ]),
  ).toEqual([
    { messages: [asked] },
    { stop: true, reason: expect.stringContaining('Remove the key.') },
    { messages: [asked, last] },
  ])
})

test('a rule that takes longer than Cline waits refuses the call', () => {
  install()
  const slow =
    'version: 1\nhooks:\n  PreToolUse:\n    - { name: slow, run: [sleep, "1000"], timeout: 20m, on_error: deny }\n'
  writeFileSync(join(shop, 'hooks.yaml'), slow)
  run([...outsideAgents(['trust']), join(dist, 'bin.cjs'), 'trust', '--yes'])
  expect(play(slow, [['beforeTool', call('ls')]])).toEqual([expect.objectContaining({ skip: true })])
})

test('without the package a call is refused, and everything else goes on', () => {
  install()
  rmSync(join(home, '.local/share/hooks'), { recursive: true })
  expect(
    play(rules, [
      ['beforeTool', call('ls')],
      ['beforeModel', request(prompt('1', 'Go'))],
    ]),
  ).toEqual([{ skip: true, reason: expect.stringContaining('npx hooks-yaml install cline') }, null])
})

test('the file hook judges a session that no running plugin has marked', () => {
  install()
  writeFileSync(join(shop, 'hooks.yaml'), rules)
  const payload = JSON.stringify({
    clineVersion: '3.0.65',
    taskId: 'c1',
    sessionContext: { rootSessionId: 's1' },
    workspaceRoots: [shop],
    hookName: 'tool_call',
    tool_call: { id: '1', name: 'run_commands', input: { commands: ['git push'] } },
  })
  const fileHook = () =>
    spawnSync(join(home, '.cline/hooks/PreToolUse.sh'), { cwd: shop, env, input: payload, encoding: 'utf8' })
      .stdout
  const marks = join(home, '.local/state/hooks-cline')
  const refusal = { cancel: true, errorMessage: expect.stringContaining('Not here.') }
  expect(JSON.parse(fileHook())).toEqual(refusal)
  mkdirSync(marks, { recursive: true })
  writeFileSync(join(marks, 's1'), String(process.pid))
  expect(fileHook()).toBe('')
  writeFileSync(join(marks, 's1'), '4194304') // no process has it
  expect(JSON.parse(fileHook())).toEqual(refusal)
  writeFileSync(join(marks, 's2'), String(process.pid))
  expect(JSON.parse(fileHook())).toEqual(refusal)
  play(rules, [])
  expect(readdirSync(marks)).toEqual(['s1', 's2'])
})

test('uninstall removes the plugin and the file hook', () => {
  install()
  run([...outsideAgents(['uninstall']), join(dist, 'bin.cjs'), 'uninstall', 'cline'], 'uninstall')
  expect(['plugins', 'hooks'].flatMap((name) => readdirSync(join(home, '.cline', name)))).toEqual([])
})
