// action.yml and .pre-commit-hooks.yaml, run as a runner and as pre-commit do.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocksOf, readPage } from '../docs/page.ts'
import { finish, makeProject, type Project } from '../support/cli.ts'
import { isTouched } from '../support/part.ts'
import { type NpmServer, servePackages } from '../support/npm-server.ts'

const packageDir = path.resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(readPage('package.json')) as { name: string; version: string; bin: object }

const good = `version: 1
hooks:
  PreToolUse:
    - { name: no-release, match: { command: npm publish }, deny: Ask a person., examples: { deny: [npm publish] } }
`
const typo = good.replace('match:', 'mach:')
const untested = good.replace(/, examples: .*? \}/, '')
const failing = good.replace('[npm publish]', '[npm pack]')

interface Result {
  readonly exit: number | null
  readonly text: string
}

const home = makeProject()
const tarball = path.join(home.dir, `${manifest.name}-${manifest.version}.tgz`)
let packed = ''
let registry: NpmServer

/** npm as on a new machine: no settings, no cache. */
const npmEnv = {
  ...home.env,
  npm_config_cache: path.join(home.dir, 'npm-cache'),
  npm_config_update_notifier: 'false',
}

beforeAll(async () => {
  const pack = ['pack', '--pack-destination', home.dir]
  packed = execFileSync('npm', pack, {
    cwd: packageDir,
    env: npmEnv,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  registry = await servePackages([{ tarball, manifest }])
})
afterAll(() => registry.close())

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string; readonly description: string }>>
  readonly runs: { readonly steps: readonly Step[] }
}

interface Step {
  readonly name: string
  readonly shell: string
  readonly run: string
  readonly 'working-directory'?: string
  readonly env: Readonly<Record<string, string>>
}

const action = parse(readPage('action.yml')) as Action

/** The steps in a checked out repository, until one fails. */
async function runAction(project: Project, given: Readonly<Record<string, string>> = {}): Promise<Result> {
  const inputs = Object.entries(action.inputs).map(([name, input]) => [name, given[name] ?? input.default])
  const value = (text: string): string =>
    inputs.reduce(
      (filled, [name, input]) => filled.replace(`\${{ inputs.${name} }}`, () => input ?? ''),
      text,
    )
  const temp = path.join(project.dir, 'runner')
  mkdirSync(temp, { recursive: true })
  let text = ''
  for (const step of action.runs.steps) {
    const script = path.join(temp, 'step.sh')
    writeFileSync(script, step.run)
    const env = {
      ...npmEnv,
      HOME: project.dir,
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: packageDir,
      GITHUB_WORKSPACE: project.root,
      RUNNER_TEMP: temp,
      npm_config_registry: registry.url,
      ...Object.fromEntries(Object.entries(step.env).map(([name, each]) => [name, value(each)])),
    }
    const cwd = path.join(project.root, value(step['working-directory'] ?? ''))
    const ended = await finish(['bash', '--noprofile', '--norc', '-eo', 'pipefail', script], { cwd, env })
    text += `# ${step.name}\n${ended.stdout}${ended.stderr}`
    if (ended.exit !== 0) return { exit: ended.exit, text }
  }
  return { exit: 0, text }
}

describe('the GitHub action', () => {
  test('puts no input into a script, where it would run', () => {
    for (const { run, shell } of action.runs.steps)
      expect([shell, run]).toEqual(['bash', expect.not.stringContaining('${{')])
  })

  test('passes a valid file whose examples hold', async () => {
    const { exit, text } = await runAction(makeProject({ 'hooks.yaml': good }))
    expect({ exit, text }).toEqual({ exit: 0, text: expect.stringMatching(/# hooks test\n✓ 1 passed/) })
  })

  test('marks a typo at its place, with the fix', async () => {
    const { exit, text } = await runAction(makeProject({ 'hooks.yaml': typo }))
    expect({ exit, text }).toEqual({
      exit: 1,
      text: expect.stringMatching(/::error file=hooks\.yaml,line=4,.*"mach".*hint: rename it to "match"/),
    })
    expect(text).not.toContain('# hooks test')
  })

  test('says that there is no hooks.yaml', async () => {
    const { exit, text } = await runAction(makeProject())
    expect({ exit, text }).toEqual({ exit: 2, text: expect.stringContaining('there is no hooks.yaml') })
  })

  const plays = isTouched(
    'action.yml',
    'package.json',
    'src/cli/trial',
    'src/cli/write',
    import.meta.filename,
  )
  test.runIf(plays)('fails for an example that does not hold', async () => {
    const { exit, text } = await runAction(makeProject({ 'hooks.yaml': failing }))
    expect({ exit, text }).toEqual({ exit: 1, text: expect.stringMatching(/✗ no-release[^]*expected +deny/) })
  })

  test.runIf(plays)(
    'checks another directory and file, and annotations lead from the top of the repository',
    async () => {
      const project = makeProject({ 'hooks.yaml': good, 'shop api/hooks.ci.yaml': typo })
      const inputs = { 'working-directory': 'shop api', config: 'hooks.ci.yaml' }
      const { exit, text } = await runAction(project, inputs)
      expect({ exit, text }).toEqual({
        exit: 1,
        text: expect.stringContaining('::error file=shop api/hooks.ci.yaml,line=4,'),
      })
    },
  )

  test('takes the versions that the registry has, and no other package', async () => {
    const project = makeProject({ 'hooks.yaml': good, '.npmrc': 'registry=http://127.0.0.1:9/\n' })
    expect(await runAction(project, { version: '^0.1.0' })).toMatchObject({ exit: 0 })
    const { exit, text } = await runAction(project, { version: '99.0.0' })
    expect({ exit, text }).toEqual({ exit: 1, text: expect.stringContaining('hooks-yaml@99.0.0') })
  })

  test.runIf(plays)('is lenient or stricter when asked to be', async () => {
    const project = makeProject({ 'hooks.yaml': untested })
    expect(await runAction(project)).toMatchObject({ exit: 0 })
    expect(await runAction(project, { 'require-tests': 'true' })).toMatchObject({ exit: 1 })
    const warned = makeProject({
      'hooks.yaml': untested.replace('{ command: npm publish }', "{ command: 'rm.*' }"),
    })
    expect(await runAction(warned)).toMatchObject({ exit: 1, text: expect.stringContaining('::warning ') })
    expect(await runAction(warned, { strict: 'false' })).toMatchObject({ exit: 0 })
  })
})

interface PreCommitHook {
  readonly id: string
  readonly entry: string
  readonly language: string
  readonly files: string
  readonly pass_filenames?: false
}

const hooks = parse(readPage('.pre-commit-hooks.yaml')) as readonly PreCommitHook[]
const hookNamed = (id: string): PreCommitHook => {
  const found = hooks.find((hook) => hook.id === id)
  if (found === undefined) throw new Error(`no hook ${id}`)
  return found
}

describe('the hooks for pre-commit', () => {
  const prefix = path.join(home.dir, 'node_env')

  /** For `language: node`, pre-commit installs what the last line of `npm pack` names, and starts the entry with the staged files. */
  beforeAll(() => {
    const env = { ...npmEnv, npm_config_prefix: prefix }
    execFileSync(
      'npm',
      ['install', '-g', '--offline', '--no-audit', '--no-fund', path.join(home.dir, packed.trim())],
      { env },
    )
  })

  async function preCommit(
    project: Project,
    id: string,
    staged: readonly string[],
  ): Promise<Result | 'skipped'> {
    const { entry, files, pass_filenames: passes } = hookNamed(id)
    const matching = staged.filter((file) => new RegExp(files).test(file))
    if (matching.length === 0) return 'skipped'
    const argv = [...entry.split(' '), ...(passes === false ? [] : matching)]
    const env = { ...project.env, PATH: `${path.join(prefix, 'bin')}:${project.env['PATH']}` }
    const { exit, stdout, stderr } = await finish(argv, { cwd: project.root, env })
    return { exit, text: stdout + stderr }
  }

  test('npm pack prints the name of the package and nothing else, which pre-commit takes for a path', () => {
    expect(packed.trim()).toBe(path.basename(tarball))
  })

  test('are installed from the repository: their entries are commands of the package', () => {
    for (const { entry, language } of hooks) {
      expect(language).toBe('node')
      expect(Object.keys(manifest.bin)).toContain(entry.split(' ')[0])
    }
  })

  test('pass a valid file', async () => {
    const project = makeProject({ 'hooks.yaml': good })
    expect(await preCommit(project, 'hooks-validate', ['hooks.yaml', 'README.md'])).toMatchObject({ exit: 0 })
    expect(await preCommit(project, 'hooks-test', ['hooks.yaml'])).toMatchObject({ exit: 0 })
  })

  test('stop a commit with a typo, and say where and how to fix it', async () => {
    const project = makeProject({ 'hooks.yaml': good, 'hooks.api.yaml': typo })
    const found = await preCommit(project, 'hooks-validate', ['hooks.yaml', 'hooks.api.yaml'])
    expect(found).toMatchObject({
      exit: 1,
      text: expect.stringMatching(/^hooks\.api\.yaml:4:\d+: unknown key "mach"/),
    })
    expect(found).toMatchObject({ text: expect.stringContaining('= hint: rename it to "match"') })
  })

  test('stop a commit with an example that does not hold', async () => {
    const project = makeProject({ 'hooks.yaml': failing })
    expect(await preCommit(project, 'hooks-test', ['hooks.yaml'])).toMatchObject({ exit: 1 })
  })

  test('leave commits alone that touch no rules', async () => {
    const project = makeProject()
    for (const { id } of hooks)
      expect(
        await preCommit(project, id, ['src/hooks.ts', 'webhooks.yaml', 'charts/shop/templates/hooks.yaml']),
      ).toBe('skipped')
  })
})

/** What stands in docs/validate-in-ci.md for a reader to copy. */
function pageBlock(file: string): unknown {
  const block = blocksOf(readPage('docs/validate-in-ci.md')).find(({ words }) => words.includes(file))
  return parse(block?.text ?? '')
}

describe('docs/validate-in-ci.md', () => {
  test('gives the action only inputs that it has, and names all of them', () => {
    const { jobs } = pageBlock('.github/workflows/rules.yml') as {
      jobs: { rules: { steps: readonly { uses: string; with?: object }[] } }
    }
    const step = jobs.rules.steps.find(({ uses }) => uses === `OWNER/hooks@v${manifest.version}`)
    const given = Object.keys(step?.with ?? {})
    expect(given).not.toEqual([])
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given))
    const page = readPage('docs/validate-in-ci.md')
    for (const name of Object.keys(action.inputs)) expect(page).toContain(name)
  })

  test('gives pre-commit the hooks that the repository has', () => {
    const { repos } = pageBlock('.pre-commit-config.yaml') as {
      repos: readonly { rev: string; hooks: readonly { id: string }[] }[]
    }
    expect(repos[0]?.rev).toBe(`v${manifest.version}`)
    expect(repos[0]?.hooks.map(({ id }) => id)).toEqual(hooks.map(({ id }) => id))
  })
})
