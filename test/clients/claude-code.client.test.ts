import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runClient, triedClient, type Session, type Talk } from './claude-code.ts'
import { makePlace, putFile, removePlace, type Place } from './place.ts'
import type { Block } from '../../src/agents/shared/client.ts'
import { toldTo } from '../../src/cli/live-client/scripted-model.ts'
import { packagedCaller } from '../../src/cli/agents/agent-programs.ts'
import { trustProject } from '../support/trust.ts'
import { tenCases } from './ten-cases.ts'

// Another build of the program than the one in dist/ may be tried.
const program = process.env['HOOKS_TEST_BIN'] ?? join(import.meta.dirname, '../../dist/bin.cjs')
const client = triedClient()
const nativeCaller = process.platform === 'linux' ? packagedCaller(program) : undefined

let place: Place | undefined
afterEach(() => {
  if (place !== undefined) removePlace(place)
  place = undefined
})

/** A shop with these rules, which its user trusts, where Claude Code calls us. */
function shop(rules: string, files: Record<string, string> = {}): Place {
  place = makePlace({
    'orders.ts': 'export const orders = []\n',
    'hooks.yaml': `version: 1\n${rules}`,
    ...files,
  })
  const { env, project } = place
  const installed = spawnSync(process.execPath, [program, 'install', 'claude-code'], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  expect(installed).toMatchObject({ status: 0, stderr: '' })
  trustProject(project, env)
  return place
}

/** Hooks that said more than how many rules there are. */
const disturbances = ({ hooks }: Session) =>
  hooks.filter(
    ({ event, exit, stdout, stderr }) =>
      exit !== 0 ||
      stderr !== '' ||
      (stdout !== '' && (event !== 'SessionStart' || !onlyCounts.test(stdout))),
  )
const onlyCounts = /^\{"systemMessage":"hooks: \d+ rules? in force"\}$/

const bash = (command: string): Block => ({ tool: 'Bash', input: { command, description: 'Run a command' } })
const delegate: Block = {
  tool: 'Agent',
  input: {
    description: 'Count',
    prompt: 'COUNT THE ORDERS',
    subagent_type: 'general-purpose',
    run_in_background: false,
  },
}
const done: Block = { text: 'Done.' }

/** The model says these turns; the client asks nobody for permission, so that only hooks decide. */
function talk(at: Place, turns: Block[][], more: Partial<Talk> = {}): Promise<Session> {
  const subagent = { when: 'COUNT THE ORDERS', turns: [[{ text: 'Some.' }], [{ text: 'Three orders.' }]] }
  return runClient('bin' in client ? client.bin : '', at, {
    prompt: 'Work on the shop.',
    conversations: [subagent, { turns }],
    args: ['--dangerously-skip-permissions'],
    ...more,
  })
}

const lastTold = (session: Session) => toldTo(session.requests.at(-1))
const made = (at: Place, file: string) => existsSync(join(at.project, file))

const noForcePush = `hooks:
  PreToolUse:
    - name: no-force-push
      match: { tool: '@shell', input: { command: '/git push .*-f/' } }
      deny: Force-pushing rewrites shared history. Push a branch and open a pull request.
`
const push = bash('touch made-it && git push -f origin main')

tenCases('claude-code')

describe.skipIf('missing' in client)('Claude Code', () => {
  beforeAll(() => {
    if (!existsSync(program)) throw new Error(`${program} is missing: npm run build`)
  })

  test('does not run a denied command, and its model reads the reason', async () => {
    const at = shop(noForcePush)
    const session = await talk(at, [[push], [done]])
    expect(made(at, 'made-it')).toBe(false)
    expect(lastTold(session)).toContain(
      'Denied by rule no-force-push (hooks.yaml:4).\nWould run: touch made-it && git push -f origin main',
    )
    expect(lastTold(session)).toContain('Why: Force-pushing rewrites shared history.\nInstead: push a branch')
    expect(session.result.result).toBe('Done.')
    expect(session.hooks.find((hook) => hook.event === 'PreToolUse')).toMatchObject({ exit: 2 })
  })

  test('runs what no rule denies, and hears nothing', async () => {
    const at = shop(noForcePush)
    const session = await talk(at, [[bash('touch made-it')], [done]])
    expect(made(at, 'made-it')).toBe(true)
    expect(disturbances(session)).toEqual([])
  })

  test('shows its model a rewritten output instead', async () => {
    const at = shop(`hooks:
  PostToolUse:
    - { name: hide, match: [Bash, Read], set_output: '[hidden]' }
`)
    const read: Block = { tool: 'Read', input: { file_path: join(at.project, 'orders.ts') } }
    const session = await talk(at, [[bash('echo a-secret')], [read], [done]])
    const told = lastTold(session)
    expect(told.match(/\[hidden\]/g)).toHaveLength(2)
    expect(told).not.toMatch(/a-secret|export const/)
  })

  test('hands its model context on a prompt, a session and a tool', async () => {
    const at = shop(`hooks:
  SessionStart:
    - { name: start, context: Carts expire. }
  UserPromptSubmit:
    - { name: prompt, context: Prices are in cents. }
  PreToolUse:
    - { name: before, context: Orders are read-only. }
  PostToolUse:
    - { name: after, context: Stock was counted. }
`)
    const told = lastTold(await talk(at, [[bash('true')], [done]]))
    for (const text of [
      'Carts expire.',
      'Prices are in cents.',
      'Orders are read-only.',
      'Stock was counted.',
    ]) {
      expect(told).toContain(text)
    }
  })

  test('hands its model context on a tool that failed', async () => {
    const at = shop(`hooks:
  PostToolUse:
    - { name: hint, match: { is_error: true }, context: Start the database first. }
`)
    expect(lastTold(await talk(at, [[bash('exit 3')], [done]]))).toContain('Start the database first.')
  })

  test('keeps a denied prompt from its model', async () => {
    const at = shop(`hooks:
  UserPromptSubmit:
    - { name: no-keys, match: { prompt: '/AKIA[0-9A-Z]{16}/' }, deny: Remove the access key. }
`)
    const session = await talk(at, [[done]], { prompt: 'Use AKIAABCDEFGHIJKLMNOP' })
    expect(session.requests).toHaveLength(0)
    expect(session.result.result).toContain('Remove the access key.')
  })

  test('ends its turn on a stop, without running the tool', async () => {
    const at = shop(`hooks:
  PreToolUse:
    - { name: enough, match: Bash, stop: The budget is spent. }
`)
    const session = await talk(at, [[bash('touch made-it')], [done]])
    expect(made(at, 'made-it')).toBe(false)
    expect(session.requests).toHaveLength(1)
    expect(session.result.terminal_reason).toBe('hook_stopped')
  })

  test('goes on while what it changed is not tested, and is let go when it is', async () => {
    const at = shop(
      `hooks:
  AgentStop:
    - name: tests-before-done
      match: { session: { wrote: 'src/**', since: npm test } }
      continue: '{{path}} is not tested. Run npm test.'
`,
      { 'package.json': '{"scripts":{"test":"true"}}', 'src/cart.ts': '' },
    )
    const session = await talk(at, [
      [bash('npm test')],
      [bash('echo "export const cart = []" > src/cart.ts')],
      [{ text: 'Done.' }],
      [bash('npm test')],
      [{ text: 'Tested.' }],
      [{ text: 'Too late.' }],
    ])
    expect(session.result.result).toBe('Tested.')
    expect(toldTo(session.requests.at(3))).toContain('src/cart.ts is not tested. Run npm test.')
    expect(session.requests).toHaveLength(5)
  })

  test('lets a subagent go on when it would stop, and end the second time', async () => {
    const at = shop(`hooks:
  SubagentStart:
    - { name: hint, context: Orders are in orders.ts. }
  SubagentStop:
    - { name: exact, once: run, continue: Say how many. }
`)
    const session = await talk(at, [[delegate], [done]])
    const own = session.requests
      .map(toldTo)
      .filter((told) => told.includes('COUNT THE ORDERS') && !told.includes('Work on the shop'))
    expect(own).toHaveLength(2)
    expect(own[0]).toContain('Orders are in orders.ts.')
    expect(own[1]).toContain('Say how many.')
    expect(lastTold(session)).toContain('Three orders.')
    expect(session.hooks.filter((hook) => hook.event === 'SubagentStop')).toHaveLength(2)
  })

  test('is answered in time when a script hangs: the rule fails as it says', async () => {
    const at = shop(`hooks:
  PreToolUse:
    - { name: closed, match: { tool: Bash, input: { command: '*made-it*' } }, run: [sleep, '1000'], timeout: 300ms, on_error: deny }
    - { name: open, match: { tool: Bash, input: { command: '*other*' } }, run: [sleep, '1000'], timeout: 300ms }
`)
    await talk(at, [[bash('touch made-it')], [bash('touch other')], [done]])
    expect([made(at, 'made-it'), made(at, 'other')]).toEqual([false, true])
  })

  test('keeps its guards when hooks.yaml breaks, and says so', async () => {
    const at = shop(noForcePush)
    await talk(at, [[bash('true')], [done]])
    putFile(join(at.project, 'hooks.yaml'), 'version: 1\nhooks:\n  PreToolUse: [{ name: no-force-push, deny')
    const session = await talk(at, [[push], [done]])
    expect(made(at, 'made-it')).toBe(false)
    expect(lastTold(session)).toContain('Denied by rule no-force-push')
    const start = session.hooks.find((hook) => hook.event === 'SessionStart')
    expect(start?.stdout).toMatch(/hooks\.yaml/)
  })

  test('asks, so refuses, when hooks.yaml was never readable', async () => {
    const at = shop('', { 'hooks.yaml': 'hooks: [' })
    const session = await talk(at, [[bash('touch made-it')], [done]])
    expect(made(at, 'made-it')).toBe(false)
    expect(lastTold(session)).toMatch(/hooks\.yaml/)
  })

  test('keeps its rules when it leaves the project', async () => {
    const at = shop(noForcePush, { '../elsewhere/readme.txt': 'nothing\n' })
    const elsewhere = join(at.dir, 'elsewhere')
    const args = ['--dangerously-skip-permissions', '--add-dir', elsewhere]
    const session = await talk(at, [[bash(`cd ${elsewhere}`)], [bash('pwd > where')], [push], [done]], {
      args,
    })
    expect(readFileSync(join(elsewhere, 'where'), 'utf8').trim()).toBe(elsewhere)
    expect(existsSync(join(elsewhere, 'made-it'))).toBe(false)
    expect(lastTold(session)).toContain('Denied by rule no-force-push (hooks.yaml:4)')
  })

  test('asks its person itself where a rule asks as it is about to, and hears a deny', async () => {
    const at = shop(`rules:
  - { name: publish, on: PermissionRequest, match: { command: touch asked }, ask: Publish it? }
  - { name: never, on: PermissionRequest, match: { command: touch denied }, deny: Never unpublish. }
`)
    const asked = await talk(at, [[bash('touch asked')], [done]], { args: [] })
    expect(made(at, 'asked')).toBe(false) // nobody is there to say yes
    expect(asked.hooks).toContainEqual({ event: 'PermissionRequest', exit: 0, stdout: '', stderr: '' })
    expect(lastTold(asked)).not.toContain('rule publish')
    const denied = await talk(at, [[bash('touch denied')], [done]], { args: [] })
    expect(lastTold(denied)).toContain('Denied by rule never (hooks.yaml:4)')
  })

  test('commits as it usually does, untouched', async () => {
    const at = shop(`extends: [recommended]\n${noForcePush}`)
    const git = (...args: string[]) =>
      spawnSync('git', args, { cwd: at.project, env: at.env, encoding: 'utf8' })
    for (const args of [
      ['init', '-q'],
      ['config', 'user.name', 'Dana'],
      ['config', 'user.email', 'dana@shop.example'],
    ])
      git(...args)
    const message =
      'Add orders\n\nCarts read them: rm -rf of old carts follows.\n\nCo-Authored-By: Claude <noreply@anthropic.com>'
    const command = `git add orders.ts && git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)" && git status`
    const session = await talk(at, [[bash(command)], [done]])
    expect(git('log', '--format=%s').stdout).toBe('Add orders\n')
    expect(disturbances(session)).toEqual([])
  })

  describe.runIf(nativeCaller !== undefined)('that starts the caller without a shell', () => {
    const caller = ({ home }: Place) => join(home, '.local/share/hooks/bin/hooks-agent.claude-code')

    function shopWithout(rules: string): Place {
      const at = shop(rules)
      rmSync(join(at.project, '.claude/settings.local.json')) // the person's own entry alone
      const PATH = `${dirname('bin' in client ? client.bin : '')}:/usr/bin:/bin`
      const argv = [program, 'install', 'claude-code', '--user']
      spawnSync(process.execPath, argv, { cwd: at.project, env: { ...at.env, PATH } })
      expect(readFileSync(join(at.home, '.claude/settings.json'), 'utf8')).toContain(
        `"command": "${caller(at)}",`,
      )
      return at
    }

    test('does not run a denied command, and runs another', async () => {
      const at = shopWithout(noForcePush)
      const session = await talk(at, [[push], [bash('touch other')], [done]])
      expect([made(at, 'made-it'), made(at, 'other')]).toEqual([false, true])
      expect(JSON.stringify(session.requests)).toContain('Denied by rule no-force-push (hooks.yaml:4)')
      const exits = session.hooks.filter(({ event }) => event === 'PreToolUse').map(({ exit }) => exit)
      expect(exits).toEqual([2, 0])
    })

    const sabotage: readonly (readonly [string, (file: string, at: Place) => void])[] = [
      ['is gone', (file) => rmSync(file)],
      ['may not be started', (file) => chmodSync(file, 0o644)],
      ['is of another machine', (file) => writeFileSync(file, 'another')],
      ['is killed', (file) => writeFileSync(file, '#!/bin/sh\nkill -9 $$\n')],
      ['is empty', (file) => writeFileSync(file, '')],
      [
        'finds neither shim nor engine, where hooks ran before',
        (file) => rmSync(file.replace(/\.[^.]+$/, '')),
      ],
    ]
    test.each(sabotage)('runs nothing when the caller %s', async (_, change) => {
      const at = shopWithout(noForcePush)
      await talk(at, [[bash('touch before')], [done]])
      change(caller(at), at)
      const session = await talk(at, [[bash('touch made-it')], [done]])
      expect([made(at, 'before'), made(at, 'made-it')]).toEqual([true, false])
      expect(lastTold(session)).toMatch(/hook error|hooks-yaml is missing here, so this call is refused/)
    })
  })
})
