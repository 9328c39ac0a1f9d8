import path from 'node:path'
import { type ConfigFile, problemAt } from './file.ts'
import { nearest } from './similar.ts'
import type { Code, Detail } from './wording.ts'
import type { ReadFile, Reader, Wanted } from './reader.ts'

const MAX_DEPTH = 10
const MAX_FILES = 100

/** A file that is being read, and where its `extends` stands. */
interface Child extends Wanted {
  readonly from: ConfigFile
}

interface Refusal extends Detail {
  readonly code: Code
}

/** The files that a file extends, in order; what cannot be extended is reported. */
export function readParents(child: Child, reader: Reader, read: ReadFile): readonly ConfigFile[] {
  const written = child.from.keys.extends
  if (!Array.isArray(written)) return []
  return written.flatMap((entry: unknown, index) => {
    if (typeof entry !== 'string' || entry === '') return []
    const found = findParent(entry, child, reader)
    const refusal = 'code' in found ? found : refusalOf(found, child, reader)
    if (refusal !== undefined) {
      const { code, ...detail } = refusal
      reader.report(problemAt({ file: child.from, path: ['extends', index] }, code, detail))
      return []
    }
    return 'code' in found ? [] : parentOf(found, reader, read)
  })
}

function parentOf(wanted: Wanted, reader: Reader, read: ReadFile): readonly ConfigFile[] {
  if (!reader.seen.has(wanted.path)) {
    reader.seen.set(wanted.path, undefined)
    reader.seen.set(wanted.path, read(wanted, reader))
  }
  const file = reader.seen.get(wanted.path)
  return file === undefined ? [] : [file]
}

function findParent(entry: string, child: Child, reader: Reader): Wanted | Refusal {
  if (/^\.{1,2}[/\\]|\.ya?ml$/.test(entry)) return relativeFile(entry, child)
  if (/^(?:[/~]|[A-Za-z][\w+.-]*:)/.test(entry)) {
    return {
      code: 'not-supported',
      message: `"${entry}" cannot be extended`,
      hint: 'extend a file by a path that begins with ./',
    }
  }
  if (entry.includes('/')) return packagePreset(entry)
  return shippedPreset(entry, child, reader)
}

function relativeFile(entry: string, child: Child): Wanted {
  const file = path.resolve(child.from.dir, entry)
  const shown = path.join(path.dirname(child.file), path.relative(child.from.dir, file))
  return { ...next(child), path: file, file: shown, prefix: prefixOf(entry) }
}

function packagePreset(entry: string): Refusal {
  return {
    code: 'not-supported',
    message: `presets from npm packages such as "${entry}" are not supported by this version`,
    hint: 'copy its file and extend it by a path that begins with ./',
  }
}

/** `recommended` is the newest; older majors stay beside it as `recommended@1`. */
function shippedPreset(entry: string, child: Child, { files, presetDir }: Reader): Wanted | Refusal {
  const [name = '', major] = entry.split('@')
  const names =
    presetDir === undefined
      ? []
      : files
          .list(presetDir)
          .filter((file) => file.endsWith('.yaml'))
          .map((file) => file.slice(0, -5))
  if (presetDir === undefined || !names.includes(name)) return unknownPreset(entry, name, names)
  const older = names.filter((other) => other.startsWith(`${name}@`))
  const newest = 1 + Math.max(0, ...older.map((other) => Number(other.slice(name.length + 1))))
  const base = major === undefined || major === String(newest) ? name : older.find((other) => other === entry)
  if (base === undefined) return unknownPreset(entry, `${name}@${newest}`, [`${name}@${newest}`])
  const place = { path: path.join(presetDir, `${base}.yaml`), file: `hooks-yaml/presets/${base}.yaml` }
  return { ...next(child), ...place, prefix: `${name}/`, home: presetDir }
}

function unknownPreset(entry: string, name: string, names: readonly string[]): Refusal {
  const meant = nearest(name, names)
  const known = names.length === 0 ? 'there are none' : `there are ${names.join(', ')}`
  return {
    code: 'unknown-preset',
    message: `there is no preset "${entry}"`,
    hint:
      meant === undefined ? `${known}; a file of yours is extended as ./${name}.yaml` : `write "${meant}"`,
  }
}

function next({ layer, home, chain, path: file }: Child): Pick<Wanted, 'layer' | 'home' | 'chain'> {
  return { layer, home, chain: [...chain, file] }
}

function prefixOf(entry: string): string {
  return `${path
    .basename(entry)
    .replace(/\.(?:ya?ml|json)$/, '')
    .replace(/@.*$/, '')}/`
}

/** Why a file that was found may not be extended. */
function refusalOf(wanted: Wanted, child: Child, reader: Reader): Refusal | undefined {
  const { files } = reader
  const real = files.real(wanted.path)
  if (wanted.home !== undefined && !isInside(real, files.real(wanted.home))) {
    const message = `"${wanted.file}" lies outside of the project`
    return { code: 'extends-outside', message, hint: 'copy the file into the project' }
  }
  if (wanted.chain.some((file) => files.real(file) === real)) return cycle(wanted, child)
  if (wanted.chain.length > MAX_DEPTH)
    return { code: 'extends-depth', message: `more than ${MAX_DEPTH} files extend each other` }
  if (!reader.seen.has(wanted.path) && reader.seen.size >= MAX_FILES) {
    return { code: 'extends-depth', message: `more than ${MAX_FILES} files are extended` }
  }
  reader.sources.add(wanted.path)
  if (files.kind(wanted.path) === 'file') return undefined
  return {
    code: 'missing-file',
    message: `there is no file "${wanted.file}"`,
    hint: `create it or remove the line`,
  }
}

function cycle(wanted: Wanted, child: Child): Refusal {
  const names = [...wanted.chain, wanted.path].map(
    (file) => path.relative(child.from.dir, file) || path.basename(file),
  )
  const start = names.lastIndexOf(names.at(-1) ?? '', -2)
  return {
    code: 'extends-cycle',
    message: `files extend each other in a circle: ${names.slice(Math.max(0, start)).join(' → ')}`,
  }
}

function isInside(file: string, dir: string): boolean {
  return file.startsWith(dir.endsWith(path.sep) ? dir : dir + path.sep)
}
