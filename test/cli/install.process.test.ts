// The command that `hooks install` writes, with the built command behind it.
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { finish, makeProject, type Finished, type Project } from '../support/cli.ts'

const rules = {
  'hooks.yaml':
    'version: 1\nhooks:\n  PreToolUse:\n    - { name: no-deploys, match: deploy, deny: Ask first. }\n',
}

const settingsOf = ({ root }: Project, file = 'settings.local.json') => path.join(root, '.claude', file)

function lineOf(project: Project, event: string, file?: string): string {
  const { hooks } = JSON.parse(readFileSync(settingsOf(project, file), 'utf8')) as {
    readonly hooks: Readonly<
      Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>
    >
  }
  return hooks[event]?.[0]?.hooks[0]?.command ?? ''
}

function call(project: Project, event = 'PreToolUse', input?: string): Promise<Finished> {
  const { root } = project
  const payload = { session_id: 's1', cwd: root, hook_event_name: event, tool_name: 'deploy', tool_input: {} }
  const env = { ...project.env, CLAUDE_PROJECT_DIR: root }
  return finish(
    ['sh', '-c', lineOf(project, event)],
    { cwd: root, env },
    { input: input ?? JSON.stringify(payload) },
  )
}

/** The package moves away, the shim stays. */
function removePackage({ dir }: Project): void {
  const shim = path.join(dir, '.local/share/hooks/bin/hooks-agent')
  writeFileSync(shim, readFileSync(shim, 'utf8').replace(/bin=[^$\n]+$/m, 'bin=/gone/bin.cjs'))
}

const install = (project: Project, ...more: string[]) => project.hooks(['install', 'claude-code', ...more])

test('a call is judged, refused once the package is gone, and goes where hooks never ran', async () => {
  const [shop, blog] = [makeProject(rules), makeProject(rules)]
  for (const project of [shop, blog]) await install(project)
  expect((await call(shop)).stderr).toContain('Ask first.')
  for (const project of [shop, blog]) removePackage(project)
  expect(await call(shop)).toMatchObject({ exit: 2, stderr: expect.stringContaining('this call is refused') })
  expect(await call(shop, 'Stop')).toMatchObject({
    exit: 0,
    stderr: expect.stringContaining('no rule was checked'),
  })
  expect(await call(blog)).toMatchObject({ exit: 0, stdout: expect.stringContaining('no rule was checked') })
})

test.each(['PreToolUse', 'SessionStart'])(
  'the state links to its project, which an older version left out: %s',
  async (event) => {
    const shop = makeProject(rules)
    await install(shop)
    await call(shop, event)
    const state = path.join(shop.dir, '.local/state/hooks')
    const [project = ''] = readdirSync(state).filter((name) => name.startsWith('shop-'))
    const link = path.join(state, project, 'root')
    expect(readlinkSync(link)).toBe(realpathSync(shop.root))
    rmSync(link)
    rmSync(path.join(state, project, 'pruned'), { force: true })
    await call(shop, 'SessionStart')
    expect(readlinkSync(link)).toBe(realpathSync(shop.root))
  },
)

test.each([
  ['PreToolUse', 'half {', 2],
  ['Stop', 'half {', 1],
  ['Stop', '{"tool_name": "deploy"}', 0],
  ['PreToolUse', '{"tool_name": "deploy"}', 2],
  ['Stop', '{"hook_event_name": "PreToolUse", "half', 2],
  ['PreToolUse', '{"hook_event_name": "Stop", "half', 1],
])(
  '%s with the payload %s: exit %d, since the event in the line counts where the payload has none',
  async (event, payload, exit) => {
    const shop = makeProject(rules)
    await install(shop)
    expect((await call(shop, event, payload)).exit).toBe(exit)
  },
)

test('status tells settings of an older version from those of today', async () => {
  const shop = makeProject(rules)
  await install(shop, '--require')
  expect((await shop.hooks(['status'])).stdout).toContain('claude-code ✓ local')
  const text = readFileSync(settingsOf(shop), 'utf8')
  const shim = path.join(shop.dir, '.local/share/hooks/bin/hooks-agent')
  writeFileSync(settingsOf(shop), text.replaceAll(/"command": ".*"/g, `"command": "${shim} claude-code"`))
  expect((await shop.hooks(['status'])).stdout).toContain('hooks install claude-code --local')
  await install(shop)
  expect((await shop.hooks(['status'])).stdout).toContain('claude-code ✓ local')
})

test('--event belongs to --agent', async () => {
  const shop = makeProject(rules)
  const { exit, stderr } = await shop.hooks(['run', '--event', 'Stop'], { input: '{}' })
  expect({ exit, stderr }).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining('--event belongs to --agent'),
  })
})

test('of a new file the first event is shown, elsewhere the first of those that are alike', async () => {
  const project = makeProject(rules)
  const [, ...lines] = (await install(project, '--dry-run')).stdout.split('\n')
  expect(lines.length).toBeLessThan(26)
  expect(lines.join('\n')).toMatch(
    /^\+ {4}"PreToolUse": \[$[\s\S]*^\+ {4}… 13 more events: PostToolUse, .*UserPromptSubmit.*Stop/m,
  )
  project.write(
    '.claude/settings.local.json',
    JSON.stringify({ one: [1, 2, 3, 4], model: 'opus' }, undefined, 2),
  )
  const second = (await install(project, '--dry-run')).stdout
  expect(second).toMatch(/^@@ .*\n {5}4\n {3}\],\n/)
  expect(second).not.toMatch(/^ .*"one"/m)
  expect(second).toMatch(/^\+ {4}… \d+ more events alike: PostToolUseFailure, .*Stop/m)
})
