// What a person saw last is recorded: what weakens it is reported until they say so, and everyday events are not.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectKey } from '../../src/store/disk/dirs.ts'
import { type Finished, makeColdProject, makeProject, type Project, type RunOptions } from '../support/cli.ts'
import { runs } from '../support/seed.ts'

const own = path.resolve(import.meta.dirname, '../..')
const rules = `version: 1
hooks:
  PreToolUse:
    - { name: no-force-push, match: { command: git push --force }, deny: Push a branch. }
    - { name: no-rm, match: { command: rm -rf }, ask: Is nothing of it needed? }
    - { name: trace, match: { command: ls }, run: 'touch ran' }
`

interface Shop {
  readonly project: Project
  readonly root: string
  readonly home: string
  readonly packageDir: string
  readonly stateDir: string
  readonly fileOf: (name: string) => string
  hooks(args: readonly string[], options?: RunOptions): Promise<Finished>
}

interface Elsewhere {
  readonly home?: string
  readonly packageDir?: string
  readonly options?: RunOptions
}

/** A project, and a home beside it. */
function openShop(files: Readonly<Record<string, string>> = { 'hooks.yaml': rules }): Shop {
  const project = makeProject(files, false)
  return inPlace(project, { home: path.join(project.dir, 'home'), packageDir: own })
}

/** The same, where each command is a process with caches of code. */
function openCold(): Shop {
  const project = makeColdProject({ 'hooks.yaml': rules }, false)
  return inPlace(project, { home: path.join(project.dir, 'home'), packageDir: own })
}

/** With an installed package of its own. */
function openInstalled(): Shop {
  const project = makeColdProject({ 'hooks.yaml': rules }, false)
  const packageDir = path.join(project.dir, 'lib/node_modules/hooks-yaml')
  install(packageDir)
  return inPlace(project, { home: path.join(project.dir, 'home'), packageDir })
}

function install(packageDir: string): void {
  mkdirSync(packageDir, { recursive: true })
  for (const name of ['dist', 'presets', 'recipes', 'package.json'])
    cpSync(path.join(own, name), path.join(packageDir, name), { recursive: true })
}

type Place = Pick<Shop, 'home' | 'packageDir'> & { readonly options?: RunOptions }

function inPlace(project: Project, { home, packageDir, options = {} }: Place): Shop {
  mkdirSync(home, { recursive: true })
  const stateDir = path.join(home, '.local/state/hooks', projectKey(project.root))
  const hooks: Shop['hooks'] = (args, more) =>
    project.hooks(args, {
      ...(packageDir === own ? {} : { bin: path.join(packageDir, 'dist/bin.cjs') }),
      ...options,
      ...more,
      env: { ...more?.env, HOME: home },
    })
  const { root } = project
  return { project, root, home, packageDir, stateDir, hooks, fileOf: (name) => path.join(root, name) }
}

function elsewhere(shop: Shop, { home = shop.home, packageDir = shop.packageDir, options }: Elsewhere): Shop {
  return inPlace(shop.project, { home, packageDir, ...(options !== undefined && { options }) })
}

let sessions = 0

async function tell(shop: Shop, event: object): Promise<string> {
  const { stdout, stderr } = await shop.hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify({ session_id: `s${sessions}`, cwd: shop.root, ...event }),
    env: { CLAUDE_PROJECT_DIR: shop.root },
  })
  return stdout === '' ? stderr : `${JSON.parse(stdout).systemMessage ?? ''}${stderr}`
}

/** What the agent's user reads where a session begins. */
async function start(shop: Shop): Promise<string> {
  sessions += 1
  return tell(shop, { hook_event_name: 'SessionStart', source: 'startup' })
}

const call = (shop: Shop, command: string): Promise<string> =>
  tell(shop, { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })

/** Trusted and installed by its person, and seen. */
async function settled(shop = openShop()): Promise<Shop> {
  expect(await shop.hooks(['install', 'claude-code'])).toMatchObject({ exit: 0 })
  expect(await shop.hooks(['trust'], { types: 'trust' })).toMatchObject({ exit: 0 })
  expect(await start(shop)).not.toMatch(alarm)
  return shop
}

const alarm = /since you last saw|if that is right|not as hooks|no longer|is still version/i

/** No word of it, and what was trusted runs. */
async function expectQuiet(shop: Shop): Promise<void> {
  const ran = path.join(shop.root, 'ran')
  rmSync(ran, { force: true })
  expect(await start(shop)).not.toMatch(alarm)
  expect(await call(shop, 'ls')).not.toMatch(alarm)
  expect(existsSync(ran)).toBe(true)
}

function replaceIn(file: string, from: string | RegExp, to: string | ((found: string) => string)): void {
  const text = readFileSync(file, 'utf8')
  const changed = typeof to === 'string' ? text.replace(from, to) : text.replace(from, to)
  if (changed === text) throw new Error(`${String(from)} is not in ${file}`)
  writeFileSync(file, changed)
}

/** The same program under another version: its caches are others, too. */
function anotherVersion(shop: Shop): string {
  const packageDir = path.join(shop.home, '../other/node_modules/hooks-yaml')
  install(packageDir)
  const version = JSON.parse(readFileSync(path.join(packageDir, 'package.json'), 'utf8')).version
  replaceIn(path.join(packageDir, 'dist/run.cjs'), `version:\`${version}\``, 'version:`0.10.0`')
  const bin = path.join(packageDir, 'dist/bin.cjs')
  const [, build = ''] = /`([0-9a-f]{16})`/.exec(readFileSync(bin, 'utf8')) ?? []
  replaceIn(bin, new RegExp(build, 'g'), build.replace(/./, 'x'))
  return packageDir
}

function copyOf(shop: Shop, ...options: readonly string[]): string {
  const home = path.join(shop.home, '../copy')
  execFileSync('cp', [...options, shop.home, home])
  return home
}

const AT_ONCE = runs(16, 50)

describe('everyday events are not reported, and trust holds', () => {
  test('nothing at all', async () => {
    const shop = await settled()
    await expectQuiet(shop)
  })

  test('a copied home', async () => {
    const shop = await settled()
    await expectQuiet(elsewhere(shop, { home: copyOf(shop, '-r') }))
    await expectQuiet(shop)
  })

  test('a snapshot of the home with hard links', async () => {
    const shop = await settled(openCold())
    const home = copyOf(shop, '-al')
    await expectQuiet(shop)
    await expectQuiet(elsewhere(shop, { home }))
  })

  test('a renamed home', async () => {
    const shop = await settled(openCold())
    const home = path.join(shop.home, '../renamed')
    renameSync(shop.home, home)
    await expectQuiet(elsewhere(shop, { home }))
  })

  test('a cache that was restored, and one that is gone', async () => {
    const shop = await settled(openCold())
    const [cache, saved] = [path.join(shop.home, '.cache'), path.join(shop.home, 'saved')]
    cpSync(cache, saved, { recursive: true })
    rmSync(cache, { recursive: true })
    await expectQuiet(shop)
    rmSync(cache, { recursive: true })
    cpSync(saved, cache, { recursive: true })
    await expectQuiet(shop)
  })

  test('files that others can read', async () => {
    const shop = await settled(openCold())
    for (const name of readdirSync(shop.home, { recursive: true, encoding: 'utf8' })) {
      const file = path.join(shop.home, name)
      if (/\.(?:json|jsonl|bin|index|rules)$|head$/.test(name)) chmodSync(file, 0o640)
    }
    await expectQuiet(shop)
  })

  test.skipIf(process.getuid?.() !== 0)('another owner', async () => {
    const shop = await settled()
    execFileSync('chown', ['-R', '1:1', path.dirname(shop.home)])
    execFileSync('chown', ['-R', '0:0', path.dirname(shop.home)])
    await expectQuiet(shop)
  })

  test('two versions side by side', async () => {
    const shop = await settled(openInstalled())
    const other = elsewhere(shop, { packageDir: anotherVersion(shop) })
    expect((await other.hooks(['--version'])).stdout).toBe('0.10.0\n')
    for (const each of [other, shop, other, shop]) await expectQuiet(each)
  })

  test('two copies of one version side by side', async () => {
    const shop = await settled(openInstalled())
    const packageDir = path.join(shop.home, '../other/node_modules/hooks-yaml')
    install(packageDir)
    const other = elsewhere(shop, { packageDir })
    for (const each of [other, shop, other, shop]) await expectQuiet(each)
  })

  test('two Nodes, of which neither takes the code that the other compiled', async () => {
    const shop = await settled(openCold())
    const node = path.join(shop.home, 'node')
    writeFileSync(node, `#!/bin/sh\nexec ${process.execPath} --no-lazy "$@"\n`, { mode: 0o755 })
    const other = elsewhere(shop, { options: { node } })
    for (const each of [other, shop, other, shop]) await expectQuiet(each)
  })

  test(`${AT_ONCE} first calls at the same time`, { tags: 'long' }, async () => {
    const shop = openCold()
    sessions += 1
    const said = await Promise.all(Array.from({ length: AT_ONCE }, () => call(shop, 'git push --force')))
    // A busy machine gives some their payload too late: these are refused, too.
    const denied = /hooks denied git push --force|no whole payload on stdin within 10 s/
    expect(said.filter((text) => !denied.test(text))).toEqual([])
    expect(said.filter((text) => alarm.test(text))).toEqual([])
    expect(await start(shop)).not.toMatch(alarm)
  })

  test('the same bytes, installed again', async () => {
    const shop = await settled(openInstalled())
    rmSync(shop.packageDir, { recursive: true })
    install(shop.packageDir)
    await expectQuiet(shop)
  })

  test('trust that an earlier version signed is taken over', async () => {
    const shop = await settled()
    const file = path.join(shop.home, '.local/state/hooks/trust', `${projectKey(shop.root)}.json`)
    const record = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...record, code: '0123456789abcdef' }))
    rmSync(path.join(shop.stateDir, 'seen.json'))
    for (const name of ['rules.json', 'seals.json']) writeFileSync(path.join(shop.stateDir, name), '{}')
    makeOld(shop)
    await expectQuiet(shop)
  })
})

describe('a meaning that changed since an earlier version', () => {
  const meaning = /rule "([^"]+)" means something else since [\d.]+: (.*)/g
  const meaningsIn = (text: string): readonly string[] =>
    [...text.matchAll(meaning)].map(([, name = '', why = '']) => `${name}: ${why}`)
  const written = `version: 1
extends: [recommended]
hooks:
  PreToolUse:
    - { name: any-commit, match: { command: git commit * }, deny: No. }
    - { name: some-commit, match: { command: git commit }, deny: No. }
    - { name: either, match: { any: [{ tool: Read }, { command: npm publish * }] }, ask: Really? }
    - { name: look, match: { command: git log * }, allow: Only looks. }
    - { name: eval, match: { adds: '/eval\\(/' }, ask: Is it needed? }
`
  const anything = 'a "*" at the end of a command takes the rest, nothing included; "* *" needs a word'
  const told = [
    `any-commit: ${anything}`,
    `either: ${anything}`,
    'eval: adds is asked of the lines that a change adds, hunk by hunk, and what stood there is not new',
  ]

  /** As an earlier version left it, which told no meanings. */
  function forgetMeanings({ stateDir }: Shop): void {
    const file = path.join(stateDir, 'seen.json')
    const { meanings: _, ...record } = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify(record))
  }

  test('is told once by validate and once where a session begins', async () => {
    const shop = openShop({ 'hooks.yaml': written })
    await start(shop)
    forgetMeanings(shop)
    const validate = async () => meaningsIn((await shop.hooks(['validate'])).stdout)
    expect(await validate()).toEqual(told)
    expect(await validate()).toEqual([])
    expect(meaningsIn(await start(shop))).toEqual(told)
    expect(meaningsIn(await start(shop))).toEqual([])
  })

  test('is not told of rules that no earlier version saw', async () => {
    const shop = openShop({ 'hooks.yaml': written })
    expect(meaningsIn((await shop.hooks(['validate'])).stdout)).toEqual([])
    expect(meaningsIn(await start(shop))).toEqual([])
    expect(meaningsIn((await shop.hooks(['validate'])).stdout)).toEqual([])
  })
})

/** Its first calls are long ago. */
function makeOld(shop: Shop): void {
  writeFileSync(
    path.join(shop.stateDir, 'ledger/2026-01-01.jsonl'),
    '{"time":"2026-01-01T10:00:00.000Z","event":"PreToolUse","session":"old","decision":"proceed","ms":1}\n',
    { mode: 0o600 },
  )
}

interface Change {
  readonly name: string
  readonly change: (shop: Shop) => void
  readonly text: string
  /** The package is the project's own. */
  readonly installed?: true
}

const changes: readonly Change[] = [
  {
    name: 'a mode',
    change: ({ fileOf }) => replaceIn(fileOf('hooks.yaml'), 'deny: Push', 'mode: watch, deny: Push'),
    text: 'hooks.yaml changed since you last saw it: no-force-push deny → watch',
  },
  {
    name: 'a rule that is gone',
    change: ({ fileOf }) => replaceIn(fileOf('hooks.yaml'), /.*no-rm.*\n/, ''),
    text: 'hooks.yaml changed since you last saw it: no-rm removed',
  },
  {
    name: 'a rule that is disabled',
    change: ({ fileOf }) => replaceIn(fileOf('hooks.yaml'), 'name: no-rm', 'name: no-rm, enabled: false'),
    text: 'hooks.yaml changed since you last saw it: no-rm removed',
  },
  {
    name: 'an ask in place of a deny',
    change: ({ fileOf }) => replaceIn(fileOf('hooks.yaml'), 'deny: Push', 'ask: Push'),
    text: 'hooks.yaml changed since you last saw it: no-force-push deny → ask',
  },
  {
    name: 'another match',
    change: ({ fileOf }) => replaceIn(fileOf('hooks.yaml'), 'git push --force', 'git push --force --all'),
    text: 'hooks.yaml changed since you last saw it: no-force-push changed',
  },
  {
    name: 'a script that is not waited for',
    change: ({ fileOf }) =>
      replaceIn(fileOf('hooks.yaml'), "run: 'touch ran'", "run: 'touch ran', background: true"),
    text: 'hooks.yaml changed since you last saw it: trace changed',
  },
  {
    name: 'limits',
    change: ({ fileOf }) => appendFileSync(fileOf('hooks.yaml'), 'limits: { reply_chars: 5 }\n'),
    text: 'hooks.yaml changed since you last saw it: limits changed',
  },
  {
    name: 'groups',
    change: ({ fileOf }) => appendFileSync(fileOf('hooks.yaml'), 'groups: { read: [mcp__fs__put] }\n'),
    text: 'hooks.yaml changed since you last saw it: groups changed',
  },
  {
    name: 'the line in the settings of an agent',
    change: ({ fileOf }) => rmSync(fileOf('.claude/settings.local.json')),
    text: '.claude/settings.local.json no longer calls hooks at ',
  },
  {
    name: 'the commands of that line',
    change: ({ fileOf }) => replaceIn(fileOf('.claude/settings.local.json'), /\[ -r /g, '[ -w '),
    text: 'the commands that call hooks in .claude/settings.local.json changed',
  },
  {
    name: 'a setting that switches hooks off',
    change: ({ fileOf }) => writeFileSync(fileOf('.claude/settings.json'), '{ "disableAllHooks": true }'),
    text: '"disableAllHooks" is true in .claude/settings.json',
  },
  {
    name: 'the installed program',
    change: ({ packageDir }) => appendFileSync(path.join(packageDir, 'dist/otlp.cjs'), ' '),
    text: 'changed, and it is still version',
    installed: true,
  },
  {
    name: 'the installed caller',
    change({ packageDir }) {
      const caller = path.join(packageDir, `../@hooks-yaml/caller-${process.platform}-${process.arch}`)
      mkdirSync(caller, { recursive: true })
      writeFileSync(path.join(caller, 'caller'), '#!/bin/sh\n', { mode: 0o755 })
    },
    text: 'changed, and it is still version',
    installed: true,
  },
  {
    name: 'trust, written by hand',
    change({ home, root, fileOf }) {
      const file = path.join(home, '.local/state/hooks/trust', `${projectKey(root)}.json`)
      const { units, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
      replaceIn(fileOf('hooks.yaml'), /.*name: trace.*\n/, (line) => line + line.replace('trace', 'again'))
      const [key = ''] = Object.keys(units)
      const added = { ...units, [key.replace('trace', 'again')]: units[key] }
      writeFileSync(file, JSON.stringify({ ...rest, units: added }))
    },
    text: 'again is trusted, but not by "hooks trust"',
  },
  {
    name: 'a pause, written by hand',
    change({ stateDir }) {
      const pause = {
        rule: 'no-force-push',
        since: Date.now(),
        until: Date.now() + 1e8,
        reason: 'x',
        by: 'x',
      }
      writeFileSync(path.join(stateDir, 'pauses.json'), JSON.stringify({ pauses: [pause] }), { mode: 0o600 })
    },
    text: 'rule no-force-push is paused until ',
  },
  {
    name: 'the record, removed beside the ledger',
    change(shop) {
      makeOld(shop)
      rmSync(path.join(shop.stateDir, 'seen.json'))
    },
    text: 'the record of the rules that you last saw was gone on ',
  },
  {
    name: 'the record, damaged beside the ledger',
    change(shop) {
      makeOld(shop)
      writeFileSync(path.join(shop.stateDir, 'seen.json'), '{"seen":')
    },
    text: 'the record of the rules that you last saw was gone on ',
  },
]

/** With paths as they are, on one line each. */
const unfolded = (shop: Shop, text: string): string =>
  text.replace(/\n +/g, ' ').replaceAll('~/', `${shop.home}/`)

describe('what weakens is reported at each session, until a person has seen it', () => {
  test.each(changes)('$name', async ({ change, text, installed }) => {
    const shop = await settled(installed === true ? openInstalled() : openShop())
    change(shop)
    expect(await start(shop)).toContain(text)
    expect(await start(shop)).toContain(text)
    const { stdout } = await shop.hooks(['status'], { types: '' })
    expect(unfolded(shop, stdout)).toContain(text)
    expect(await shop.hooks(['review'], { types: 'yes' })).toMatchObject({ exit: 1 })
    expect(await start(shop)).toContain(text)
    expect(await shop.hooks(['review'], { types: 'seen' })).toMatchObject({ exit: 0 })
    expect(await start(shop)).not.toMatch(alarm)
  })
})

describe('what nobody has seen', () => {
  const weaken = ({ fileOf }: Shop): void =>
    replaceIn(fileOf('hooks.yaml'), 'deny: Push', 'mode: watch, deny: Push')

  test('is shown by status at a pseudo-terminal, which clears nothing', async () => {
    const shop = await settled()
    weaken(shop)
    const bin = path.join(shop.packageDir, 'dist/bin.cjs')
    const shown = execFileSync('script', ['-qec', `${process.execPath} ${bin} status`, '/dev/null'], {
      cwd: shop.root,
      env: { PATH: process.env['PATH'], HOME: shop.home },
      encoding: 'utf8',
    })
    expect(shown).toContain('no-force-push deny → watch')
    expect(await start(shop)).toContain('no-force-push deny → watch')
  })

  test('is not cleared without a terminal', async () => {
    const shop = await settled()
    weaken(shop)
    await start(shop)
    expect(await shop.hooks(['review'])).toMatchObject({ exit: 1 })
    expect(await start(shop)).toContain('no-force-push deny → watch')
  })

  test('is not cleared by what a person does about something else', async () => {
    const shop = await settled()
    weaken(shop)
    const pause = ['pause', 'no-rm', '--for', '1h', '--reason', 'cleaning']
    expect(await shop.hooks(pause, { types: 'pause' })).toMatchObject({ exit: 0 })
    const said = await start(shop)
    expect(said).toContain('no-force-push deny → watch')
    expect(said).not.toContain('not by "hooks pause"')
  })

  test('is reported during a session at the first event after the change, once', async () => {
    const shop = await settled()
    weaken(shop)
    expect(await call(shop, 'true')).toContain('no-force-push deny → watch')
    expect(await call(shop, 'true')).toBe('')
    appendFileSync(shop.fileOf('hooks.yaml'), '# a comment\n')
    expect(await call(shop, 'true')).toBe('')
  })

  test('is nothing any more once it is taken back', async () => {
    const shop = await settled()
    const before = readFileSync(shop.fileOf('hooks.yaml'), 'utf8')
    weaken(shop)
    await start(shop)
    writeFileSync(shop.fileOf('hooks.yaml'), before)
    expect(await start(shop)).not.toMatch(alarm)
  })

  test('is reported by a copy of hooks that never saw the rules', async () => {
    const shop = await settled(openInstalled())
    const other = elsewhere(shop, { packageDir: anotherVersion(shop) })
    replaceIn(shop.fileOf('hooks.yaml'), 'deny: Push', 'mode: watch, deny: Push')
    expect(await start(other)).toContain('no-force-push deny → watch')
  })

  test('is reported by each version that saw the rules', async () => {
    const shop = await settled(openInstalled())
    const other = elsewhere(shop, { packageDir: anotherVersion(shop) })
    await start(other)
    weaken(shop)
    for (const each of [other, shop]) expect(await start(each)).toContain('no-force-push deny → watch')
    expect(await shop.hooks(['review'], { types: 'seen' })).toMatchObject({ exit: 0 })
    for (const each of [other, shop]) expect(await start(each)).not.toMatch(alarm)
  })
})

test('what tightens or is neutral is reported once', async () => {
  const shop = await settled(openInstalled())
  replaceIn(shop.fileOf('hooks.yaml'), 'ask: Is', 'deny: Is')
  appendFileSync(shop.fileOf('hooks.yaml'), '    - { name: no-mv, match: { command: mv }, deny: Stay. }\n')
  replaceIn(path.join(shop.packageDir, 'dist/run.cjs'), 'version:`0.1.0`', 'version:`0.1.1`')
  rmSync(path.join(shop.home, '.cache'), { recursive: true })
  const said = await start(shop)
  expect(said).toContain('hooks.yaml changed since you last saw it: no-rm ask → deny, no-mv added')
  expect(said).toContain('is version 0.1.1 now; it was 0.1.0')
  expect(await start(shop)).not.toMatch(alarm)
})

test('texts, comments and the order of rules are nothing to report', async () => {
  const shop = await settled()
  replaceIn(shop.fileOf('hooks.yaml'), 'Push a branch.', 'Please push a branch.')
  replaceIn(shop.fileOf('hooks.yaml'), /(.*no-force-push.*\n)(.*no-rm.*\n)/, '    # both\n$2$1')
  expect(await start(shop)).not.toMatch(alarm)
})

describe('what a person does with hooks is not reported as a change', () => {
  test.each([
    ['pause', ['pause', 'no-rm', '--for', '1h', '--reason', 'cleaning']],
    ['uninstall', ['uninstall', 'claude-code']],
    ['trust', ['trust', '--content']],
  ])('%s', async (word, args) => {
    const shop = await settled()
    expect(await shop.hooks(args, { types: word })).toMatchObject({ exit: 0 })
    expect(await start(shop)).not.toMatch(alarm)
  })

  test('the first rules, trusted as they are written', async () => {
    const shop = openShop({})
    await start(shop)
    expect(await shop.hooks(['init'], { types: '' })).toMatchObject({ exit: 0 })
    expect(await start(shop)).not.toMatch(alarm)
  })

  test('a first call beside another, which has made the ledger and not written yet', async () => {
    const shop = openShop()
    await shop.hooks(['trust'], { types: 'trust' })
    const ledger = path.join(shop.stateDir, 'ledger')
    for (const name of readdirSync(ledger)) rmSync(path.join(ledger, name))
    writeFileSync(path.join(ledger, `${new Date().toISOString().slice(0, 10)}.jsonl`), '', { mode: 0o600 })
    rmSync(path.join(shop.stateDir, 'seen.json'))
    await expectQuiet(shop)
  })

  test('where nothing was recorded yet', async () => {
    const shop = openShop()
    await shop.hooks(['trust'], { types: 'trust' })
    makeOld(shop)
    await expectQuiet(shop)
  })
})
