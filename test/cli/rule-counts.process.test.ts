// A rule is in force from the moment it is written, and every screen counts the rules alike.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeProject, type Project } from '../support/cli.ts'

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=d', '-c', 'user.email=d@shop.example', ...args],
    {
      cwd,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(stderr)
}

const json = (value: unknown): string => JSON.stringify(value)

async function call(project: Project, event: string, more: object): Promise<string> {
  const payload = {
    hook_event_name: event,
    session_id: 's-1',
    transcript_path: '/t.jsonl',
    cwd: project.root,
  }
  const { stdout } = await project.hooks(['run', '--agent', 'claude-code', '--event', event], {
    input: json({ ...payload, ...more }),
  })
  return stdout
}

/** What each screen says of the number of rules. */
async function screens(project: Project): Promise<readonly (string | undefined)[]> {
  const counted = /\d+ rules?(?: \([^)]*\))?/g
  const started = await call(project, 'SessionStart', { source: 'startup' })
  const out = async (...args: string[]): Promise<string> => (await project.hooks(args)).stdout
  return [
    started,
    /^in force .*/m.exec(await out('status'))?.[0],
    /^ {2}✓ .*valid/m.exec(await out('doctor'))?.[0],
    (await out('validate')).trimEnd().split('\n').at(-1),
    /^in all .*/m.exec(await out('list'))?.[0],
  ].map((text) => text?.replace(' are fine', '').match(counted)?.at(-1))
}

describe('in a clone with a history', () => {
  test('a deny that init wrote answers at once, and five screens say the same', async () => {
    const project = makeProject({
      'package.json': json({ scripts: { test: 'vitest' }, devDependencies: { typescript: '5' } }),
      'package-lock.json': '{}',
    })
    const { root } = project
    git(root, 'init', '-q')
    for (let at = 0; at < 7; at++) git(root, 'commit', '-q', '--allow-empty', '-m', `commit ${at}`)
    git(root, 'pack-refs', '--all')
    const clone = path.join(path.dirname(root), 'clone')
    git(root, 'clone', '-q', root, clone)
    git(root, 'worktree', 'add', '-q', path.join(path.dirname(root), 'tree'))
    const { stdout, exit } = await project.hooks(['init'])
    expect({ exit, advises: stdout.includes('advise') }).toEqual({ exit: 0, advises: false })
    const answer = await call(project, 'PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: 'git push --force' },
      tool_use_id: 't-1',
    })
    expect(answer).toContain('"permissionDecision":"deny"')
    expect(answer).toContain('no-force-push')
    const said = await screens(project)
    expect(new Set(said).size).toBe(1)
    expect(said[0]).toMatch(/^\d+ rules$/)
  })
})

const mixed = `version: 1
extends: [./more.yaml]
overrides: { more/b: { mode: advise } }
hooks:
  PreToolUse:
    - { name: holds, match: { command: git push --force }, deny: No. }
    - { name: says, mode: advise, match: { command: git commit }, ask: Sure? }
    - { name: records, mode: watch, match: { command: git log }, ask: Sure? }
    - { name: runs, match: { tool: Write }, run: [sh, lint.sh] }
    - name: both
      match: { tool: Edit }
      steps: [{ context: Mind the cart. }, { context: Mind the till. }]
  AgentStop:
    - { name: gate, match: { session: { wrote: '*.ts', since: npm test } }, continue: Test it. }
rules:
  - { name: everywhere, on: [PreToolUse, PostToolUse], match: { tool: Read }, context: Look. }
  - { name: off, enabled: false, on: PreToolUse, deny: Off. }
`
const more = `version: 1
hooks:
  PreToolUse:
    - { name: a, match: { command: rm -r }, ask: Sure? }
    - { name: b, match: { command: mv }, ask: Sure? }
`

test('five screens count rules that advise, watch and wait for trust', async () => {
  const project = makeProject({ 'hooks.yaml': mixed, 'more.yaml': more, 'lint.sh': '' }, false)
  const said = '9 rules (4 enforce, 2 advise, 1 watches, 2 wait for trust)'
  expect(await screens(project)).toEqual([said, said, said, said, said])
})

test('status has the numbers as data', async () => {
  const project = makeProject({ 'hooks.yaml': mixed, 'more.yaml': more, 'lint.sh': '' }, false)
  const { stdout } = await project.hooks(['status', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({
    in_force: { rules: 9, counts: { enforce: 4, advise: 2, watch: 1, untrusted: 2 } },
  })
})

test('a rule that nothing can meet is counted as dead', async () => {
  const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force, match: { command: git push --force }, deny: Push a branch. }
    - { name: edits, match: { tool: 'Edit|Write' }, deny: Not here. }
`
  const project = makeProject({ 'hooks.yaml': rules })
  const said = '2 rules (1 enforces, 1 is dead)'
  expect(await call(project, 'SessionStart', { source: 'startup' })).toContain(`hooks: ${said}`)
  const [, inStatus, , , inList] = await screens(project)
  expect([inStatus, inList]).toEqual([said, said])
})
