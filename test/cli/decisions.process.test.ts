// A decision's id: in the person's message, the ledger, `hooks explain` and `hooks allow`; never in the model's text.
import { beforeAll, describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { makeProject, type Project } from '../support/cli.ts'

const rules = `version: 1
extends: [relaxed]
hooks:
  PreToolUse:
    - name: no-force-push
      match: { command: git push --force }
      deny: Push a branch.
      examples: { deny: [git push -f] }
    - { name: secrets, match: { path: ['.env*'] }, deny: It holds keys. }
    - { name: backups, match: { edits: { path: '*.bak', tracked: false } }, deny: Nobody has it twice. }
    - { name: releases, match: { command: npm publish }, ask: Publish? }
    - { name: guard, use: protect }
    - { name: unknown, match: '@fetch', deny: No network. }
`
let project: Project
beforeAll(() => {
  project = makeProject({ 'hooks.yaml': rules })
})

interface Said {
  readonly id: string
  readonly user: string
  readonly model: string
}

async function send(event: string, fields: Record<string, unknown> = {}): Promise<Said> {
  const payload = {
    hook_event_name: event,
    session_id: 's1',
    transcript_path: '/x',
    cwd: project.root,
    ...fields,
  }
  const { stdout, stderr } = await project.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(payload),
  })
  const { systemMessage: user = '', ...rest } = stdout.trim() === '' ? {} : JSON.parse(stdout)
  return { user, model: JSON.stringify(rest) + stderr, id: /explain (\w{7})$/m.exec(user)?.[1] ?? '' }
}

let calls = 0
const call = (tool_name: string, tool_input: unknown) =>
  send('PreToolUse', { tool_name, tool_input, tool_use_id: `t${++calls}` })
const bash = (command: string) => call('Bash', { command })

test('the person has the id, the model never', async () => {
  for (const said of [await bash('git push -f'), await bash('npm publish')]) {
    expect(said.id).toMatch(/^[a-v][0-9a-v]{6}$/)
    expect(said.model).not.toContain(said.id)
  }
})

test('a call that nobody objects to has none', async () => {
  expect(await bash('git status')).toMatchObject({ user: '', id: '' })
})

test('hooks explain finds the call again, also when others came after it', async () => {
  const { id } = await bash('git push -f origin docs')
  await bash('npm publish')
  const { stdout, exit } = await project.hooks(['explain', id])
  expect(exit).toBe(0)
  expect(stdout).toMatch(/would run +git push -f origin docs/)
})

test('an id that is not there is told of', async () => {
  for (const verb of ['explain', 'allow'])
    expect(await project.hooks([verb, 'k111111'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('the ledger of this project has no k111111'),
    })
})

describe('the ledger', () => {
  test('shows id and command, and that an asked call did not run', async () => {
    const asked = await bash('npm publish --tag next')
    await send('UserPromptSubmit', { prompt: 'Leave it.' })
    const { stdout } = await project.hooks(['ledger', '--status', 'declined', '--last', '1'])
    expect(stdout).toMatch(new RegExp(`asked, declined +releases  npm publish --tag next +${asked.id}`))
  })

  test('has no row of a payload that a person tried', async () => {
    const before = await project.hooks(['ledger', '--json'])
    const file = 'push.json'
    project.write(
      file,
      JSON.stringify({ event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push -f' } }),
    )
    expect(await project.hooks(['run', file])).toMatchObject({ exit: 2 })
    await project.hooks(['run', '--last'])
    expect((await project.hooks(['ledger', '--json'])).stdout).toBe(before.stdout)
  })
})

describe('hooks allow', () => {
  const file = (): string => readFileSync(path.join(project.root, 'hooks.yaml'), 'utf8')
  const allow = (id: string, types = 'allow') => project.hooks(['allow', id], { types })

  test('shows an exception for a command with its example played, and writes it once that is agreed to', async () => {
    const { id } = await bash('git push -f origin docs')
    const { stdout, exit } = await allow(id)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^- +match: .*\n\+ +match: .*"!git push -f origin docs"/m)
    expect(stdout).toMatch(/^\+.*proceed: \[git push -f origin docs\]/m)
    expect(stdout).toMatch(
      /would be answered differently:\n +\d+ × +git push -f origin docs +denied, would be asked about/,
    )
    expect(stdout).toContain('✓ written: hooks.yaml')
    expect(file()).toContain('"!git push -f origin docs"')
    expect((await project.hooks(['test'])).exit).toBe(0)
    expect((await bash('git push -f origin docs')).user).not.toContain('no-force-push')
    project.write('hooks.yaml', rules)
  })

  test.each([
    ['another word', { types: 'yes' }, '"allow" was not typed'],
    ['no terminal', {}, 'this is not a terminal to ask at'],
    [
      'an agent',
      { types: 'allow', env: { GEMINI_CLI: '1' } },
      'Ask the user to run it in a terminal of their own',
    ],
  ])('writes nothing at %s', async (_, options, says) => {
    const { id } = await bash('git push -f origin docs')
    const { exit, stderr } = await project.hooks(['allow', id], options)
    expect(exit).toBe(1)
    expect(stderr).toContain(says)
    expect(file()).toBe(rules)
  })

  test('makes one for a path', async () => {
    const { id } = await call('Read', { file_path: path.join(project.root, '.env.test') })
    expect((await allow(id, '')).stdout).toMatch(/^\+.*"!\.env\.test"/m)
  })

  test('makes one for a path beside what is asked of it', async () => {
    const file_path = path.join(project.root, 'db.bak')
    project.write('db.bak', '')
    const { id } = await call('Edit', { file_path, old_string: 'a', new_string: 'b' })
    expect((await allow(id, '')).stdout).toMatch(/^\+.*path:.*"!db\.bak".*tracked: false|^\+ +- "!db\.bak"$/m)
  })

  test('replaces a rule of a preset by a copy, which alone lets the call pass', async () => {
    const { id } = await bash('mkfs.ext4 /dev/sdb1')
    const { stdout } = await allow(id, '')
    expect(stdout).toMatch(/^\+overrides:\n\+ +relaxed\/[\w-]+:\n\+ +enabled: false$/m)
    expect(stdout).toMatch(/^\+ +- "!mkfs\.ext4 \/dev\/sdb1"$/m)
    expect(stdout).toContain('only rule relaxed/format still answers "deny"')
  })

  test.each([
    [
      'its own protection',
      () => call('Write', { file_path: path.join(project.root, 'hooks.yaml'), content: 'x' }),
      'no exception lifts it: make the change yourself',
    ],
    [
      'a rule without a pattern to add to',
      () => call('WebFetch', { url: 'https://docs.example.com', prompt: 'x' }),
      'no pattern lets only this call pass',
    ],
    ['a rule about exactly this call', () => bash('npm publish'), 'no pattern lets only this call pass'],
  ])('refuses %s', async (_, make, why) => {
    const { id } = await make()
    expect(await project.hooks(['allow', id])).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining(why),
    })
  })
})
