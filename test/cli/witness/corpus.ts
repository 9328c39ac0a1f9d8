// Every rule that the product ships, shows or documents.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compilePlan, type CompileResult } from '../../../src/config/compile/compile.ts'
import { catalog } from '../../../src/catalog.ts'
import { createFiles } from '../../../src/store/files.ts'
import { isWritten } from '../../../src/model/built-in-rules.ts'
import type { Rule } from '../../../src/model/types.ts'
import { blocksOf, fileOf, packageDir } from '../../docs/page.ts'

export interface Source {
  readonly name: string
  readonly text: string
  readonly result: CompileResult
}

const root = '/shop'

/** The rules of a hooks.yaml in a project where nothing else stands. */
export function compileText(text: string): CompileResult {
  const disk = createFiles()
  const own = path.join(root, 'hooks.yaml')
  return compilePlan({
    root,
    layers: [{ layer: 'project', path: own, file: 'hooks.yaml' }],
    env: { HOME: '/home/dana' },
    files: {
      ...disk,
      read: (file) => (file === own ? text : disk.read(file)),
      kind: (file) => (file === own ? 'file' : disk.kind(file)),
      real: (file) => (file.startsWith(root) ? file : disk.real(file)),
    },
    catalog,
    presetDir: path.join(packageDir, 'presets'),
    recipeDirs: [path.join(packageDir, 'recipes')],
    templateProblem: () => undefined,
    version: '0.1.0',
    trust: 'all',
  })
}

export const rulesOf = ({ plan }: CompileResult): readonly Rule[] =>
  Object.values(plan?.events ?? {})
    .flat()
    .filter(isWritten)

const read = (file: string): string => readFileSync(path.join(packageDir, file), 'utf8')
const below = (dir: string, end: RegExp): readonly string[] =>
  readdirSync(path.join(packageDir, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => end.test(file))
    .toSorted()
    .map((file) => path.join(dir, file))

function source(name: string, text: string): Source {
  return { name, text, result: compileText(text) }
}

const pages = ['README.md', ...below('docs', /\.md$/), ...below('recipes', /\.md$/), ...below('examples', /\.md$/)]

/** Those of presets, examples and pages. */
export function shipped(): readonly Source[] {
  return [
    ...['relaxed', 'recommended', 'strict'].map((name) => source(`presets/${name}.yaml`, `extends: [${name}@1]`)),
    ...['hooks.example.yaml', ...below('examples', /hooks.*\.yaml$/)].map((file) => source(file, read(file))),
    ...pages.flatMap((page) =>
      blocksOf(read(page))
        .filter((block) => /hooks[\w.-]*\.yaml$/.test(fileOf(block) ?? ''))
        .map((block) => source(`${page}:${block.line}`, block.text)),
    ),
  ]
}

const shared = path.resolve(packageDir, '../../shared/cases/hooks')

/** What other people's hooks do, where it is there. */
export function collected(): readonly Source[] {
  if (!existsSync(shared)) return []
  const files = readdirSync(shared).filter((file) => file.endsWith('.yaml'))
  const rows = readFileSync(path.join(shared, 'settings.jsonl'), 'utf8').trim().split('\n')
  return [
    ...files.map((file) => source(file, readFileSync(path.join(shared, file), 'utf8'))),
    ...rows.map((row) => {
      const { id, settings } = JSON.parse(row) as { id: string; settings: unknown } // its rows
      return source(id, JSON.stringify(settings))
    }),
  ]
}
