// Searches for glob and grep, with limits.
import { posix, win32 } from 'node:path'
import { errorMessage } from '../../model/errors.ts'
import type { LinearRegex } from '../../model/types.ts'
import { compileLinear } from '../../patterns/regex/re2.ts'
import type { FileEntry, FileSystem } from './file-system.ts'
import { ToolMistake } from './tool.ts'

const MAX_FILES = 100
const MAX_MATCHES = 200
const MAX_ENTRIES = 100_000
const MAX_LINE = 500
const PATIENCE_MS = 20_000

const skipped: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'vendor'])

const binary: ReadonlySet<string> = new Set(
  (
    'png jpg jpeg gif bmp ico webp avif tif tiff heic zip tar gz bz2 xz 7z zst rar jar pdf doc docx xls xlsx ppt pptx ' +
    'so dylib dll exe o a bin wasm pyc class mp3 mp4 avi mov wav flac ogg webm woff woff2 ttf otf eot sqlite db'
  ).split(' '),
)

interface FoundFile {
  readonly path: string
  readonly name: string
}

interface SearchStart {
  readonly path: string
  readonly signal?: AbortSignal | undefined
}

interface Walk {
  /** Looked at everything. */
  complete: boolean
}

/** Files below a directory in the order of their paths; links are not followed. */
export async function* filesBelow(
  fs: FileSystem,
  { path: start, signal }: SearchStart,
  walk: Walk,
): AsyncGenerator<FoundFile> {
  if ((await fs.kind(start)) === 'file') {
    yield { path: start, name: nameOf(start) }
    return
  }
  if (fs.find !== undefined) {
    const found = await fs.find(start, { without: [...skipped], signal })
    for (const path of found.toSorted()) yield { path, name: nameOf(path) }
    return
  }
  const ends = performance.now() + PATIENCE_MS
  const open = [start]
  let entries = 0
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    if (entries > MAX_ENTRIES || performance.now() > ends) {
      walk.complete = false
      return
    }
    await yieldToOthers() // others go on meanwhile, and an abort is heard
    signal?.throwIfAborted()
    const list = await listed(fs, dir, dir === start)
    entries += list.length
    const below: string[] = []
    for (const { name, type } of list) {
      const path = joined(dir, name)
      if (type === 'file') yield { path, name }
      else if (type === 'dir' && !name.startsWith('.') && !skipped.has(name)) below.push(path)
    }
    open.push(...below.toReversed())
  }
}

function yieldToOthers(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

/** Skips unreadable directories, except the start. */
async function listed(fs: FileSystem, dir: string, isStart: boolean): Promise<readonly FileEntry[]> {
  try {
    return await fs.list(dir)
  } catch (error) {
    if (isStart) throw error
    return []
  }
}

interface Globbed {
  /** Paths below the root. */
  readonly files: readonly string[]
  /** There are more. */
  readonly truncated: boolean
}

export async function findFiles(
  fs: FileSystem,
  start: SearchStart,
  isMeant: (name: string) => boolean,
): Promise<Globbed> {
  const files: string[] = []
  const walk = { complete: true }
  for await (const { path, name } of filesBelow(fs, start, walk)) {
    if (!isMeant(name)) continue
    if (files.length === MAX_FILES) return { files, truncated: true }
    files.push(shownPath(fs, path))
  }
  return { files, truncated: !walk.complete }
}

interface Grepped {
  readonly matches: readonly { readonly file: string; readonly line: number; readonly text: string }[]
  readonly truncated: boolean
}

export async function findLines(fs: FileSystem, start: SearchStart, pattern: LinearRegex): Promise<Grepped> {
  const matches: { file: string; line: number; text: string }[] = []
  const walk = { complete: true }
  for await (const { path, text } of textsBelow(fs, start, walk)) {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (!holds(pattern, line)) continue
      if (matches.length === MAX_MATCHES) return { matches, truncated: true }
      matches.push({ file: shownPath(fs, path), line: index + 1, text: line.slice(0, MAX_LINE) })
    }
  }
  return { matches, truncated: !walk.complete }
}

/** Files that are read together where that costs one look. */
const BATCH = 200

async function* textsBelow(
  fs: FileSystem,
  start: SearchStart,
  walk: Walk,
): AsyncGenerator<{ readonly path: string; readonly text: string }> {
  const most = fs.readAll === undefined ? 1 : BATCH
  const open: string[] = []
  for await (const { path, name } of filesBelow(fs, start, walk)) {
    if (binary.has(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '')) continue
    if (open.push(path) === most) yield* textsOf(fs, open.splice(0), start)
  }
  yield* textsOf(fs, open, start)
}

/** Those that can be read as text. */
export async function* textsOf(
  fs: FileSystem,
  paths: readonly string[],
  { signal }: Pick<SearchStart, 'signal'>,
): AsyncGenerator<{ readonly path: string; readonly text: string }> {
  if (paths.length === 0) return
  const all = await (fs.readAll?.(paths, { signal }) ?? Promise.all(paths.map((path) => textAt(fs, path))))
  for (const [at, path] of paths.entries()) {
    const text = all[at]
    if (text !== undefined) yield { path, text }
  }
}

async function textAt(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    return await fs.read(path)
  } catch {
    return undefined
  }
}

/** Skips lines that are too long for the pattern. */
function holds(pattern: LinearRegex, line: string): boolean {
  try {
    return pattern.test(line)
  } catch {
    return false
  }
}

/** Below the root, with slashes; the root itself is `.`. */
export function shownPath({ root }: Pick<FileSystem, 'root'>, path: string): string {
  if (root.startsWith('/')) return posix.relative(root, path) || '.'
  return win32.relative(root, path).replaceAll('\\', '/') || '.'
}

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
const joined = (dir: string, name: string): string => (dir.endsWith('/') ? `${dir}${name}` : `${dir}/${name}`)

/** Enough for any name. */
const MAX_INSTRUCTIONS = 10_000

/** A glob over file names: `*`, `?`, `[a-z]`, `\` before what stands for itself. A name has no slash, so a pattern with one meets none. */
export function compileNamePattern(glob: string): (name: string) => boolean {
  let source = ''
  for (let at = 0; at < glob.length; at++) {
    const unit = glob[at] ?? ''
    if (unit === '*') source += '[^/]*'
    else if (unit === '?') source += '[^/]'
    else if (unit === '[') {
      const set = classAt(glob, at)
      source += set.source
      at = set.end
    } else if (unit === '\\') source += literal(glob[++at] ?? '\\')
    else source += literal(unit)
  }
  const pattern = compiled(`^${source.replace(/(?:\[\^\/\]\*)+/g, '[^/]*')}$`, glob)
  return (name) => pattern.test(name)
}

/** In linear time: names and patterns may be made for one another. */
function compiled(source: string, glob: string): LinearRegex {
  try {
    return compileLinear(source, '', MAX_INSTRUCTIONS)
  } catch (error) {
    const why = errorMessage(error)
    throw new ToolMistake(`the pattern ${glob} cannot be used: ${why}`)
  }
}

function classAt(glob: string, from: number): { readonly source: string; readonly end: number } {
  const end = glob.indexOf(']', from + 2)
  if (end < 0) throw new ToolMistake(`the pattern ${glob} has a [ without a ]`)
  const inner = glob.slice(from + 1, end)
  const isNot = inner.startsWith('!') || inner.startsWith('^')
  const members = inner.slice(isNot ? 1 : 0).replace(/[\\\]^]/g, '\\$&')
  const source = `[${isNot ? '^' : ''}${members}]`
  if (!isRegex(source)) throw new ToolMistake(`the pattern ${glob} has a range that runs backwards`)
  return { source, end }
}

function literal(unit: string): string {
  return unit.replace(/[.*+?^${}()|[\]\\/]/, '\\$&')
}

function isRegex(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp
  } catch {
    return false
  }
}
