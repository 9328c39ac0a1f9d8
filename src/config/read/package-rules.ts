// Presets in installed npm packages: data that is read, never code that is loaded.
import path from 'node:path'
import { isObject } from '../../model/plain-object.ts'
import type { Files } from '../../model/types.ts'

export interface PresetPackage {
  /** As it is written under `extends`. */
  readonly name: string
  /** What its package.json says; empty when it says nothing. */
  readonly version: string
  /** Where it was found. */
  readonly dir: string
  /** With links resolved: all its presets lie in here. */
  readonly home: string
  /** The preset that the package's name alone means, relative. */
  readonly main: string
}

/** `@acme/hooks-config/strict` as the package's name and what is meant in it; undefined when it cannot be one. */
export function splitEntry(entry: string): { readonly name: string; readonly subpath: string } | undefined {
  const found = /^((?:@[\w~-][\w.~-]*\/)?[\w~-][\w.~-]*)(?:\/(.*))?$/s.exec(entry)
  return found?.[1] === undefined ? undefined : { name: found[1], subpath: found[2] ?? '' }
}

export interface PackageLookup {
  readonly files: Files
  /** Where the search begins, with links resolved. */
  readonly from: string
  /** The search ends here. */
  readonly top: string
  /** Called with every path that is looked at. */
  readonly recordLookup: (file: string) => void
}

/** The package as Node would find it, but never above `top`; undefined when it is not installed. */
export function findPackage(name: string, lookup: PackageLookup): PresetPackage | undefined {
  for (const dir of placesFrom(lookup.from, lookup.top)) {
    const found = packageIn(path.join(dir, 'node_modules', name), name, lookup)
    if (found !== undefined) return found
  }
  return undefined
}

function* placesFrom(from: string, top: string): Generator<string> {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (path.basename(dir) !== 'node_modules') yield dir
    if (dir === top || !isInside(dir, top)) return
  }
}

function packageIn(dir: string, name: string, lookup: PackageLookup): PresetPackage | undefined {
  const { files, recordLookup } = lookup
  const manifest = path.join(dir, 'package.json')
  recordLookup(manifest)
  const text = files.read(manifest)
  if (text === undefined) return undefined
  const { version, hooks } = parseManifest(text)
  return {
    name,
    version: typeof version === 'string' ? version : '',
    dir,
    home: files.real(dir),
    main: typeof hooks === 'string' && hooks !== '' ? path.normalize(hooks) : 'hooks.yaml',
  }
}

function parseManifest(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** What stands before the names of the rules of one of its files: the way in which the file would be extended. */
export function packagePrefix({ name, main }: PresetPackage, file: string): string {
  if (file === main) return `${name}/`
  return `${name}/${file
    .split(path.sep)
    .join('/')
    .replace(/\.ya?ml$/, '')}/`
}

export function isInside(file: string, dir: string): boolean {
  return file.startsWith(dir.endsWith(path.sep) ? dir : dir + path.sep)
}
