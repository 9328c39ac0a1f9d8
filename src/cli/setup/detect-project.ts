// Detects what kinds of project lie in a tree, their tests and formatters, and the agents, from the names of files.
import { basename, dirname, join } from 'node:path'
import { agents } from '../../catalog.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Env, Files } from '../../model/types.ts'
import { type AskGit, askGit } from '../../shell/look/ask-git.ts'
import { directoryOf } from '../agents/agents.ts'
import { type Formatter, type ProjectKind, projectKinds } from './project-kinds.ts'

export interface DetectedProject {
  /** That of the directory itself first. */
  readonly kinds: readonly ProjectKind[]
  readonly language?: string
  /** The test command. */
  readonly test?: readonly string[]
  readonly format?: Formatter
  /** The lockfiles found, by name. */
  readonly lockfiles: readonly string[]
  /** Generated directories of the root. */
  readonly made: readonly string[]
  /** Directories of database migrations, from the root, and one that HEAD has. */
  readonly migrations: { readonly dirs: readonly string[]; readonly applied?: string }
  readonly agents: readonly string[]
  /** Of the format, for editors: beside the package where it is installed here, else where it is published. */
  readonly schema: string
}

const installed = 'node_modules/hooks-yaml/schemas/hooks.schema.json'
const published = 'https://unpkg.com/hooks-yaml/schemas/hooks.schema.json'

interface ProjectPlace {
  readonly root: string
  readonly home: string
  readonly env: Env
}

export function detectProject({ root, home, env }: ProjectPlace, files: Files): DetectedProject {
  const read = (file: string): string | undefined => files.read(join(root, file))
  const tree = treeOf(root, files)
  const json = packageOf(read('package.json'))
  const own = tree.files.filter((file) => !isAside(dirname(file)))
  const kinds = kindsIn(own, json)
  const names = namesOf(tree.files)
  const ownNames = namesOf(own)
  const language = languageOf(kinds[0], { names, json })
  const test = testOf(kinds, { names, json, read })
  const format = kinds.flatMap(({ formatters = [] }) => formatters).find((each) => isNamed(each, read))
  return {
    kinds,
    ...(language !== undefined && { language }),
    ...(test !== undefined && { test }),
    ...(format !== undefined && { format }),
    lockfiles: kinds.flatMap(({ lockfiles = [] }) => lockfiles.filter((name) => ownNames.has(name))),
    made: [...new Set(kinds.flatMap(({ made = [] }) => made))].filter((dir) => isDir(files, join(root, dir))),
    migrations: migrationsIn({ files: own, dirs: tree.dirs }, askGit(root, { root, env })),
    agents: agents.flatMap((agent) =>
      directoryOf(agent, [root, home], (dir) => isDir(files, dir)) === undefined ? [] : [agent.name],
    ),
    schema: read(installed) === undefined ? published : `./${installed}`,
  }
}

const namesOf = (files: readonly string[]): ReadonlySet<string> =>
  new Set(files.map((file) => basename(file)))

/** What tests and examples hold are projects, too, and not this one. */
const isAside = (dir: string): boolean =>
  dir
    .split('/')
    .some((name) => /^_*(?:tests?|specs?|fixtures?|testdata|examples?|samples?|mocks?|e2e)_*$/.test(name))

const isDir = (files: Files, path: string): boolean => files.kind(path) === 'dir'

interface Tree {
  /** Relative to the root; those of the root first, then a level after the other. */
  readonly files: readonly string[]
  readonly dirs: readonly string[]
}

const MAX_DEPTH = 8
const MAX_FILES = 20_000
/** Of a level: links may lead back. */
const MAX_DIRS = 2000

/** Without what tools made, and what is hidden. */
function treeOf(root: string, files: Files): Tree {
  const left = new Set(['node_modules', ...projectKinds.flatMap(({ made = [] }) => made)])
  const isEntered = (dir: string): boolean => !dir.startsWith('.') && !left.has(dir)
  const found: string[] = []
  const levels: (readonly string[])[] = [['']]
  for (let at = 0; at < MAX_DEPTH && found.length < MAX_FILES; at++) {
    const entries = (levels[at] ?? []).flatMap((dir) =>
      files.list(join(root, dir)).map((entry) => ({ entry, path: join(dir, entry) })),
    )
    found.push(...entries.flatMap(({ entry, path }) => (entry.endsWith('/') ? [] : [path])))
    const dirs = entries.filter(({ entry }) => entry.endsWith('/') && isEntered(entry.slice(0, -1)))
    levels.push(dirs.slice(0, MAX_DIRS).map(({ path }) => path.slice(0, -1)))
  }
  return { files: found, dirs: levels.slice(1).flat() }
}

const isSign = (sign: string, name: string): boolean =>
  sign.startsWith('*') ? name.endsWith(sign.slice(1)) : name === sign

/**
 * Of one language the outermost: a package in a workspace belongs to the manager of the whole. Beside what stands at the
 * root only what has a lockfile counts: a package that is made for others has none.
 */
function kindsIn(files: readonly string[], json: PackageJson | undefined): readonly ProjectKind[] {
  const said = typeof json?.packageManager === 'string' ? json.packageManager.split('@')[0] : undefined
  const found = projectKinds.flatMap((kind) => {
    const dirs = kind.name === said ? ['.'] : dirsOf(kind, files)
    return dirs.length === 0 ? [] : [{ kind, dirs, depth: kind.name === said ? -1 : depthOf(dirs) }]
  })
  const names = namesOf(files)
  const isLocked = ({ lockfiles = [] }: ProjectKind): boolean => lockfiles.some((name) => names.has(name))
  const hasRoot = found.some(({ depth }) => depth <= 0)
  const outermost = found
    .filter(({ kind, depth }) => depth <= 0 || !hasRoot || isLocked(kind))
    .toSorted((one, two) => one.depth - two.depth)
  return outermost
    .filter(({ kind, dirs }, at) =>
      outermost
        .slice(0, at)
        .every(
          (outer) => outer.kind.language !== kind.language || !dirs.every((dir) => isIn(dir, outer.dirs)),
        ),
    )
    .map(({ kind }) => kind)
}

const dirsOf = ({ signs }: ProjectKind, files: readonly string[]): readonly string[] =>
  files.filter((file) => signs.some((sign) => isSign(sign, basename(file)))).map((file) => dirname(file))

const depthOf = (dirs: readonly string[]): number =>
  Math.min(...dirs.map((dir) => (dir === '.' ? 0 : dir.split('/').length)))

const isIn = (dir: string, tops: readonly string[]): boolean =>
  tops.some((top) => top === '.' || dir === top || dir.startsWith(`${top}/`))

interface PackageJson {
  readonly scripts?: Readonly<Record<string, unknown>>
  readonly packageManager?: unknown
  readonly dependencies?: object
  readonly devDependencies?: object
}

function packageOf(text: string | undefined): PackageJson | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

interface KnownFiles {
  readonly names: ReadonlySet<string>
  readonly json: PackageJson | undefined
}

function languageOf(kind: ProjectKind | undefined, { names, json }: KnownFiles): string | undefined {
  const isTyped =
    names.has('tsconfig.json') ||
    Object.hasOwn({ ...json?.dependencies, ...json?.devDependencies }, 'typescript')
  return kind?.language === 'JavaScript' && isTyped ? 'TypeScript' : kind?.language
}

interface Reading extends KnownFiles {
  readonly read: (file: string) => string | undefined
}

/** The project's own word for it, a script or a target, before what its kind says. */
function testOf(
  kinds: readonly ProjectKind[],
  { names, json, read }: Reading,
): readonly string[] | undefined {
  const script = json?.scripts?.['test']
  const manager = kinds.find(({ language, adds }) => language === 'JavaScript' && adds)?.name ?? 'npm'
  if (typeof script === 'string' && !script.includes('no test specified'))
    return manager === 'bun' ? ['bun', 'run', 'test'] : [manager, 'test']
  if (/^test[ \t]*:(?!=)/m.test(read('Makefile') ?? '')) return ['make', 'test']
  const has = (sign: string): boolean => [...names].some((name) => isSign(sign, name))
  const [kind] = kinds
  const known = kind?.tests?.find(({ sign }) => sign === undefined || has(sign))
  if (known !== undefined || kind?.language !== 'Python') return known?.argv
  const files = [
    'pyproject.toml',
    'requirements.txt',
    'requirements-dev.txt',
    'setup.cfg',
    'tox.ini',
    'Pipfile',
  ]
  return files.some((file) => read(file)?.includes('pytest') === true) ? kind.tests?.[0]?.argv : undefined
}

const isNamed = ({ named }: Formatter, read: Reading['read']): boolean =>
  named === undefined || read(named[0])?.includes(named[1]) === true

/** Directories of migrations by their last names: of the tools that write a file for each change of the schema. */
const migrationDirs: readonly string[] = [
  'migrations/versions',
  'alembic/versions',
  'migrations',
  'migration',
  'Migrations',
  'migrate',
]

const MAX_MIGRATIONS = 4

/** Those that hold files; where versions have a directory of their own, that. */
function migrationsIn({ files, dirs }: Tree, git: AskGit): DetectedProject['migrations'] {
  const filled = dirs.filter((dir) => files.some((file) => isIn(dirname(file), [dir])))
  const named = filled.filter((dir) => migrationDirs.some((name) => `/${dir}`.endsWith(`/${name}`)))
  const outer = named.filter((dir) => !named.some((other) => dirname(other) === dir))
  const found = outer.slice(0, MAX_MIGRATIONS)
  const listed = found.length === 0 ? '' : git('ls-tree', '-r', '-z', '--name-only', 'HEAD', '--', ...found)
  const [applied = ''] = listed?.split('\0') ?? []
  return { dirs: found, ...(applied !== '' && { applied }) }
}
