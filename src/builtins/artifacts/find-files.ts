import type { Files } from '../../model/types.ts'

/** Bounds of one search. */
const deepest = 12
const mostEntries = 20_000

const skipped = new Set(['node_modules/', '.git/'])

/** The files below the root that each glob matches, by path relative to the root. */
export function findFiles(
  globs: readonly string[],
  root: string,
  files: Files,
): readonly (readonly string[])[] {
  const open = globs
    .filter((glob) => !isPlain(glob))
    .map((glob) => ({ glob, matches: new RegExp(`^${sourceOf(glob)}$`) }))
  const found = new Map<string, string[]>(
    globs.map((glob) => [glob, isPlain(glob) ? existing(glob, root, files) : []]),
  )
  for (const file of open.length === 0 ? [] : walk(root, files)) {
    for (const { glob, matches } of open) if (matches.test(file)) found.get(glob)?.push(file)
  }
  return globs.map((glob) => found.get(glob) ?? [])
}

/** A path that can be looked at directly: nothing in it is a wildcard, and a slash says where it stands. */
function isPlain(glob: string): boolean {
  return glob.includes('/') && !/[*?{]/.test(glob)
}

function existing(path: string, root: string, files: Files): string[] {
  const relative = path.replace(/^\.?\//, '')
  return files.kind(`${root}/${relative}`) === 'file' ? [relative] : []
}

function* walk(root: string, files: Files): Generator<string> {
  let entries = 0
  const queue = [{ dir: '', depth: 0 }]
  for (const { dir, depth } of queue) {
    for (const name of files.list(`${root}/${dir}`)) {
      if (++entries > mostEntries) return
      if (!name.endsWith('/')) yield dir + name
      else if (depth < deepest && !skipped.has(name)) queue.push({ dir: dir + name, depth: depth + 1 })
    }
  }
}

/** As .gitignore taught: without a slash a glob matches at any depth, `*` stays within a segment, `**` crosses. */
function sourceOf(glob: string): string {
  const anywhere = glob.includes('/') ? '' : '(?:.*/)?'
  const tokens = glob.replace(/^\.?\//, '').match(/\*\*\/|\*\*|\*|\?|\{[^{}]*\}|[^]/g) ?? []
  return anywhere + tokens.map(sourceOfToken).join('')
}

function sourceOfToken(token: string): string {
  if (token === '**/') return '(?:.*/)?'
  if (token === '**') return '.*'
  if (token === '*') return '[^/]*'
  if (token === '?') return '[^/]'
  if (token.length > 1 && token.startsWith('{'))
    return `(?:${token.slice(1, -1).split(',').map(escape).join('|')})`
  return escape(token)
}

function escape(text: string): string {
  return text.replace(/[.+*?^${}()|[\]\\]/g, '\\$&')
}
