// What scripts/release.mjs packs, as a person gets it: installed from a registry, with the caller of this machine.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { finish, type Finished, makeProject } from '../support/cli.ts'
import { hasCompiler } from '../support/engine.ts'
import { type NpmServer, servePackages } from '../support/npm-server.ts'
import { until } from '../support/time.ts'
import { trustProject } from '../support/trust.ts'

const repository = path.resolve(import.meta.dirname, '../..')
const own = `@hooks-yaml/caller-${process.platform}-${process.arch}`
const isPackaged = ['linux', 'darwin'].includes(process.platform) && ['x64', 'arm64'].includes(process.arch)

const project = makeProject({
  'hooks.yaml': `version: 1
hooks:
  PreToolUse:
    - { name: push, match: { command: git push --force }, deny: Not here. }
`,
  'package.json': '{ "name": "shop", "private": true }',
})
const modules = path.join(project.root, 'node_modules')
const packages = mkdtempSync(path.join(tmpdir(), 'hooks-release-'))
let registry: NpmServer | undefined

const env = {
  ...project.env,
  npm_config_cache: path.join(project.dir, 'npm-cache'),
  npm_config_update_notifier: 'false',
}

type Manifest = Readonly<Record<'name' | 'version', string>> & {
  readonly os?: readonly string[]
  readonly scripts?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function manifestIn(tarball: string): Manifest {
  const text = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' })
  return JSON.parse(text) as Manifest // a script of ours wrote it
}

const packed = (): Manifest[] => readdirSync(packages).map((name) => manifestIn(path.join(packages, name)))

beforeAll(async () => {
  if (!hasCompiler || !isPackaged) return
  execFileSync(process.execPath, ['scripts/release.mjs', packages, '--cc'], { cwd: repository, env })
  const built = readdirSync(packages).map((name) => {
    const tarball = path.join(packages, name)
    return { tarball, manifest: manifestIn(tarball) }
  })
  const product = packed().find(({ name }) => name === 'hooks-yaml')
  const others = Object.entries(product?.optionalDependencies ?? {}).flatMap(([name, version]) =>
    name === own ? [] : [{ manifest: { name, version, os: ['aix'] } }],
  )
  registry = await servePackages([...built, ...others])
  const argv = ['npm', 'install', 'hooks-yaml', '--no-audit', '--no-fund', `--registry=${registry.url}`]
  const installed = await finish(argv, { cwd: project.root, env })
  if (installed.exit !== 0) throw new Error(installed.stderr)
})
afterAll(() => {
  registry?.close()
  rmSync(packages, { recursive: true, force: true })
})

const installedBin = path.join(modules, 'hooks-yaml/dist/bin.cjs')

/** As the agent starts the line in its settings. */
function call(event: string, payload: object): Promise<Finished> {
  const settings = readFileSync(path.join(project.root, '.claude/settings.local.json'), 'utf8')
  const { hooks } = JSON.parse(settings) as { hooks: Record<string, { hooks: { command: string }[] }[]> }
  const argv = ['sh', '-c', hooks[event]?.[0]?.hooks[0]?.command ?? '']
  const input = JSON.stringify({ hook_event_name: event, session_id: 's', cwd: project.root, ...payload })
  return finish(argv, { cwd: project.root, env: project.env }, { input })
}

const push = { tool_name: 'Bash', tool_input: { command: 'git push --force' } }

interface Status {
  readonly engine?: { readonly calls: number }
}

async function engine(): Promise<Status['engine']> {
  const argv = [process.execPath, installedBin, 'status', '--json']
  const { stdout } = await finish(argv, { cwd: project.root, env: project.env })
  return (JSON.parse(stdout) as Status).engine // ours
}

test.skipIf(!hasCompiler || !isPackaged)(
  'npm installs the caller of this machine alone, and runs nothing',
  async () => {
    const { scripts = {} } = packed().find(({ name }) => name === own) ?? {}
    expect(scripts).toEqual({})
    expect(readdirSync(path.join(modules, '@hooks-yaml'))).toEqual([path.basename(own)])
    expect(existsSync(path.join(modules, 'hooks-yaml/dist/caller'))).toBe(false)
    const lock = readFileSync(path.join(project.root, 'package-lock.json'), 'utf8')
    expect(lock).not.toContain('hasInstallScript')
  },
)

test.skipIf(!hasCompiler || !isPackaged)(
  'the line that install writes asks the engine by the installed caller, and does without one',
  async () => {
    const install = [process.execPath, installedBin, 'install', 'claude-code']
    expect(await finish(install, { cwd: project.root, env: project.env })).toMatchObject({ exit: 0 })
    trustProject(project.root, project.env)
    const caller = path.join(modules, own, 'caller')
    renameSync(caller, `${caller}.real`)
    const log = path.join(project.dir, 'log')
    writeFileSync(caller, `#!/bin/sh\necho "$2" >> '${log}'\nexec "$0.real" "$@"\n`, { mode: 0o755 })

    await call('SessionStart', { source: 'startup' })
    expect(readFileSync(log, 'utf8')).toBe(`${installedBin}\n`)
    await until(async () => (await engine()) !== undefined)
    rmSync(log) // `status` tries the line
    expect(await call('PreToolUse', push)).toMatchObject({
      exit: 2,
      stdout: expect.stringContaining('Not here.'),
    })
    expect(readFileSync(log, 'utf8')).toBe(`${installedBin}\n`)
    expect((await engine())?.calls).toBe(1)

    renameSync(path.join(modules, '@hooks-yaml'), path.join(modules, '@away'))
    expect(await call('PreToolUse', push)).toMatchObject({ exit: 2 })
    expect((await engine())?.calls).toBe(2)
    await finish([process.execPath, installedBin, 'serve', '--stop'], { cwd: project.root, env: project.env })
  },
)

test('the checkout names no caller, and the workflow packs by the script that is tested here', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(path.join(repository, 'package.json'), 'utf8'),
  ) as Manifest
  expect(optionalDependencies).toBeUndefined()
  const workflow = parse(readFileSync(path.join(repository, '.github/workflows/release.yml'), 'utf8')) as {
    jobs: { publish: { steps: readonly { run?: string }[] } }
  }
  const runs = workflow.jobs.publish.steps.map(({ run = '' }) => run)
  expect(runs).toContainEqual(expect.stringMatching(/^node scripts\/release\.mjs "\$RUNNER_TEMP\/packages"$/))
})
