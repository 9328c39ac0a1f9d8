// Every rule that the product ships, shows or documents, and those that other people's hooks become.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { catalog, matchers } from '../../../src/catalog.ts'
import { compilePlan } from '../../../src/config/compile/compile.ts'
import type { Plan } from '../../../src/model/types.ts'
import { createFiles } from '../../../src/store/disk/files.ts'
import { blocksOf, fileOf, packageDir } from '../../docs/page.ts'
import { openShop } from '../shop.ts'

export const root = '/shop'
export const home = '/home/dana'

/** The plan of a hooks.yaml in a project with our own examples; undefined where it is broken. */
export function planOf(text: string): Plan | undefined {
  const disk = createFiles()
  const own = path.join(root, 'hooks.yaml')
  const place = (file: string): string =>
    file.startsWith(`${root}/`) ? path.join(packageDir, file.slice(root.length)) : file
  return compilePlan({
    root,
    layers: [{ layer: 'project', path: own, file: 'hooks.yaml' }],
    env: { HOME: home },
    files: {
      ...disk,
      read: (file) => (file === own ? text : disk.read(place(file))),
      kind: (file) => (file === own ? 'file' : disk.kind(place(file))),
      list: (dir) => disk.list(place(dir)),
      real: (file) => file,
    },
    catalog,
    presetDir: path.join(packageDir, 'presets'),
    recipeDirs: [path.join(packageDir, 'recipes'), path.join(packageDir, 'examples/recipes')],
    templateProblem: () => undefined,
    version: '0.1.0',
    trust: 'all',
  }).plan
}

export type Text = readonly [name: string, text: string]

const read = (file: string): string => readFileSync(path.join(packageDir, file), 'utf8')

const below = (dir: string, end: RegExp): readonly string[] =>
  readdirSync(path.join(packageDir, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => end.test(file))
    .toSorted()
    .map((file) => path.join(dir, file))

const pages = ['README.md', ...['docs', 'recipes', 'examples'].flatMap((dir) => below(dir, /\.md$/))]

/** What stands under "but this" on the page of errors is a line of a rule. */
function whole(page: string, text: string): string {
  if (page !== 'docs/errors.md') return text
  const line = text.replace(/^[^]*# but this\n/, '').trimEnd()
  const key = /^(\w+):/.exec(line)?.[1] ?? ''
  const rule = [
    `name: orders`,
    ...(matchers.some((matcher) => matcher.key === key) ? ['match:', `  ${line}`] : [line]),
    ...(key === 'deny' || key === 'recipe' ? [] : ['deny: No.']),
  ]
  const event = key === 'prompt' ? 'UserPromptSubmit' : 'PreToolUse'
  return `hooks:\n  ${event}:\n    - ${rule.join('\n      ')}\n`
}

/** Those of presets, examples and pages. */
export function shippedTexts(): readonly Text[] {
  return [
    ...['relaxed', 'recommended', 'strict'].map((name): Text => [
      `presets/${name}.yaml`,
      `extends: [${name}@1]`,
    ]),
    ...['hooks.example.yaml', ...below('examples', /hooks.*\.yaml$/)].map((file): Text => [file, read(file)]),
    ...pages.flatMap((page) =>
      blocksOf(read(page))
        .filter((block) => /hooks[\w.-]*\.yaml$/.test(fileOf(block) ?? ''))
        .map((block): Text => [`${page}:${block.line}`, whole(page, block.text)]),
    ),
  ]
}

const shared = path.resolve(packageDir, '../../shared/cases/hooks')

interface Row {
  readonly id: string
  readonly settings?: object
  readonly files: Readonly<Record<string, string>>
}

const rowsOf = (file: string): readonly Row[] =>
  readFileSync(path.join(shared, file), 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row))

/** What other people's hooks do, where it is there: rules as they are, settings as import reads them. */
export async function collectedTexts(): Promise<readonly Text[]> {
  if (!existsSync(shared)) return []
  const files = readdirSync(shared).filter((file) => file.endsWith('.yaml'))
  const settings = rowsOf('settings.jsonl').map((row) => ({
    id: row.id,
    files: { '.claude/settings.json': JSON.stringify(row.settings) },
  }))
  const imported: Text[] = []
  for (const row of [...settings, ...rowsOf('import.jsonl')])
    imported.push([row.id, await importedText(row.files)])
  return [...files.map((file): Text => [file, readFileSync(path.join(shared, file), 'utf8')]), ...imported]
}

async function importedText(files: Readonly<Record<string, string>>): Promise<string> {
  const shop = openShop()
  const fill = (text: string): string =>
    text.replaceAll('{{home}}', shop.home).replaceAll('{{root}}', shop.root)
  for (const [file, text] of Object.entries(files)) shop.write(fill(file), fill(text))
  const { out } = await shop.hooks(['import'])
  return out.replaceAll(shop.root, root).replaceAll(shop.home, home)
}
