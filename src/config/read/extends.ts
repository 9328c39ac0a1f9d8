import path from 'node:path'
import {
  type ConfigFile,
  diagnosticAt,
  type ReadFile,
  type LayerReader,
  type FileRequest,
} from './config-file.ts'
import { findPackage, isInside, packagePrefix, type PresetPackage, splitEntry } from './packages.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { Code, Detail } from '../check/diagnostics/diagnostic.ts'

const MAX_DEPTH = 10
const MAX_FILES = 100

/** A file that is being read, and one entry of its `extends`. */
interface Child extends FileRequest {
  readonly from: ConfigFile
  readonly index: number
}

interface ExtendsProblem extends Detail {
  readonly code: Code
}

/** The files that a file extends, in order; what cannot be extended is reported. */
export function readParents(
  child: Omit<Child, 'index'>,
  reader: LayerReader,
  read: ReadFile,
): readonly ConfigFile[] {
  const written = child.from.keys.extends
  if (!Array.isArray(written)) return []
  const parents: ConfigFile[] = []
  for (const [index, entry] of (written as unknown[]).entries()) {
    if (typeof entry !== 'string' || entry === '') continue
    const found = findAllowed(entry, { ...child, index }, reader)
    if ('code' in found) {
      const { code, ...detail } = found
      reader.report(diagnosticAt({ file: child.from, path: ['extends', index] }, code, detail))
      if (isFull(reader)) break
    } else parents.push(...parentOf(found, reader, read))
  }
  return parents
}

function findAllowed(entry: string, child: Child, reader: LayerReader): FileRequest | ExtendsProblem {
  const found = findParent(entry, child, reader)
  return 'code' in found ? found : (extendsProblem(found, child, reader) ?? found)
}

function parentOf(wanted: FileRequest, reader: LayerReader, read: ReadFile): readonly ConfigFile[] {
  if (!reader.seen.has(wanted.path)) {
    reader.seen.set(wanted.path, undefined)
    reader.seen.set(wanted.path, read(wanted, reader))
  }
  const file = reader.seen.get(wanted.path)
  return file === undefined ? [] : [file]
}

function findParent(entry: string, child: Child, reader: LayerReader): FileRequest | ExtendsProblem {
  const isFile = /\.ya?ml$/.test(entry) && !entry.startsWith('@')
  if (isFile || /^\.{1,2}(?:[/\\]|$)/.test(entry)) return relativeFile(entry, child, reader)
  if (/^(?:[/~]|[A-Za-z][\w+.-]*:)/.test(entry)) {
    return {
      code: 'not-supported',
      message: `"${entry}" cannot be extended`,
      hint: 'extend a file by a path that begins with ./',
    }
  }
  const shipped = shippedNames(reader)
  const [name = ''] = entry.split('@')
  return shipped.includes(name)
    ? shippedPreset(entry, child, { ...reader, names: shipped })
    : packagePreset(entry, child, { reader, shipped })
}

function relativeFile(entry: string, child: Child, reader: LayerReader): FileRequest | ExtendsProblem {
  const file = path.resolve(child.from.dir, entry)
  const shown = path.join(path.dirname(child.file), path.relative(child.from.dir, file))
  if (child.package !== undefined) return packageFile(child.package, file, { child, shown })
  return (
    installed(reader.files.real(file)) ?? { ...next(child), path: file, file: shown, prefix: prefixOf(entry) }
  )
}

/** A file of an installed package is taken by the package's name only, or its lock would not hold. */
function installed(file: string): ExtendsProblem | undefined {
  const [, name, below = ''] =
    /.*[/\\]node_modules[/\\]((?:@[^/\\]+[/\\])?[^/\\]+)[/\\](.*)$/s.exec(file) ?? []
  if (name === undefined) return undefined
  const said = below === 'hooks.yaml' ? name : `${name}/${below.replace(/\.ya?ml$/, '')}`
  const message = 'this is a file of an installed package'
  return { code: 'extends-outside', message, hint: `extend it by its name: ${said}` }
}

interface From {
  readonly child: Child
  /** As people see it. */
  readonly shown: string
}

function packageFile(found: PresetPackage, file: string, { child, shown }: From): FileRequest {
  const origin = child.origin ?? { file: child.from, path: ['extends', child.index] }
  const prefix = packagePrefix(found, path.relative(found.home, file))
  return { ...next(child), path: file, file: shown, prefix, home: found.home, package: found, origin }
}

interface Where {
  readonly reader: LayerReader
  readonly shipped: readonly string[]
}

/** The package's own preset, or one of its files: `@acme/hooks-config/strict`. */
function packagePreset(
  entry: string,
  child: Child,
  { reader, shipped }: Where,
): FileRequest | ExtendsProblem {
  const named = splitEntry(entry)
  if (named === undefined) return notAName(entry, shipped)
  const { files } = reader
  const look = (file: string) => void reader.sources.add(file)
  const from = files.real(child.from.dir)
  const found = findPackage(named.name, { files, recordLookup: look, from, top: reader.top })
  if (found === undefined) return notInstalled(entry, named.name, { child, reader, shipped })
  const file = path.join(found.dir, fileIn(found, named.subpath, reader))
  reader.sources.add(file)
  const shown = path.join(path.dirname(child.file), path.relative(child.from.dir, file))
  return packageFile(found, path.join(found.home, path.relative(found.dir, file)), { child, shown })
}

function fileIn({ dir, main }: PresetPackage, subpath: string, { files }: LayerReader): string {
  if (subpath === '') return main
  const written = path.normalize(subpath)
  if (/\.ya?ml$/.test(written)) return written
  return files.kind(path.join(dir, `${written}.yml`)) === 'file' ? `${written}.yml` : `${written}.yaml`
}

function notAName(entry: string, shipped: readonly string[]): ExtendsProblem {
  const version = /^(.+)@[^/]*$/.exec(entry)?.[1]
  const meant = version === undefined ? undefined : (nearest(version, shipped) ?? version)
  const hint =
    meant === undefined ? knownPresets(shipped) : `write "${meant}": package.json says which version`
  return { code: 'unknown-preset', message: `there is no preset "${entry}"`, hint }
}

function notInstalled(
  entry: string,
  name: string,
  { child, reader, shipped }: Where & { readonly child: Child },
): ExtendsProblem {
  const isFile = reader.files.kind(path.resolve(child.from.dir, `${entry}.yaml`)) === 'file'
  const meant = isFile ? `./${entry}.yaml` : nearest(entry, shipped)
  const message = entry.includes('/')
    ? `there is no package "${name}" in node_modules`
    : `there is no preset "${entry}", and no package of that name in node_modules`
  const hint =
    meant !== undefined
      ? `write "${meant}"`
      : entry.includes('/')
        ? `npm install --save-dev ${name}`
        : `${knownPresets(shipped)}; npm install --save-dev ${name} installs a package; a file of yours is extended as ./${name}.yaml`
  return { code: 'unknown-preset', message, hint }
}

function knownPresets(shipped: readonly string[]): string {
  return shipped.length === 0 ? 'no presets are shipped' : `shipped presets: ${shipped.join(', ')}`
}

function shippedNames({ presetDir, files }: LayerReader): readonly string[] {
  if (presetDir === undefined) return []
  const names = files.list(presetDir).filter((file) => file.endsWith('.yaml'))
  return names.map((file) => file.slice(0, -5))
}

interface ShippedPresets extends Pick<LayerReader, 'presetDir' | 'presetDataDir'> {
  readonly names: readonly string[]
}

/** `recommended` is the newest; older majors stay beside it as `recommended@1`. */
function shippedPreset(
  entry: string,
  child: Child,
  { presetDir = '', presetDataDir, names }: ShippedPresets,
): FileRequest | ExtendsProblem {
  const [name = '', major] = entry.split('@')
  const older = names.filter((other) => other.startsWith(`${name}@`))
  const newest = 1 + Math.max(0, ...older.map((other) => Number(other.slice(name.length + 1))))
  const base = major === undefined || major === String(newest) ? name : older.find((other) => other === entry)
  if (base === undefined) {
    const message = `there is no preset "${entry}"`
    return { code: 'unknown-preset', message, hint: `write "${name}@${newest}"` }
  }
  const place = { path: path.join(presetDir, `${base}.yaml`), file: `hooks-yaml/presets/${base}.yaml` }
  const data = presetDataDir === undefined ? {} : { data: path.join(presetDataDir, `${base}.json`) }
  const { package: _package, ...rest } = next(child)
  return { ...rest, ...place, ...data, prefix: `${name}/`, home: presetDir }
}

function next({
  layer,
  home,
  chain,
  path: file,
  package: own,
  origin,
}: Child): Pick<FileRequest, 'layer' | 'home' | 'chain' | 'package' | 'origin'> {
  return {
    layer,
    home,
    chain: [...chain, file],
    ...(own !== undefined && { package: own }),
    ...(origin !== undefined && { origin }),
  }
}

function prefixOf(entry: string): string {
  return `${path
    .basename(entry)
    .replace(/\.(?:ya?ml|json)$/, '')
    .replace(/@.*$/, '')}/`
}

function isFull({ seen }: LayerReader): boolean {
  return seen.size >= MAX_FILES
}

/** Why a file that was found may not be extended. */
function extendsProblem(wanted: FileRequest, child: Child, reader: LayerReader): ExtendsProblem | undefined {
  const { files } = reader
  const real = files.real(wanted.path)
  if (wanted.home !== undefined && !isInside(real, files.real(wanted.home))) return outside(wanted)
  if (wanted.chain.some((file) => files.real(file) === real)) return cycle(wanted, child)
  if (wanted.chain.length > MAX_DEPTH)
    return { code: 'extends-depth', message: `more than ${MAX_DEPTH} files extend each other` }
  if (!reader.seen.has(wanted.path) && isFull(reader))
    return { code: 'extends-depth', message: `more than ${MAX_FILES} files are extended` }
  reader.sources.add(wanted.path)
  return files.kind(wanted.path) === 'file' ? undefined : missing(wanted)
}

function outside(wanted: FileRequest): ExtendsProblem {
  const isOfPackage = wanted.package !== undefined
  const message = `"${wanted.file}" lies outside of the ${isOfPackage ? `package "${wanted.package.name}"` : 'project'}`
  const hint = isOfPackage
    ? 'remove the line; a package extends its own files and other packages'
    : 'copy the file into the project'
  return { code: 'extends-outside', message, hint }
}

function missing({ file, package: from }: FileRequest): ExtendsProblem {
  return {
    code: 'missing-file',
    message: `there is no file "${file}"`,
    hint:
      from === undefined
        ? 'create it or remove the line'
        : `look into the package for what it has; its own preset is ${from.main}`,
  }
}

function cycle(wanted: FileRequest, child: Child): ExtendsProblem {
  const names = [...wanted.chain, wanted.path].map(
    (file) => path.relative(child.from.dir, file) || path.basename(file),
  )
  const start = names.lastIndexOf(names.at(-1) ?? '', -2)
  return {
    code: 'extends-cycle',
    message: `files extend each other in a circle: ${names.slice(Math.max(0, start)).join(' → ')}`,
  }
}
