// Settings that a team shares: whoever clones the project, and whichever package a project or a machine has.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { atHome } from '../support/account.ts'
import {
  bin,
  finish,
  makeProject,
  outsideAgents,
  type Finished,
  type Project,
  type Where,
} from '../support/cli.ts'

const packageDir = path.resolve(import.meta.dirname, '../..')
const rules = {
  'hooks.yaml':
    'version: 1\nhooks:\n  PreToolUse:\n    - { name: no-deploys, match: deploy, deny: Ask first. }\n',
}
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const canChangeUser = isRoot && spawnSync(process.execPath, ['-e', ''], { uid: NOBODY }).status === 0

type Scope = 'project' | 'local' | 'user'

/** As npm puts it there. */
function addPackage(root: string): string {
  const to = path.join(root, 'node_modules/hooks-yaml')
  for (const name of ['dist', 'presets', 'schemas', 'package.json'])
    cpSync(path.join(packageDir, name), path.join(to, name), { recursive: true })
  return to
}

/** The same home for several projects. */
function makeSecond({ dir, env }: Project, name: string): Project {
  const root = path.join(dir, name)
  mkdirSync(path.join(root, '.git'), { recursive: true })
  const project = makeProject(rules)
  cpSync(project.root, root, { recursive: true })
  return { ...project, dir, root, env }
}

const installFrom = ({ root, env }: Project, from: string, scope: Scope, ...more: string[]) =>
  finish(
    [
      process.execPath,
      ...outsideAgents(['install']),
      path.join(from, 'dist/bin.cjs'),
      'install',
      'claude-code',
      `--${scope}`,
      ...more,
    ],
    { cwd: root, env },
  )

function settingsOf({ root, dir }: Project, scope: Scope): string {
  const name = scope === 'local' ? 'settings.local.json' : 'settings.json'
  return path.join(scope === 'user' ? dir : root, '.claude', name)
}

function lineOf(settings: string, event: string): string {
  const { hooks } = JSON.parse(readFileSync(settings, 'utf8')) as {
    readonly hooks: Readonly<
      Record<string, readonly { readonly hooks: readonly { readonly command: string }[] }[]>
    >
  }
  return hooks[event]?.[0]?.hooks[0]?.command ?? ''
}

/** What the agent gets at an event, by the line of a settings file. */
function send(settings: string, event: string, where: Where): Promise<Finished> {
  const payload = {
    session_id: 's',
    cwd: where.cwd,
    hook_event_name: event,
    tool_name: 'deploy',
    tool_input: {},
  }
  const env = { ...where.env, CLAUDE_PROJECT_DIR: where.cwd }
  return finish(
    ['sh', '-c', atHome(lineOf(settings, event), where.env['HOME'])],
    { ...where, env },
    { input: JSON.stringify(payload) },
  )
}

/** The directory of the package that the line starts. */
async function startedBy(project: Project, scope: Scope): Promise<string> {
  const env = { ...project.env, CLAUDE_PROJECT_DIR: project.root }
  const argv = ['sh', '-c', atHome(lineOf(settingsOf(project, scope), 'PreToolUse'), project.env['HOME'])]
  const { stderr } = await finish(argv, { cwd: project.root, env }, { input: '"hooks status"' })
  return / in (.+) answers$/m.exec(stderr)?.[1] ?? stderr
}

const passes = { exit: 0, stdout: expect.stringContaining('no rule was checked') }
const denied = { exit: 2, stderr: expect.stringContaining('Ask first.') }
const refused = { exit: 2, stderr: expect.stringContaining('this call is refused') }

describe("a colleague's clone", () => {
  type Who = readonly [name: string, user: { readonly uid?: number; readonly gid?: number }]
  const nobody: Who = ['another user', { uid: NOBODY, gid: NOBODY }]
  const users: readonly Who[] = [['another home', {}], ...(canChangeUser ? [nobody] : [])]

  /** Dana installs and commits; Kim has the files and a home of their own. */
  async function clone(
    who: Who[1],
    ...more: string[]
  ): Promise<{ readonly settings: string; readonly where: Where }> {
    const dana = makeProject(rules)
    await installFrom(dana, addPackage(dana.root), 'project', ...more)
    const kim = makeProject()
    for (const name of ['hooks.yaml', '.claude'])
      cpSync(path.join(dana.root, name), path.join(kim.root, name), { recursive: true })
    const settings = settingsOf(kim, 'project')
    expect(readFileSync(settings, 'utf8')).not.toContain(dana.dir)
    rmSync(dana.dir, { recursive: true })
    chmodSync(kim.dir, 0o755)
    const home = path.join(kim.dir, 'kim')
    mkdirSync(home)
    if ('uid' in who) spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, home, kim.root])
    return { settings, where: { cwd: kim.root, env: { ...kim.env, HOME: home }, ...who } }
  }

  test.each(users)('%s: is judged by its own package, and refused once that is gone', async (_, who) => {
    const { settings, where } = await clone(who)
    addPackage(where.cwd)
    expect(await send(settings, 'PreToolUse', where)).toMatchObject(denied)
    rmSync(path.join(where.cwd, 'node_modules'), { recursive: true })
    expect(await send(settings, 'PreToolUse', where)).toMatchObject(refused)
    expect(await send(settings, 'Stop', where)).toMatchObject({
      exit: 0,
      stderr: expect.stringContaining('no rule was checked'),
    })
  })

  test.each(users)('%s: goes on with one sentence where hooks never ran', async (_, who) => {
    const { settings, where } = await clone(who)
    const { exit, stdout, stderr } = await send(settings, 'PreToolUse', where)
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      systemMessage:
        'hooks-yaml is missing here, so no rule was checked: npm install, or npx hooks-yaml install claude-code',
    })
  })

  test.each(users)('%s: is refused where hooks never ran with --require', async (_, who) => {
    const { settings, where } = await clone(who, '--require')
    expect(await send(settings, 'PreToolUse', where)).toMatchObject(refused)
  })
})

describe.each(['project', 'local', 'user'] as const)('two projects with a package each, --%s', (scope) => {
  test('start their own, and removing one breaks no other', async () => {
    const shop = makeProject(rules)
    const blog = makeSecond(shop, 'blog')
    const [shops, blogs] = [addPackage(shop.root), addPackage(blog.root)]
    await installFrom(shop, shops, scope)
    await installFrom(blog, blogs, scope)
    const newest = scope === 'user' ? blogs : shops
    expect([await startedBy(shop, scope), await startedBy(blog, scope)]).toEqual([newest, blogs])
    const where = { cwd: shop.root, env: shop.env }
    expect(await send(settingsOf(shop, scope), 'PreToolUse', where)).toMatchObject(denied)
    rmSync(blog.root, { recursive: true })
    expect(await startedBy(shop, scope)).toBe(shops)
    expect(await send(settingsOf(shop, scope), 'PreToolUse', where)).toMatchObject(denied)
  })
})

const { version } = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')) as {
  readonly version: string
}

/** A package of another version, which says its own words; of another length, by which V8 knows its cached code. */
function addOldPackage(root: string): string {
  const to = addPackage(root)
  const changes = [
    [new RegExp(`(?<=["\`])${version.replaceAll('.', '\\.')}(?=["\`])`, 'g'), '0.0.99'],
    [/Denied by /g, 'Denied (0.0.99) by '],
  ] as const
  for (const name of ['package.json', ...readdirSync(path.join(to, 'dist')).map((file) => `dist/${file}`)]) {
    if (!/\.(?:cjs|json)$/.test(name)) continue
    const file = path.join(to, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      changes.reduce((each, [from, by]) => each.replace(from, by), text),
    )
  }
  return to
}

test('two projects with two versions each run their own, and removing one breaks no other', async () => {
  const shop = makeProject(rules)
  const blog = makeSecond(shop, 'blog')
  await installFrom(shop, addOldPackage(shop.root), 'project')
  await installFrom(blog, addPackage(blog.root), 'project')
  const said = async (project: Project): Promise<unknown> => {
    const where = { cwd: project.root, env: project.env }
    const { exit, stderr } = await send(settingsOf(project, 'project'), 'PreToolUse', where)
    const { stdout } = await finish([process.execPath, bin, 'status', '--json'], where)
    return [exit, stderr.split('\n')[0], JSON.parse(stdout).agents[0].answer.version]
  }
  const own = 'by rule no-deploys (hooks.yaml:4).'
  const [old, current] = [
    [2, `Denied (0.0.99) ${own}`, '0.0.99'],
    [2, `Denied ${own}`, version],
  ]
  for (let round = 0; round < 2; round++) expect([await said(shop), await said(blog)]).toEqual([old, current])
  rmSync(path.join(blog.root, 'node_modules'), { recursive: true })
  expect(await said(shop)).toEqual(old)
  await installFrom(blog, addPackage(blog.root), 'project')
  rmSync(path.join(shop.root, 'node_modules'), { recursive: true })
  expect(await said(blog)).toEqual(current)
})

test("a project without a package starts the machine's, and no other project's", async () => {
  const shop = makeProject(rules)
  const blog = makeSecond(shop, 'blog')
  await installFrom(shop, addPackage(shop.root), 'project')
  cpSync(path.join(shop.root, '.claude'), path.join(blog.root, '.claude'), { recursive: true })
  const where = { cwd: blog.root, env: blog.env }
  expect(await send(settingsOf(blog, 'project'), 'PreToolUse', where)).toMatchObject(passes)
  await installFrom(blog, packageDir, 'user')
  expect(await startedBy(blog, 'project')).toBe(packageDir)
  expect(await startedBy(shop, 'project')).toBe(path.join(shop.root, 'node_modules/hooks-yaml'))
})

test("a person's own line runs no package that came with a project", async () => {
  const shop = makeProject(rules)
  await installFrom(shop, packageDir, 'user')
  await installFrom(shop, packageDir, 'local')
  addPackage(shop.root)
  expect(await startedBy(shop, 'user')).toBe(packageDir)
  expect(await startedBy(shop, 'local')).toBe(packageDir)
})

test('an installation for every project from the package of one says that it goes with it', async () => {
  const shop = makeProject(rules)
  const { stdout } = await installFrom(shop, addPackage(shop.root), 'user')
  expect(stdout).toContain('! this copy belongs to the project')
})

test.each(['project', 'local', 'user'] as const)('uninstall --%s takes everything away', async (scope) => {
  const shop = makeProject(rules)
  const from = addPackage(shop.root)
  await installFrom(shop, from, scope)
  expect(existsSync(path.join(shop.dir, '.local/share/hooks/bin/hooks-agent'))).toBe(true)
  const bin = path.join(from, 'dist/bin.cjs')
  await shop.hooks(['uninstall', 'claude-code', `--${scope}`], { bin, types: 'uninstall' })
  expect(readFileSync(settingsOf(shop, scope), 'utf8')).toBe('{}\n')
  expect(readdirSync(path.join(shop.dir, '.local/share/hooks/bin'))).toEqual([])
})

describe('status starts the installed command', () => {
  test('and names who answered', async () => {
    const shop = makeProject(rules)
    const from = addPackage(shop.root)
    await installFrom(shop, from, 'project')
    await send(settingsOf(shop, 'project'), 'PreToolUse', { cwd: shop.root, env: shop.env })
    expect((await shop.hooks(['status'])).stdout).toMatch(
      /claude-code ✓ project {2}answered in \d+ ms by hooks \d\S+\s+~\/shop\/node_modules\/hooks-yaml\n/,
    )
    const { agents } = JSON.parse((await shop.hooks(['status', '--json'])).stdout)
    expect(agents[0]).toEqual({
      agent: 'claude-code',
      scope: 'project',
      state: 'installed',
      answer: { ms: expect.any(Number), version: expect.any(String), package: from },
    })
  })

  test.each([
    ['project', false, 'hooks-yaml is missing: calls go on, no rule is checked'],
    ['local', true, 'hooks-yaml is missing: calls are refused'],
  ] as const)('--%s, ran before %s: %s', async (scope, ran, said) => {
    const shop = makeProject(rules)
    await installFrom(shop, addPackage(shop.root), scope)
    if (ran) await send(settingsOf(shop, scope), 'PreToolUse', { cwd: shop.root, env: shop.env })
    for (const dir of ['node_modules', '../.local/share/hooks'])
      rmSync(path.join(shop.root, dir), { recursive: true })
    expect((await shop.hooks(['status'])).stdout).toContain(`claude-code ✗ ${scope}  ${said}`)
  })

  test('a damaged package is told', async () => {
    const shop = makeProject(rules)
    const from = addPackage(shop.root)
    await installFrom(shop, from, 'local')
    await send(settingsOf(shop, 'local'), 'PreToolUse', { cwd: shop.root, env: shop.env })
    rmSync(path.join(from, 'dist/run.cjs'))
    expect((await shop.hooks(['status'])).stdout).toMatch(
      /claude-code ✗ local {2}calls are refused: \S*run\.cjs cannot be loaded/,
    )
  })

  test('and starts no package that came with a clone, no command that install does not write', async () => {
    const shop = makeProject(rules)
    const from = addPackage(shop.root)
    await installFrom(shop, from, 'project')
    const { stdout } = await shop.hooks(['status'])
    expect(stdout).toContain('not tried: node_modules/hooks-yaml came with the project and never ran here')
    const settings = settingsOf(shop, 'project')
    const text = readFileSync(settings, 'utf8')
    shop.write(
      '.claude/settings.json',
      text.replaceAll('set -- claude-code ', 'set -- claude-code $(touch pwned) '),
    )
    await shop.hooks(['status'])
    expect(existsSync(path.join(shop.root, 'pwned'))).toBe(false)
  })

  test('and leaves no trace: no event, no state', async () => {
    const shop = makeProject(rules)
    await installFrom(shop, packageDir, 'local')
    await shop.hooks(['status'])
    expect(existsSync(path.join(shop.dir, '.local/state/hooks'))).toBe(false)
  })
})
