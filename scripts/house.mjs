// `npm run house`: counts what src/ holds, and fails where a wall is broken. The order of its folders stands here alone.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const inOrder = (names) => names.trim().split(/\s+/)

/** By folder of src/: each entry imports only what stands before it, types included; `.` is every other. */
const order = {
  '.': inOrder(`
    model patterns shell matchers handlers builtins recipes engine config store agents catalog.ts library
    integrations run serve cli chunks.ts build-data.ts agent.ts tools.ts index.ts bin.ts`),
  patterns: inOrder('literal.ts regex work.ts pattern.ts globs paths text . commands'),
  shell: inOrder(`
    types.ts absolute-path.ts ignore.ts look git . dialects words programs acts look.ts tool-shapes.ts tools.ts tool-input.ts
    interpret reader.ts source.ts`),
  handlers: inOrder('spawn run .'),
  engine: inOrder('subject.ts flow.ts boundary.ts select .'),
  config: inOrder('diagnostics read check expand trust compile'),
  store: inOrder('disk ledger state records project.ts plan'),
  run: inOrder('. run.ts'),
  serve: inOrder('. plugins'),
  cli: inOrder(`
    page open-project.ts person agents call trial witness past health live-client change setup write live more main.ts`),
}

/** Arrows up that still stand, by the beginnings of both ends. */
const excepted = [['shell/words/', 'shell/interpret/']]

/** Files of more than 300 lines that still stand. */
const long = [
  'builtins/tool-schemas/json-schema.ts',
  'model/types/facts.ts',
  'patterns/paths/path-fact.ts',
  'shell/dialects/powershell-words.ts',
  'shell/programs/data/containers.ts',
  'shell/programs/data/shells.ts',
  'shell/programs/read-arguments.ts',
  'shell/programs/roles/git/state.ts',
  'shell/programs/roles/words.ts',
  'shell/tools.ts',
]

const src = path.resolve(import.meta.dirname, '../src')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.[jt]s$/.test(file))
  .toSorted()
const written = files.filter((file) => !file.includes('/generated/'))
const texts = new Map(files.map((file) => [file, readFileSync(path.join(src, file), 'utf8')]))
const targets = new Map(files.map((file) => [file, targetsOf(file)]))
const linesOf = (file) => texts.get(file).split('\n').length - 1

/** What a file names in `import`, `export … from`, `import()` and `typeof import()`. */
function targetsOf(file) {
  const named = ts.preProcessFile(texts.get(file), true, true).importedFiles
  const local = named.map(({ fileName }) => path.posix.join(path.posix.dirname(file), fileName))
  return [...new Set(local.filter((target) => texts.has(target)))]
}

/** Does this import run against the order of the folder in which both ends stand? */
function isUp(file, target) {
  const [from, to] = [file, target].map((name) => name.split('/'))
  const depth = from.findIndex((part, at) => part !== to[at])
  const folder = from.slice(0, depth).join('/') || '.'
  if (from[depth] === 'shared') return true
  const known = order[folder] ?? []
  const [own, other] = [from[depth], to[depth]].map((part) =>
    known.indexOf(known.includes(part) ? part : '.'),
  )
  return other > own
}

const isExcepted = (file, target) =>
  excepted.some(([from, to]) => file.startsWith(from) && target.startsWith(to))

/** Files in circles: all others import nothing that is left, or are imported by nothing that is left. */
function circular() {
  const left = new Map(targets)
  for (let before = -1; before !== left.size;) {
    before = left.size
    const imported = new Set([...left.values()].flat())
    for (const [file, to] of left)
      if (!imported.has(file) || !to.some((target) => left.has(target))) left.delete(file)
  }
  return [...left.keys()]
}

/** Names of exported types that another file declares as well, exported or not. */
function typesTwice() {
  const declared = new Map()
  for (const file of written)
    for (const node of ts.createSourceFile(file, texts.get(file), ts.ScriptTarget.Latest).statements)
      if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) {
        const isExported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
        const before = declared.get(node.name.text) ?? { times: 0, isExported: false }
        declared.set(node.name.text, { times: before.times + 1, isExported: before.isExported || isExported })
      }
  return [...declared].filter(([, { times, isExported }]) => times > 1 && isExported).map(([name]) => name)
}

function namesTwice() {
  const names = written.map((file) => path.posix.basename(file))
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** Small files of one importer, but for those that the catalogue lists. */
function small() {
  const importers = new Map()
  for (const [file, to] of targets)
    for (const target of to) importers.set(target, [...(importers.get(target) ?? []), file])
  const isSmall = (file, [by, ...others] = []) =>
    by !== undefined && by !== 'catalog.ts' && others.length === 0 && linesOf(file) <= 60
  return written.filter((file) => isSmall(file, importers.get(file)))
}

const arrows = [...targets].flatMap(([file, to]) => to.map((target) => [file, target]))
const up = arrows.filter(([file, target]) => isUp(file, target))
const longer = written.filter((file) => linesOf(file) > 300)
const rooms = order['.']
const homeless = files.filter((file) => !rooms.includes(file.split('/')[0]))
const counts = {
  files: files,
  'files in no room': homeless,
  'arrows up': up.map((ends) => ends.join(' → ')),
  'files in circles': circular(),
  'files above 300 lines': longer,
  'file names in several folders': namesTwice(),
  'exported type names declared more than once': typesTwice(),
  'files of at most 60 lines with one importer': small(),
}
const broken = [
  ...homeless,
  ...up.filter((ends) => !isExcepted(...ends)).map((ends) => ends.join(' → ')),
  ...counts['files in circles'],
  ...counts['exported type names declared more than once'],
  ...longer.filter((file) => !long.includes(file)),
]

// `npm run house -- files in circles` lists them.
const asked = process.argv.slice(2).join(' ')
const lines = written.reduce((sum, file) => sum + linesOf(file), 0)
if (asked !== '') console.log((counts[asked] ?? []).join('\n'))
else {
  for (const [name, found] of Object.entries(counts)) console.log(`${found.length} ${name}`)
  console.log(`${lines} hand-written lines, ${arrows.length} imports`)
}
for (const wall of broken) console.error(`✗ ${wall}`)
process.exitCode = broken.length === 0 ? 0 : 1
