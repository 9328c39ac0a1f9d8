// Mutants of the source: all in one build, of which each run has one, by the name of the behaviour in MUTANT. Those of texts that
// the build ships have a copy of it each.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { finish } from './cli.ts'
import { atEnd } from './end.ts'
import type { Command } from './scenario.ts'
import type { Library } from './scenario-lib.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface Mutant {
  readonly file: string
  readonly find: string
  readonly replace: string
}

export const mutants = parse(readFileSync(path.join(root, 'test/mission/mutants.yaml'), 'utf8')) as Readonly<
  Record<string, Mutant>
>

/** What stands in the way of a mutant. */
export function problemOf(
  { file, find, replace }: Mutant,
  textOf: (file: string) => string,
): string | undefined {
  const found = textOf(file).split(find).length - 1
  if (found !== 1) return `${JSON.stringify(find)} stands ${found} times in ${file}`
  return find === replace ? 'nothing changes' : undefined
}

export const sourceOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

/** A build with all mutants. */
export interface Mutable {
  command(id: string): Command
  library(id: string): Promise<Library>
}

const inputs = [
  'src',
  'native',
  'presets',
  'recipes',
  'schemas',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

export async function buildMutants(): Promise<Mutable> {
  const dir = mkdtempSync(path.join(tmpdir(), 'hooks-mutants-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  for (const name of inputs) cpSync(path.join(root, name), path.join(dir, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'))
  writeFileSync(
    path.join(dir, 'tsdown.config.ts'),
    sourceOf('tsdown.config.ts').replaceAll('dts: true', 'dts: false'),
  )
  for (const [file, text] of mutated()) writeFileSync(path.join(dir, file), text)
  const built = await finish([process.execPath, 'scripts/build.mjs'], { cwd: dir, env: { ...process.env } })
  expect(built.stderr).toBe('')
  expect(built.exit).toBe(0)
  const entry = (id: string, name: string): string => path.join(packageOf(id, dir), 'dist', name)
  return {
    command(id) {
      process.env.MUTANT = id
      return { bin: entry(id, 'bin.cjs'), env: { MUTANT: id }, resident: true }
    },
    async library(id) {
      process.env.MUTANT = id
      const loaded = ['index.mjs', 'tools.mjs', 'agent.mjs'].map((name) => load(entry(id, name), id))
      return Object.assign({}, ...(await Promise.all(loaded))) as Library // its entries
    },
  }
}

const shipped = ['dist', 'presets', 'recipes', 'schemas', 'package.json']

/** The build, or its copy with another text. */
function packageOf(id: string, build: string): string {
  const mutant = mutants[id]
  if (mutant === undefined || isCode(mutant)) return build
  const dir = path.join(build, 'mutants', id)
  if (existsSync(dir)) return dir
  for (const name of shipped) cpSync(path.join(build, name), path.join(dir, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(dir, 'node_modules'))
  const { file, find, replace } = mutant
  writeFileSync(
    path.join(dir, file),
    sourceOf(file).replace(find, () => replace),
  )
  return dir
}

function isCode({ file }: Mutant): boolean {
  return file.endsWith('.ts')
}

/** Each as Node loads it, anew for each mutant. */
const require = createRequire(import.meta.url)
function load(file: string, id: string): Promise<object> {
  const { load } = require('./load.cjs') as { load: (url: string) => Promise<object> } // it exports that alone
  return load(`${pathToFileURL(file).href}?mutant=${id}`)
}

function mutated(): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [id, mutant] of Object.entries(mutants)) {
    if (!isCode(mutant)) continue
    const { file, find, replace } = mutant
    const text = texts.get(file) ?? sourceOf(file)
    // Begins with a name: a parenthesis would go with the line before it, which ends in no semicolon.
    const chosen = `globalThis.Array.of(globalThis.process.env.MUTANT === '${id}' ? (${replace}) : (${find}))[0]`
    texts.set(
      file,
      text.replace(find, () => chosen),
    )
  }
  return texts
}
