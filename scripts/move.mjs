// `npm run move -- OLD NEW [OLD NEW]…`: moves files or folders; what imports them follows, by path or in a list of files.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

const root = path.resolve(import.meta.dirname, '..')
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
const moves = process.argv.slice(2).map((file) => path.relative(root, path.resolve(file)))
if (moves.length === 0 || moves.length % 2 !== 0) throw new Error('Expected pairs of an old and a new path')

const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile)
const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root)
const options = { ...parsed.options, allowJs: true }
const preferences = { importModuleSpecifierEnding: 'js', quotePreference: 'single' }

/** Seen anew after each move. */
function service() {
  const files = git('ls-files', '-z', '*.ts', '*.mjs').split('\0').filter(Boolean)
  return ts.createLanguageService({
    getScriptFileNames: () => files.map((file) => path.join(root, file)),
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) =>
      existsSync(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined,
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  })
}

function move(from, to) {
  const [old, target] = [from, to].map((file) => path.join(root, file))
  const edits = service().getEditsForFileRename(old, target, ts.getDefaultFormatCodeSettings(), preferences)
  for (const { fileName, textChanges } of edits) {
    let text = readFileSync(fileName, 'utf8')
    for (const { span, newText } of textChanges.toSorted((a, b) => b.span.start - a.span.start))
      text = text.slice(0, span.start) + newText + text.slice(span.start + span.length)
    writeFileSync(fileName, text)
  }
  mkdirSync(path.dirname(target), { recursive: true })
  git('mv', from, to)
  for (const file of naming(from)) {
    const text = readFileSync(path.join(root, file), 'utf8')
    writeFileSync(path.join(root, file), text.replaceAll(from, to))
  }
}

/** Files that name the path in full: chunks.ts, mutants, pages. */
function naming(from) {
  try {
    return git('grep', '-lzF', '--', from).split('\0').filter(Boolean)
  } catch {
    return []
  }
}

for (let at = 0; at < moves.length; at += 2) move(moves[at], moves[at + 1])
