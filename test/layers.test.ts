import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

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

test('the walls hold, by the order that stands in the script', () => {
  const script = path.join(root, 'scripts/house.mjs')
  expect(spawnSync(process.execPath, [script], { encoding: 'utf8' }).stderr).toBe('')
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
