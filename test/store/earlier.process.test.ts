// What 0.1 left on a machine still counts: counters, firsts, history, the ledger, and the installed shim.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { bin, finish, makeProject, type Project } from '../support/cli.ts'
import { trustProject } from '../support/trust.ts'

const fixture = path.join(import.meta.dirname, '../fixtures/state-0.1.json')
const left = JSON.parse(readFileSync(fixture, 'utf8')) as {
  readonly hooks: string
  readonly [files: string]: string | Readonly<Record<string, string>>
}

let shop: Project
const places: Readonly<Record<string, (project: Project) => string>> = {
  project: ({ dir, root }) => path.join(dir, '.local/state/hooks', projectKey(root)),
  share: ({ dir }) => path.join(dir, '.local/share/hooks'),
  settings: ({ root }) => path.join(root, '.claude'),
}

beforeAll(() => {
  shop = makeProject({ 'hooks.yaml': left.hooks })
  const filled: Readonly<Record<string, string>> = {
    root: shop.root,
    home: shop.dir,
    bin,
    node: process.execPath,
    since: String(Date.now()),
    until: String(Date.now() + 3_600_000),
  }
  for (const [place, dirOf] of Object.entries(places))
    for (const [file, text] of Object.entries(left[place] ?? {})) {
      const target = path.join(dirOf(shop), file)
      mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 })
      writeFileSync(
        target,
        text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? ''),
        { mode: 0o700 },
      )
    }
  trustProject(shop.root, shop.env)
})

async function tell(event: object): Promise<{ readonly exit: number | null; readonly stdout: string }> {
  const shim = path.join(shop.dir, '.local/share/hooks/bin/hooks-agent')
  const payload = { session_id: 's1', cwd: shop.root, ...event }
  const env = { ...shop.env, CLAUDE_PROJECT_DIR: shop.root }
  return finish([shim, 'claude-code'], { cwd: shop.root, env }, { input: JSON.stringify(payload) })
}

const read = { hook_event_name: 'PreToolUse', tool_name: 'Read', tool_input: { file_path: 'a.ts' } }

test('counters and firsts go on, through the shim that was installed', async () => {
  expect(await tell(read)).toMatchObject({ exit: 0, stdout: expect.not.stringContaining('since you last') })
  expect((await tell(read)).exit).toBe(2)
})

test('a pause does not: it is of another form', async () => {
  const push = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git push -f' } }
  expect((await tell(push)).exit).toBe(2)
})

test('the history of the session is known', async () => {
  expect((await tell({ hook_event_name: 'Stop' })).stdout).toContain('Run the tests.')
})

test('the ledger has the old lines', async () => {
  const { stdout } = await shop.hooks(['ledger', '--json'])
  expect(stdout).toContain('no-force-push')
})

test('uninstall takes the old entries back', async () => {
  const { exit } = await shop.hooks(['uninstall', 'claude-code', '--local'], { types: 'uninstall' })
  expect(exit).toBe(0)
  const settings = path.join(shop.root, '.claude/settings.local.json')
  expect(existsSync(settings) ? readFileSync(settings, 'utf8') : '').not.toContain('hooks-agent')
})
