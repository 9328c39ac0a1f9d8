// Paths as text: nothing here looks at a disk.
import type { PathLocation } from '../pattern.ts'
import { normalize, relative, sep } from 'node:path'

/** With `.`, `..`, empty segments and a trailing slash taken out; absolute when it was. */
export function normalizePath(path: string): string {
  const absolute = path.startsWith('/')
  if (absolute && isNormalized(path)) return path
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') kept.push(part)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!absolute) kept.push('..')
  }
  return (absolute ? '/' : '') + kept.join('/')
}

/** Is there nothing to normalize? Fast for most paths; `/.env` takes a second check. */
function isNormalized(path: string): boolean {
  if (path.includes('//') || path.endsWith('/')) return false
  if (!path.includes('/.')) return true
  const closed = `${path}/`
  return !closed.includes('/./') && !closed.includes('/../')
}

const drive = /^[A-Za-z]:[\\/]/

/** With forward slashes if it is a Windows path. */
function withForwardSlashes(path: string): string {
  return drive.test(path) || path.startsWith('\\\\') ? path.replaceAll('\\', '/') : path
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path === '~' || path.startsWith('~/') || drive.test(path)
}

/** Relative to the root when inside it (the root itself is the empty string), else undefined. */
export function relativeTo(root: string, absolute: string): string | undefined {
  if (absolute === root) return ''
  if (!absolute.startsWith(root)) return undefined
  if (root.endsWith('/')) return absolute.slice(root.length)
  return absolute.charAt(root.length) === '/' ? absolute.slice(root.length + 1) : undefined
}

/** The location of a path. `~` stays: patterns match both forms. */
export function locate(path: string, base: { readonly cwd: string; readonly root: string }): PathLocation {
  const given = withForwardSlashes(path)
  const absolute = normalizePath(isAbsolute(given) ? given : `${withForwardSlashes(base.cwd)}/${given}`)
  const relative = relativeTo(normalizePath(withForwardSlashes(base.root)), absolute)
  return relative === undefined ? { absolute } : { relative, absolute }
}

/** Relative to the root when inside it, for messages. */
export function pathFromRoot(path: string, base: Parameters<typeof locate>[1]): string {
  const { relative, absolute } = locate(path, base)
  return relative === undefined || relative === '' ? absolute : relative
}

const pathFields: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ (
    'absolute_path cwd dest dest_path destination destination_path dir dir_path directory directory_path file ' +
    'file_path filename filepath folder new_path notebook_path old_path output_dir output_file output_path path ' +
    'path_in_project paths relative_path search_directory ' +
    'search_path source_path target_directory target_file target_notebook target_path workdir working_directory'
  ).split(' '),
)

/** Does a field of this name hold a path? Only its last part counts; `filePath` is `file_path`. */
export function isPathField(field: string): boolean {
  const last = field.slice(field.lastIndexOf('.') + 1)
  return pathFields.has(last.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())
}

/** A path below a normalized directory; faster than `join`, which scans every character. */
export function childPath(dir: string, name: string): string {
  return dir.endsWith(sep) ? dir + name : dir + sep + name
}

export function parentPath(path: string): string {
  return path.slice(0, path.lastIndexOf(sep)) || sep
}

/** As `normalize`, with a fast path. */
export function normalPath(path: string): string {
  return sep === '/' && isNormalized(path) ? path : normalize(path)
}

/** A file's path as people see it: relative to a directory when it lies below. */
export function shortPath(file: string, dir: string): string {
  const below = relative(dir, file)
  return below.startsWith('..') ? file : below
}
