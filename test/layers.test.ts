import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Each folder imports only itself and what stands above it, types included. */
const order = [
  'model',
  'patterns',
  'shell',
  'matchers',
  'handlers',
  'builtins',
  'recipes',
  'engine',
  'config',
  'store',
  'agents',
  'library',
  'integrations',
  'run',
  'serve',
  'cli',
]

/** Files of src/ itself, and who may import them; each of them may import everything. */
const loose: Readonly<Record<string, readonly string[]>> = {
  'bin.ts': [],
  'catalog.ts': ['library', 'integrations', 'run', 'cli', 'chunks.ts', 'index.ts', 'build-data.ts'],
  'chunks.ts': ['library', 'run', 'cli', 'bin.ts', 'index.ts'],
  'index.ts': [],
  'build-data.ts': [],
  'tools.ts': [],
  'agent.ts': [],
}

/** One file a thing: as many as there are. */
const lists = ['builtins', 'matchers']

const packages: Readonly<Record<string, readonly string[]>> = {
  re2js: ['patterns'],
  unbash: ['shell', 'library', 'chunks.ts', 'model'], // in model/ the type of what it makes
  execa: ['handlers', 'recipes', 'cli'],
  liquidjs: ['recipes'],
  yaml: ['recipes', 'config'],
  ajv: ['config'],
  chokidar: ['config'],
  picomatch: ['config'],
  semver: ['config', 'cli'],
  '@bufbuild': ['config'],
  '@eslint-community': ['patterns'],
  diff: ['patterns', 'agents', 'cli'],
  'jsonc-parser': ['agents'],
  commander: ['cli'],
  ai: ['integrations'],
  langchain: ['integrations'],
  zod: ['integrations'],
}

const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.[jt]s$/.test(file))
const imports = new Map(sources.map((file) => [file, importsOf(file)]))

/** What a file names in `import`, `export … from`, `import()` and `typeof import()`. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(path.join(root, 'src', file), 'utf8')
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName)
}

function localImports(file: string): readonly string[] {
  return (imports.get(file) ?? [])
    .filter((target) => target.startsWith('.'))
    .map((target) => path.posix.join(path.posix.dirname(file), target))
    .filter((target) => sources.includes(target))
}

/** `engine` for engine/select/registry.ts; a file of src/ itself is its own. */
const roomOf = (file: string): string => file.split('/')[0] ?? file

function mayImport(file: string, target: string): boolean {
  const [from, to] = [roomOf(file), roomOf(target)]
  const importers = Object.hasOwn(loose, to) ? loose[to] : undefined
  if (importers !== undefined) return importers.includes(from)
  return Object.hasOwn(loose, from) || (order.includes(to) && order.indexOf(to) <= order.indexOf(from))
}

test('every file stands in a room, or is one of the few loose ones', () => {
  const rooms = [...order, ...Object.keys(loose)]
  expect(sources.filter((file) => !rooms.includes(roomOf(file)))).toEqual([])
  expect(Object.keys(loose).length).toBeLessThanOrEqual(12)
})

test('every file imports only what stands before it', () => {
  const breaches = sources.flatMap((file) =>
    localImports(file)
      .filter((target) => !mayImport(file, target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(breaches).toEqual([])
})

test('no file imports itself by way of others', () => {
  // chunks.ts names modules by their types, for those that load them later.
  const open = new Map(
    sources.filter((file) => file !== 'chunks.ts').map((file) => [file, localImports(file)]),
  )
  // What imports nothing that is left, or is imported by nothing that is left, is in no circle.
  for (let before = -1; before !== open.size;) {
    before = open.size
    const imported = new Set([...open.values()].flat())
    for (const [file, targets] of open)
      if (!imported.has(file) || !targets.some((target) => open.has(target))) open.delete(file)
  }
  const left = [...open].map(
    ([file, targets]) => `${file} imports ${targets.filter((target) => open.has(target)).join(', ')}`,
  )
  expect(left).toEqual([])
})

test('no folder holds more than twenty files', () => {
  const sizes = new Map<string, number>()
  for (const file of sources) {
    const folder = path.posix.dirname(file)
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  const large = [...sizes].filter(([folder, size]) => size > 20 && !lists.includes(folder))
  expect(large).toEqual([])
})

test('a package is imported only where it belongs', () => {
  const breaches = sources.flatMap((file) =>
    (imports.get(file) ?? [])
      .filter((target) => !target.startsWith('.') && !target.startsWith('node:'))
      .filter((target) => !(packages[target.split('/')[0] ?? ''] ?? []).includes(roomOf(file)))
      .map((target) => `${file} imports ${target}`),
  )
  expect(breaches).toEqual([])
})

test('a matcher, a built-in and an agent import none of their kind', () => {
  const kinds = ['matchers', 'builtins', 'agents']
  const ownOf = (file: string): string => file.split('/').slice(0, 2).join('/').replace(/\.ts$/, '')
  const shared = new Set([
    'matchers/shared',
    'matchers/cel',
    'builtins/shared',
    'builtins/tool-schemas',
    'agents/shared',
  ])
  const breaches = sources
    .filter((file) => kinds.includes(roomOf(file)))
    .flatMap((file) =>
      localImports(file)
        .filter((target) => roomOf(target) === roomOf(file) && ownOf(target) !== ownOf(file))
        .filter((target) => !shared.has(ownOf(target)))
        .map((target) => `${file} imports ${target}`),
    )
  expect(breaches).toEqual([])
})

test('only store, run and cli touch the process', () => {
  const outer = ['run', 'cli', 'library', 'bin.ts']
  const breaches = sources
    .filter(
      (file) =>
        !outer.includes(roomOf(file)) && !/^(?:handlers\/spawn|serve\/plugins|store\/plan\/dirs)/.test(file),
    )
    .filter((file) =>
      /(?<!')\bprocess\.(?:env|argv|stdin|stdout|stderr|exit|cwd)\b|\bconsole\./.test(
        readFileSync(path.join(root, 'src', file), 'utf8'),
      ),
    )
  expect(breaches).toEqual([])
})
