// Detects a project's language, package manager, tests and agents from its files.
import { join } from 'node:path'
import { agents } from '../../catalog.ts'
import type { Files } from '../../model/types.ts'
import { directoryOf } from '../agents/agents.ts'

export interface DetectedProject {
  readonly language?: 'TypeScript' | 'JavaScript' | 'Python' | 'Rust' | 'Go'
  readonly manager?: Manager
  /** The test command. */
  readonly test?: readonly string[]
  readonly format?: Formatter
  /** The lockfiles found. */
  readonly lockfiles: readonly string[]
  /** Generated directories, with a trailing slash. */
  readonly made: readonly string[]
  /** The directory of database migrations. */
  readonly migrations?: string
  readonly agents: readonly string[]
  /** Path of our schema when the package is installed here. */
  readonly schema?: string
}

export interface Manager {
  readonly name: string
  /** Installs the dependencies. */
  readonly install: string
  /** Package managers of the same ecosystem that are wrong here. */
  readonly others: readonly string[]
}

export interface Formatter {
  readonly argv: readonly string[]
  readonly globs: readonly string[]
}

type ReadText = (file: string) => string | undefined

interface PackageJson {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly packageManager?: unknown
  readonly dependencies?: object
  readonly devDependencies?: object
}

const scripts = { name: 'npm', install: 'npm install' } as const
const managers: Readonly<Record<string, Omit<Manager, 'others'> & { readonly kind: 'js' | 'py' | 'own' }>> = {
  'pnpm-lock.yaml': { name: 'pnpm', install: 'pnpm install', kind: 'js' },
  'yarn.lock': { name: 'yarn', install: 'yarn install', kind: 'js' },
  'bun.lock': { name: 'bun', install: 'bun install', kind: 'js' },
  'bun.lockb': { name: 'bun', install: 'bun install', kind: 'js' },
  'package-lock.json': { ...scripts, kind: 'js' },
  'npm-shrinkwrap.json': { ...scripts, kind: 'js' },
  'uv.lock': { name: 'uv', install: 'uv sync', kind: 'py' },
  'poetry.lock': { name: 'poetry', install: 'poetry install', kind: 'py' },
  'Pipfile.lock': { name: 'pipenv', install: 'pipenv install', kind: 'py' },
  'Cargo.lock': { name: 'cargo', install: 'cargo build', kind: 'own' },
  'go.sum': { name: 'go', install: 'go mod tidy', kind: 'own' },
  'Gemfile.lock': { name: 'bundle', install: 'bundle install', kind: 'own' },
  'composer.lock': { name: 'composer', install: 'composer install', kind: 'own' },
}
const kinds = { js: ['npm', 'pnpm', 'yarn', 'bun'], py: ['pip', 'uv', 'poetry', 'pipenv'], own: [] } as const

const made = ['node_modules/', 'dist/', 'build/', 'target/', '.venv/', 'coverage/', 'vendor/']
const migrations = ['migrations', 'db/migrations', 'db/migrate', 'prisma/migrations', 'src/migrations']
const schema = 'node_modules/hooks-yaml/schemas/hooks.schema.json'

export function detectProject(root: string, home: string, files: Files): DetectedProject {
  const read: ReadText = (file) => files.read(join(root, file))
  const isDir = (dir: string): boolean => files.kind(join(root, dir)) === 'dir'
  const json = packageOf(read('package.json'))
  const lockfiles = Object.keys(managers).filter((file) => files.kind(join(root, file)) === 'file')
  const manager = managerOf(lockfiles, json)
  const language = languageOf(read, json)
  const test = testOf(read, { json, manager, language })
  const format = formatterOf(read, { json, manager, language })
  const found = migrations.find(isDir)
  return {
    ...(language !== undefined && { language }),
    ...(manager !== undefined && { manager }),
    ...(test !== undefined && { test }),
    ...(format !== undefined && { format }),
    lockfiles,
    made: made.filter((dir) => isDir(dir) && !(dir === 'vendor/' && language !== 'Go')),
    ...(found !== undefined && { migrations: found }),
    agents: agents.flatMap((agent) =>
      directoryOf(agent, [root, home], (dir) => files.kind(dir) === 'dir') === undefined ? [] : [agent.name],
    ),
    ...(read(schema) !== undefined && { schema: `./${schema}` }),
  }
}

function packageOf(text: string | undefined): PackageJson | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function managerOf(lockfiles: readonly string[], json: PackageJson | undefined): Manager | undefined {
  const said = typeof json?.packageManager === 'string' ? json.packageManager.split('@')[0] : undefined
  const rows = lockfiles.flatMap((file) => managers[file] ?? [])
  const known = Object.values(managers)
  const row =
    known.find(({ name }) => name === said) ??
    rows[0] ??
    (json === undefined ? undefined : { ...scripts, kind: 'js' as const })
  if (row === undefined) return undefined
  const { kind, name, install } = row
  return { name, install, others: kinds[kind].filter((other) => other !== name) }
}

function languageOf(read: ReadText, json: PackageJson | undefined): DetectedProject['language'] {
  if (read('tsconfig.json') !== undefined || has(json, 'typescript')) return 'TypeScript'
  if (read('Cargo.toml') !== undefined) return 'Rust'
  if (read('go.mod') !== undefined) return 'Go'
  if (json !== undefined) return 'JavaScript'
  const python = ['pyproject.toml', 'setup.py', 'requirements.txt', 'Pipfile'].some(
    (file) => read(file) !== undefined,
  )
  return python ? 'Python' : undefined
}

function has(json: PackageJson | undefined, name: string): boolean {
  const both = { ...json?.dependencies, ...json?.devDependencies }
  return Object.hasOwn(both, name)
}

interface Known {
  readonly json: PackageJson | undefined
  readonly manager: Manager | undefined
  readonly language: DetectedProject['language']
}

function testOf(read: ReadText, { json, manager, language }: Known): readonly string[] | undefined {
  const script = json?.scripts?.['test']
  if (typeof script === 'string' && !script.includes('no test specified')) {
    return manager?.name === 'bun' ? ['bun', 'run', 'test'] : [manager?.name ?? 'npm', 'test']
  }
  if (/^test[ \t]*:(?!=)/m.test(read('Makefile') ?? '')) return ['make', 'test']
  if (language === 'Rust') return ['cargo', 'test']
  if (language === 'Go') return ['go', 'test', './...']
  if (language !== 'Python' || !isPytest(read)) return undefined
  return manager?.name === 'uv' || manager?.name === 'poetry' ? [manager.name, 'run', 'pytest'] : ['pytest']
}

function isPytest(read: ReadText): boolean {
  const named = [
    'pyproject.toml',
    'requirements.txt',
    'requirements-dev.txt',
    'setup.cfg',
    'tox.ini',
    'Pipfile',
  ]
  return read('pytest.ini') !== undefined || named.some((file) => read(file)?.includes('pytest') === true)
}

const scriptGlobs = ['*.ts', '*.tsx', '*.js', '*.jsx'] as const

function formatterOf(read: ReadText, { json, manager, language }: Known): Formatter | undefined {
  const exec = { pnpm: ['pnpm', 'exec'], yarn: ['yarn', 'exec'], bun: ['bunx'] }[manager?.name ?? ''] ?? [
    'npx',
  ]
  if (has(json, '@biomejs/biome'))
    return { argv: [...exec, 'biome', 'format', '--write'], globs: scriptGlobs }
  if (has(json, 'prettier')) return { argv: [...exec, 'prettier', '--write'], globs: scriptGlobs }
  if (language === 'Rust') return { argv: ['rustfmt'], globs: ['*.rs'] }
  if (language === 'Go') return { argv: ['gofmt', '-w'], globs: ['*.go'] }
  if (language !== 'Python' || read('pyproject.toml')?.includes('ruff') !== true) return undefined
  const run = manager?.name === 'uv' || manager?.name === 'poetry' ? [manager.name, 'run'] : []
  return { argv: [...run, 'ruff', 'format'], globs: ['*.py'] }
}
