// The package as a consumer gets it: packed, installed offline, run, imported, its types checked without mercy.
import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const repository = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: readonly { readonly path: string }[]
}

let project = ''
let packed: Packed | undefined

const read = (file: string) => readFileSync(path.join(repository, file), 'utf8')
const write = (file: string, text: string) => writeFileSync(path.join(project, file), text)
const npm = (...args: readonly string[]) => run('npm', args, { cwd: project, env: environment() })

/** As a consumer's shell has it, not as npm's own script runner sets it. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^VITEST/i.test(name))
  return {
    ...Object.fromEntries(own),
    XDG_CONFIG_HOME: project,
    XDG_CACHE_HOME: project,
    XDG_STATE_HOME: project,
  }
}

async function node(code: string): Promise<unknown> {
  write('try.mjs', code)
  const { stdout } = await run(process.execPath, ['try.mjs'], {
    cwd: project,
    env: environment(),
    timeout: 20_000,
  })
  return JSON.parse(stdout)
}

beforeAll(async () => {
  if (!existsSync(path.join(repository, 'dist/index.mjs')))
    await run('npm', ['run', 'build'], { cwd: repository })
  project = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'consumer-')))
  // Without scripts: what is packed is what was built.
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
    cwd: repository,
  })
  ;[packed] = JSON.parse(stdout) as [Packed]
  write('package.json', JSON.stringify({ name: 'shop', version: '1.0.0', private: true }))
  await npm('install', `./${packed.filename}`, '--offline', '--ignore-scripts', '--no-audit', '--no-fund')
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('what is packed', () => {
  test('is the built program, the schemas, the presets, the recipes and the licences, and nothing else', () => {
    const names = packed?.files.map((file) => file.path) ?? []
    const tops = new Set(names.map((name) => name.split('/')[0]))
    const texts = ['LICENSE', 'README.md', 'THIRD-PARTY-LICENSES']
    expect(tops).toEqual(new Set([...texts, 'dist', 'package.json', 'presets', 'recipes', 'schemas']))
    const kinds =
      /^(?:LICENSE|THIRD-PARTY-LICENSES|README\.md|dist\/programs\.txt|dist\/(?:start|refuse)\.sh|.*\.(?:[cm]js|d\.mts|json|yaml|md))$/
    expect(names.filter((name) => !kinds.test(name) || name.startsWith('presets/source'))).toEqual([])
  })

  test('is published for everybody, with a proof of where it was built', () => {
    const { publishConfig, license, description, engines } = manifestIn('node_modules/hooks-yaml')
    expect(publishConfig).toEqual({ access: 'public', provenance: true })
    expect({ license, description, engines }).toEqual({
      license: 'MIT',
      description: expect.stringContaining('Claude Code'),
      engines: { node: '>=20.19' },
    })
  })

  test('needs nothing else, and nothing of it runs when it is installed', () => {
    expect(readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'hooks-yaml',
    ])
    const { dependencies, optionalDependencies, scripts = {} } = manifestIn('node_modules/hooks-yaml')
    expect([dependencies, optionalDependencies]).toEqual([undefined, undefined])
    expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([])
    const lock = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { hasInstallScript?: true }>
    }
    expect(lock.packages['node_modules/hooks-yaml']?.hasInstallScript).toBeUndefined()
  })

  test('asks for a framework only where one is used', () => {
    const { peerDependencies = {}, peerDependenciesMeta = {} } = manifestIn('node_modules/hooks-yaml')
    const isOptional = { optional: true }
    for (const name of Object.keys(peerDependencies)) expect(peerDependenciesMeta[name]).toEqual(isOptional)
  })

  test('has the licence of every package that stands in dist', () => {
    const licences = read('THIRD-PARTY-LICENSES')
    const listed = [...licences.matchAll(/^(\S+) (\d+\.\d+\.\d+\S*) \((\S+)\)$/gm)].map(
      ([, name, version]) => [name, version],
    )
    const { packages } = JSON.parse(read('package-lock.json'))
    const installed = Object.entries<{ version: string }>(packages).map(
      ([place, { version }]) => `${place.slice(place.lastIndexOf('node_modules/') + 13)} ${version}`,
    )
    expect(installed).toEqual(expect.arrayContaining(listed.map((each) => each.join(' '))))
    const names = listed.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(importedPackages()))
  })
})

function manifestIn(dir: string): Record<string, Record<string, unknown>> {
  return JSON.parse(readFileSync(path.join(project, dir, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, unknown>
  >
}

/** The packages that our sources import at run time, save those that whoever uses them brings. */
function importedPackages(): string[] {
  const files = readdirSync(path.join(repository, 'src'), { recursive: true, encoding: 'utf8' })
  const targets = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...read(`src/${file}`).matchAll(/^import (?!type\b)[^'"]*from '([^'.][^']*)'/gm)])
    .map(([, target = '']) => target)
  const { peerDependencies: peers = {} } = JSON.parse(read('package.json')) as { peerDependencies?: object }
  const names = targets.map((target) => /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
  return [...new Set(names)].filter((name) => !name.startsWith('node:') && !Object.hasOwn(peers, name))
}

describe('what is installed', () => {
  test('validates a file from the command line', async () => {
    write(
      'hooks.yaml',
      'hooks:\n  PreToolUse:\n    - { name: production, match: "deploy_*", deny: Ask a person. }\n',
    )
    const { stdout } = await run('npx', ['--offline', 'hooks', 'validate'], {
      cwd: project,
      env: environment(),
    })
    expect(stdout).toContain('hooks.yaml')
  })

  test('is imported, and decides by the project’s rules and the shipped presets', async () => {
    const seen = await node(`
      import { createEngine } from 'hooks-yaml'
      const engine = await createEngine()
      const { decision, reason } = await engine.dispatch({ event: 'PreToolUse', tool_name: 'deploy_shop' })
      const preset = await createEngine({ config: { extends: ['recommended'] } })
      console.log(JSON.stringify({ decision, reason, preset: preset.rules().length > 0 }))
    `)
    expect(seen).toEqual({ decision: 'deny', reason: 'Ask a person.', preset: true })
  })

  test('loads its watcher only for those that watch', async () => {
    const seen = await node(`
      import fs from 'node:fs'
      const before = process.getActiveResourcesInfo().length
      const { createEngine, builtins } = await import('hooks-yaml')
      const dist = 'node_modules/hooks-yaml/dist/'
      fs.renameSync(dist + 'index-watch.mjs', dist + 'away.mjs')
      await (await createEngine()).dispatch({ event: 'PreToolUse', tool_name: 'x' })
      const failed = await createEngine({ watch: true }).then(() => 'watched', (error) => error.code)
      fs.renameSync(dist + 'away.mjs', dist + 'index-watch.mjs')
      console.log(JSON.stringify({ failed, builtins: builtins.length > 0, left: process.getActiveResourcesInfo().length - before }))
    `)
    expect(seen).toEqual({ failed: 'ERR_MODULE_NOT_FOUND', builtins: true, left: 0 })
  })

  test('ends by itself once a watching engine is closed, at once or later', async () => {
    const seen = await node(`
      import { createEngine } from 'hooks-yaml'
      import fs from 'node:fs'
      await (await createEngine({ watch: true })).close()
      let reloaded
      const reload = new Promise((resolve) => (reloaded = resolve))
      const engine = await createEngine({ watch: true, onReload: reloaded })
      fs.appendFileSync('hooks.yaml', '    - { name: more, context: Be careful. }\\n')
      const { rules } = await reload
      await engine.close()
      console.log(JSON.stringify({ rules }))
    `)
    expect(seen).toEqual({ rules: 2 })
  })

  test('cannot be required by a name that it does not export', async () => {
    const seen = await node(`
      const codes = []
      for (const name of ['hooks-yaml/dist/main.cjs', 'hooks-yaml/nothing'])
        await import(name).catch((error) => codes.push(error.code))
      const schema = await import('hooks-yaml/schema', { with: { type: 'json' } })
      console.log(JSON.stringify({ codes, schema: schema.default.$schema !== undefined }))
    `)
    expect(seen).toEqual({
      codes: ['ERR_PACKAGE_PATH_NOT_EXPORTED', 'ERR_PACKAGE_PATH_NOT_EXPORTED'],
      schema: true,
    })
  })
})

const consumer = `
import { builtins, createEngine, defineBuiltin, HooksError, type Diagnostic, type HooksFile, type Verdict } from 'hooks-yaml'

const freeze = defineBuiltin({
  name: 'freeze',
  summary: 'denies every call',
  events: ['PreToolUse'],
  effects: 'none',
  compile: ({ why }: { readonly why: string }) => () => ({ decision: 'deny' as const, reason: why }),
})
const config: HooksFile = { hooks: { PreToolUse: [{ name: 'frozen', match: { tool: 'x' }, deny: 'No.' }] } }
const engine = await createEngine({ builtins: [...builtins, freeze], config, watch: undefined })
const verdict: Verdict = await engine.dispatch({ event: 'Stop', session_id: 's1' }, { signal: AbortSignal.timeout(1000) })
await engine.dispatch({ hook_event_name: 'Stop' }, { dialect: 'claude-code' })
// @ts-expect-error -- without a dialect it needs an event
await engine.dispatch({ hook_event_name: 'Stop' })
// @ts-expect-error -- there is no such option
await createEngine({ wacth: true })
const error: unknown = new HooksError('config', 'x')
const list: readonly Diagnostic[] = error instanceof HooksError ? (error.diagnostics ?? []) : []
export const seen = [verdict.decision, list.length]
await engine[Symbol.asyncDispose]()
`

test.each([
  [
    'as a project for Node has them',
    ['--types', 'node', '--typeRoots', path.join(repository, 'node_modules/@types')],
  ],
  ['without the types of Node', ['--lib', 'esnext,dom']],
])(
  'types hold %s, none of them skipped',
  async (_name, options) => {
    write('consumer.mts', consumer)
    const args = [
      path.join(repository, 'node_modules/typescript/bin/tsc'),
      ...'--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false'.split(' '),
      ...'--target es2022 --module nodenext'.split(' '),
      ...options,
      'consumer.mts',
    ]
    const seen = await run(process.execPath, args, { cwd: project }).catch((error: unknown) => error)
    expect(seen).toMatchObject({ stdout: '' })
  },
  60_000,
)

test('in a clone npx runs what was built, and builds nothing', async () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const built = () => statSync(path.join(repository, 'dist/bin.cjs')).ino
  const before = built()
  const env = { ...process.env, npm_config_cache: path.join(project, 'npm-cache') }
  const argv = ['exec', '--yes', '--offline', '--', 'hooks-yaml', '--version']
  const { stdout } = await run('npm', argv, { cwd: repository, env })
  expect(stdout.trim()).toBe(version)
  expect(built()).toBe(before)
})
