import path from 'node:path'
import {
  type ConfigFile,
  type ConfigLocation,
  diagnosticAt,
  type FileRequest,
  type LayerReader,
} from './config-file.ts'
import { findPackage, isInside, packagePrefix, type PresetPackage, splitEntry } from './package-rules.ts'
import { whyUnreadable } from './stamp.ts'
import { nearest, type Detail } from '../diagnostics/diagnostics.ts'
import type { DiagnosticCode } from '../../model/errors.ts'

const MAX_DEPTH = 10
const MAX_FILES = 100

interface ExtendsProblem extends Detail {
  readonly code: DiagnosticCode
}

type ReadFile = (request: FileRequest, reader: LayerReader) => ConfigFile | undefined

/** The files that a file extends, in order; what cannot be extended is reported. */
export function readParents(file: ConfigFile, reader: LayerReader, read: ReadFile): readonly ConfigFile[] {
  const written = file.keys.extends
  if (!Array.isArray(written)) return []
  const parents: ConfigFile[] = []
  for (const [index, entry] of (written as unknown[]).entries()) {
    if (typeof entry !== 'string' || entry === '') continue
    const at = { file, path: ['extends', index] }
    const found = findAllowed(entry, at, reader)
    if ('code' in found) {
      const { code, ...detail } = found
      reader.report(diagnosticAt(at, code, detail))
      if (isFull(reader)) break
    } else parents.push(...readOnce(found, reader, read))
  }
  return parents
}

function findAllowed(entry: string, at: ConfigLocation, reader: LayerReader): FileRequest | ExtendsProblem {
  const found = findParent(entry, at, reader)
  return 'code' in found ? found : (extendsProblem(found, at.file, reader) ?? found)
}

function readOnce(request: FileRequest, reader: LayerReader, read: ReadFile): readonly ConfigFile[] {
  const { seen } = reader
  if (!seen.has(request.path)) {
    seen.set(request.path, undefined)
    seen.set(request.path, read(request, reader))
  }
  const file = seen.get(request.path)
  return file === undefined ? [] : [file]
}

function findParent(entry: string, at: ConfigLocation, reader: LayerReader): FileRequest | ExtendsProblem {
  const isFile = /\.ya?ml$/.test(entry) && !entry.startsWith('@')
  if (isFile || /^\.{1,2}(?:[/\\]|$)/.test(entry)) return relativeFile(entry, at, reader)
  if (/^(?:[/~]|[A-Za-z][\w+.-]*:)/.test(entry)) {
    const hint = 'extend a file by a path that begins with ./'
    return { code: 'not-supported', message: `"${entry}" cannot be extended`, hint }
  }
  const [name = ''] = entry.split('@')
  return shippedNames(reader).includes(name)
    ? shippedPreset(entry, at.file, reader)
    : packagePreset(entry, at, reader)
}

function relativeFile(
  entry: string,
  at: ConfigLocation,
  { files }: LayerReader,
): FileRequest | ExtendsProblem {
  const from = at.file
  const file = path.resolve(from.dir, entry)
  const shown = shownPath(file, from)
  if (from.package !== undefined) return packageFile(from.package, { path: file, file: shown }, at)
  return installed(files.real(file)) ?? { ...next(from), path: file, file: shown, prefix: prefixOf(entry) }
}

/** As people see it, relative to where the extending file is shown. */
function shownPath(file: string, from: ConfigFile): string {
  return path.join(path.dirname(from.file), path.relative(from.dir, file))
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

function packageFile(
  found: PresetPackage,
  source: Pick<FileRequest, 'path' | 'file'>,
  at: ConfigLocation,
): FileRequest {
  const prefix = packagePrefix(found, path.relative(found.home, source.path))
  return {
    ...next(at.file),
    ...source,
    prefix,
    home: found.home,
    package: found,
    origin: at.file.origin ?? at,
  }
}

/** The package's own preset, or one of its files: `@acme/hooks-config/strict`. */
function packagePreset(entry: string, at: ConfigLocation, reader: LayerReader): FileRequest | ExtendsProblem {
  const named = splitEntry(entry)
  if (named === undefined) return notAName(entry, shippedNames(reader))
  const { files, sources, top } = reader
  const recordLookup = (file: string) => void sources.add(file)
  const from = files.real(at.file.dir)
  const found = findPackage(named.name, { files, recordLookup, from, top })
  if (found === undefined) return notInstalled(entry, named.name, { from: at.file, reader })
  const file = path.join(found.dir, fileIn(found, named.subpath, reader))
  sources.add(file)
  const inHome = path.join(found.home, path.relative(found.dir, file))
  return packageFile(found, { path: inHome, file: shownPath(file, at.file) }, at)
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
  { from, reader }: { readonly from: ConfigFile; readonly reader: LayerReader },
): ExtendsProblem {
  const shipped = shippedNames(reader)
  const isFile = reader.files.kind(path.resolve(from.dir, `${entry}.yaml`)) === 'file'
  const meant = isFile ? `./${entry}.yaml` : nearest(entry, shipped)
  const isPath = entry.includes('/')
  const install = `npm install --save-dev ${name}`
  const message = isPath
    ? `there is no package "${name}" in node_modules`
    : `there is no preset "${entry}", and no package of that name in node_modules`
  const others = `${knownPresets(shipped)}; ${install} installs a package; a file of yours is extended as ./${name}.yaml`
  const hint = meant !== undefined ? `write "${meant}"` : isPath ? install : others
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

/** `recommended` is the newest; older majors stay beside it as `recommended@1`. */
function shippedPreset(entry: string, from: ConfigFile, reader: LayerReader): FileRequest | ExtendsProblem {
  const { presetDir = '', presetDataDir } = reader
  const [name = '', major] = entry.split('@')
  const older = shippedNames(reader).filter((other) => other.startsWith(`${name}@`))
  const newest = 1 + Math.max(0, ...older.map((other) => Number(other.slice(name.length + 1))))
  const base = major === undefined || major === String(newest) ? name : older.find((other) => other === entry)
  if (base === undefined) {
    const message = `there is no preset "${entry}"`
    return { code: 'unknown-preset', message, hint: `write "${name}@${newest}"` }
  }
  return {
    ...next(from),
    path: path.join(presetDir, `${base}.yaml`),
    file: `hooks-yaml/presets/${base}.yaml`,
    ...(presetDataDir !== undefined && { data: path.join(presetDataDir, `${base}.json`) }),
    package: undefined,
    prefix: `${name}/`,
    home: presetDir,
  }
}

/** What a file that is extended has from the one that extends it. */
function next({
  layer,
  home,
  chain,
  path: file,
  package: own,
  origin,
}: ConfigFile): Omit<FileRequest, 'path' | 'file' | 'prefix'> {
  return { layer, home, chain: [...chain, file], package: own, origin }
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
function extendsProblem(
  request: FileRequest,
  from: ConfigFile,
  reader: LayerReader,
): ExtendsProblem | undefined {
  const { files } = reader
  const real = files.real(request.path)
  if (request.home !== undefined && !isInside(real, files.real(request.home))) return outside(request)
  if (request.chain.some((file) => files.real(file) === real)) return cycle(request, from)
  if (request.chain.length > MAX_DEPTH)
    return { code: 'extends-depth', message: `more than ${MAX_DEPTH} files extend each other` }
  if (!reader.seen.has(request.path) && isFull(reader))
    return { code: 'extends-depth', message: `more than ${MAX_FILES} files are extended` }
  reader.sources.add(request.path)
  const kind = files.kind(request.path)
  if (kind === 'file') return undefined
  const why = kind === 'dir' ? 'it is a directory' : whyUnreadable(request.path)
  return why === undefined ? missing(request) : unreadable(request, why)
}

function outside({ file, package: from }: FileRequest): ExtendsProblem {
  return {
    code: 'extends-outside',
    message: `"${file}" lies outside of the ${from === undefined ? 'project' : `package "${from.name}"`}`,
    hint:
      from === undefined
        ? 'copy the file into the project'
        : 'remove the line; a package extends its own files and other packages',
  }
}

function unreadable({ file }: FileRequest, why: string): ExtendsProblem {
  return { code: 'unreadable', message: `"${file}" cannot be read: ${why}`, hint: 'extend a readable file' }
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

function cycle({ chain, path: file }: FileRequest, from: ConfigFile): ExtendsProblem {
  const names = [...chain, file].map((each) => path.relative(from.dir, each) || path.basename(each))
  const start = names.lastIndexOf(names.at(-1) ?? '', -2)
  const message = `files extend each other in a circle: ${names.slice(Math.max(0, start)).join(' → ')}`
  return { code: 'extends-cycle', message }
}
