// hooks.yaml goes away during a session: the session keeps its rules, the next one starts without them.
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
hooks:
  PreToolUse:
    - { name: deploys, match: { command: deploy }, deny: Deploys go through CI. }
    - { name: tables, match: { command: drop }, deny: Tables stay. }
`
const KEPT = 'hooks: hooks.yaml is gone; 2 rules from it stay in force until this session ends.'
const LOST = 'hooks: hooks.yaml is gone; 2 rules from it are no longer in force'

/** A repository whose first commit has no hooks.yaml. */
function shop(): { readonly project: Project; readonly git: (...args: readonly string[]) => void } {
  const project = makeProject({ 'cart.ts': '' })
  const git = (...args: readonly string[]): void => {
    execFileSync('git', ['-c', 'user.name=dana', '-c', 'user.email=dana@shop', ...args], {
      cwd: project.root,
      env: project.env,
      stdio: 'ignore',
    })
  }
  git('init', '-b', 'main')
  git('add', '.')
  git('commit', '-m', 'shop')
  git('tag', 'before')
  project.write('hooks.yaml', rules)
  git('add', '.')
  git('commit', '-m', 'rules')
  return { project, git }
}

interface Answer {
  readonly decision: unknown
  readonly says: string
}

async function send(project: Project, payload: object, session = 's', env = {}): Promise<Answer> {
  const input = JSON.stringify({ session_id: session, cwd: project.root, ...payload })
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code'], { input, env })
  const reply = stdout === '' ? {} : JSON.parse(stdout)
  return { decision: reply.hookSpecificOutput?.permissionDecision, says: reply.systemMessage ?? '' }
}

const call = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
})
const start = { hook_event_name: 'SessionStart', source: 'startup' }
const end = { hook_event_name: 'SessionEnd', reason: 'other' }
const passed = { decision: undefined, says: '' }

test.each([
  ['git checkout', ['checkout', 'before']],
  ['git switch --orphan', ['switch', '--orphan', 'fresh']],
  ['git reset --hard', ['reset', '--hard', 'before']],
])('%s of a commit without it: the session keeps its rules', async (_, args) => {
  const { project, git } = shop()
  await send(project, start)
  git(...args)
  expect(await send(project, call('deploy now'))).toEqual({
    decision: 'deny',
    says: expect.stringContaining(KEPT),
  })
  expect(await send(project, call('ls'))).toEqual(passed)
  expect(await send(project, call('drop table'))).toEqual({
    decision: 'deny',
    says: expect.stringContaining(KEPT),
  })
})

test('git stash takes it away and gives it back', async () => {
  const { project, git } = shop()
  git('rm', '-q', '--cached', 'hooks.yaml')
  git('commit', '-m', 'local rules')
  await send(project, start)
  git('stash', '-u')
  expect((await send(project, call('deploy now'))).says).toContain(KEPT)
  git('stash', 'pop')
  expect(await send(project, call('deploy now'))).toEqual({
    decision: 'deny',
    says: expect.not.stringContaining('gone'),
  })
})

test('an agent that was started below hooks.yaml keeps its rules, too', async () => {
  const { project, git } = shop()
  project.write('api/index.ts', '')
  const env = { CLAUDE_PROJECT_DIR: path.join(project.root, 'api') }
  await send(project, start, 's', env)
  git('checkout', 'before')
  expect(await send(project, call('deploy now'), 's', env)).toEqual({
    decision: 'deny',
    says: expect.stringContaining(KEPT),
  })
})

test('the next session starts without them and is told once, while the first one keeps them', async () => {
  const { project } = shop()
  await send(project, start)
  rmSync(path.join(project.root, 'hooks.yaml'))
  expect((await send(project, call('deploy now'))).decision).toBe('deny')
  expect(await send(project, start, 'next')).toEqual({
    decision: undefined,
    says: expect.stringContaining(LOST),
  })
  expect(await send(project, call('deploy now'), 'next')).toEqual(passed)
  expect((await send(project, start, 'third')).says).toContain('deploys removed, tables removed')
  expect((await send(project, call('deploy now'))).decision).toBe('deny')
  await send(project, end)
  expect(await send(project, call('deploy now'))).toEqual(passed)
})

test('a session that begins after it went is told at its first event, whatever that is', async () => {
  const { project } = shop()
  await send(project, call('ls'))
  rmSync(path.join(project.root, 'hooks.yaml'))
  expect(await send(project, call('deploy now'), 'next')).toEqual({
    decision: undefined,
    says: expect.stringContaining(LOST),
  })
})

test('rules of the user stay for everybody, and only the others are counted', async () => {
  const { project } = shop()
  project.write('../.config/hooks/hooks.yaml', rules.replace('deploys', 'mine').replace('deploy,', 'deploy,'))
  await send(project, start)
  rmSync(path.join(project.root, 'hooks.yaml'))
  expect((await send(project, start, 'next')).says).toContain(LOST)
  expect((await send(project, call('deploy now'), 'next')).decision).toBe('deny')
})

test('a replay of the session answers as the agent was answered', async () => {
  const { project } = shop()
  await send(project, start)
  rmSync(path.join(project.root, 'hooks.yaml'))
  const payload = { session_id: 's', cwd: project.root, ...call('deploy now') }
  const { stdout } = await project.hooks(['run', '--json', '--dry-run'], { input: JSON.stringify(payload) })
  expect(JSON.parse(stdout)).toMatchObject({ decision: 'deny' })
})

const GONE_WITH_CACHE =
  'hooks.yaml is gone, and so is the cache that kept 2 rules from it for this session. Put the file back, or start a new session to go on without it'

/** hooks.yaml and the whole cache go away. */
function lose(project: Project): void {
  rmSync(path.join(project.root, 'hooks.yaml'))
  rmSync(path.join(project.dir, '.cache'), { recursive: true })
}

test('gone together with the cache, the session asks at tool calls and is told once', async () => {
  const { project } = shop()
  await send(project, start)
  lose(project)
  const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Deploy it.' }
  expect(await send(project, prompt)).toEqual({ decision: undefined, says: `hooks: ${GONE_WITH_CACHE}` })
  expect(await send(project, prompt)).toEqual(passed)
  const input = JSON.stringify({ session_id: 's', cwd: project.root, ...call('deploy now') })
  for (const how of [
    ['--agent', 'claude-code'],
    ['-', '--json'],
  ]) {
    const { stdout } = await project.hooks(['run', ...how], { input })
    const reply = JSON.parse(stdout)
    const { permissionDecision, permissionDecisionReason } = reply.hookSpecificOutput ?? {}
    expect([permissionDecision ?? reply.decision, permissionDecisionReason ?? reply.reason]).toEqual([
      'ask',
      expect.stringContaining(GONE_WITH_CACHE),
    ])
  }
  expect((await project.hooks(['status'])).stdout).toMatch(
    /2 rules of hooks\.yaml, which is gone, lost with the cache; tool calls of 1 session not\s+ended yet get "ask"/,
  )
})

test('gone together with the cache, on_config_error answers, and the next session is told and goes on', async () => {
  const { project } = shop()
  project.write('hooks.yaml', `on_config_error: deny\n${rules}`)
  await send(project, start)
  lose(project)
  expect((await send(project, call('ls'))).decision).toBe('deny')
  expect((await send(project, start, 'next')).says).toContain(LOST)
  expect(await send(project, call('deploy now'), 'next')).toEqual(passed)
  expect((await send(project, call('ls'))).decision).toBe('deny')
  await send(project, end)
  rmSync(path.join(project.dir, '.cache'), { recursive: true })
  expect((await send(project, start, 'third')).says).toContain(LOST)
})

test('gone together with the cache, the file comes back and holds', async () => {
  const { project } = shop()
  await send(project, start)
  lose(project)
  expect((await send(project, call('ls'))).decision).toBe('ask')
  project.write('hooks.yaml', rules)
  expect(await send(project, call('ls'))).toEqual(passed)
  expect((await send(project, call('deploy now'))).decision).toBe('deny')
})

test('a cache that is gone alone, and a file that loses its rules, say nothing of it', async () => {
  const { project } = shop()
  await send(project, start)
  rmSync(path.join(project.dir, '.cache'), { recursive: true })
  expect(await send(project, call('ls'))).toEqual(passed)
  project.write('hooks.yaml', 'version: 1\n')
  await send(project, call('ls'))
  lose(project)
  expect(await send(project, call('ls'))).toEqual(passed)
})

test('status names the rules that a session keeps', async () => {
  const { project } = shop()
  await send(project, start, 'ended')
  await send(project, end, 'ended')
  await send(project, start)
  const status = async (): Promise<string> => (await project.hooks(['status'])).stdout
  expect(await status()).not.toContain('gone')
  rmSync(path.join(project.root, 'hooks.yaml'))
  const kept = '2 rules of hooks.yaml, which is gone, in force for 1 session not ended yet'
  expect(await status()).toContain(kept)
  await send(project, call('ls'))
  expect(await status()).toContain(kept)
  const json = JSON.parse((await project.hooks(['status', '--json'])).stdout)
  expect(json.in_force.gone).toMatchObject({ rules: 2, sessions: 1 })
  await send(project, end)
  expect(await status()).not.toContain('which is gone')
})
