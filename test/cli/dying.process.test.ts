// The command that `install` writes, with a Node that dies: every call gets an answer.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { finish, type Finished, makeProject, type Project } from '../support/cli.ts'
import { until } from '../support/time.ts'

const RULES = `version: 1
hooks:
  PreToolUse:
    - { name: no-deploys, match: { command: deploy }, deny: Deploys are closed. }
    - { name: kills, match: { command: kill-it }, run: [sh, -c, 'kill -9 $PPID; sleep 9'] }
    - { name: shows, match: { command: show }, run: [sh, -c, 'echo "$NODE_OPTIONS" > options'] }
    - { name: waits, match: { command: wait }, run: [sh, -c, 'echo $$ > pid; exec sleep 1000'] }
`

async function install(): Promise<Project> {
  const project = makeProject({ 'hooks.yaml': RULES })
  await project.hooks(['install', 'claude-code'])
  return project
}

function argvFor(project: Project, before: string): readonly string[] {
  const text = readFileSync(path.join(project.root, '.claude/settings.local.json'), 'utf8')
  const { hooks } = JSON.parse(text) as { hooks: Record<string, { hooks: { command: string }[] }[]> }
  return ['sh', '-c', `${before}${hooks['PreToolUse']?.[0]?.hooks[0]?.command ?? ''}`]
}

const payloadOf = ({ root: cwd }: Project, command: string): string =>
  JSON.stringify({
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd,
    tool_name: 'Bash',
    tool_input: { command },
  })

function call(
  project: Project,
  command: string,
  {
    env = {},
    before = '',
  }: { readonly env?: Readonly<Record<string, string>>; readonly before?: string } = {},
): Promise<Finished> {
  const where = { cwd: project.root, env: { ...project.env, ...env } }
  return finish([...argvFor(project, before)], where, { input: payloadOf(project, command) })
}

const reasonOf = ({ stdout }: Finished): string =>
  JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason

test.each(['--no-such-option', '--require=/nowhere/evil.cjs', '--max-old-space-size=1'])(
  'NODE_OPTIONS=%s changes nothing, and reaches scripts',
  async (options) => {
    const project = await install()
    const env = { NODE_OPTIONS: options, NODE_PATH: '/nowhere' }
    const denied = await call(project, 'deploy now', { env })
    expect(denied.exit).toBe(2)
    expect(reasonOf(denied)).toContain('Deploys are closed.')
    expect(await call(project, 'show', { env })).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(readFileSync(path.join(project.root, 'options'), 'utf8')).toBe(`${options}\n`)
  },
)

test('a run that is killed refuses the call', async () => {
  const project = await install()
  const done = await call(project, 'kill-it')
  expect(done.exit).toBe(2)
  expect(reasonOf(done)).toContain('ended before it could answer (signal 9)')
})

test('without memory the call is refused', async () => {
  const project = await install()
  const done = await call(project, 'ls', { before: 'ulimit -v 200000; ' })
  expect(done.exit).toBe(2)
  expect(reasonOf(done)).toMatch(/ended before it could answer \((?:signal|exit) \d+\)/)
})

test('a caller that is ended ends what runs for it', async () => {
  const project = await install()
  const [program = '', ...args] = argvFor(project, '')
  const child = spawn(program, args, {
    cwd: project.root,
    env: project.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.end(payloadOf(project, 'wait'))
  const file = path.join(project.root, 'pid')
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '')
  child.kill('SIGTERM')
  const pid = Number(readFileSync(file, 'utf8'))
  await until(() => !existsSync(`/proc/${pid}`) || isZombie(pid))
})

function isZombie(pid: number): boolean {
  return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
}
