import type { Diagnostic, Layer, Place, Files, PatternItem } from '../../model/types.ts'
import { createDiagnostic, type Detail } from '../diagnostics/diagnostics.ts'
import type { DiagnosticCode } from '../../model/errors.ts'
import type { ParsedDocument } from './yaml/document.ts'
import type { PresetPackage } from './package-rules.ts'
import type { CommandItem } from '../../patterns/commands/command-pattern.ts'

/** The way from a document's top to one of its values. */
export type Path = readonly (string | number)[]

export type Keys = Readonly<Record<string, unknown>>

export type ReportDiagnostic = (problem: Diagnostic) => void

/** Compiled patterns by their text, for patterns without `~` and groups. */
export interface PatternCache {
  readonly commands: Map<string, CommandItem[]>
  /** By kind and text. */
  readonly items: Map<string, PatternItem[]>
}

/** One file that may hold rules. */
export interface LayerSource {
  readonly layer: Layer
  /** Absolute. */
  readonly path: string
  /** As people see it. */
  readonly file: string
}

/** A file to read: a layer's own, or one that it extends. */
export interface FileRequest extends LayerSource {
  /** What stands before the names of its rules: `recommended/` for one that was extended, else empty. */
  readonly prefix: string
  /** Files that it extends, and hooks that it discovers, must lie in here; absent: anywhere. */
  readonly home?: string | undefined
  /** The files that led here, outermost first. */
  readonly chain: readonly string[]
  /** Of a shipped preset: its file from the build. */
  readonly data?: string
  /** The package that it is a file of. */
  readonly package?: PresetPackage | undefined
  /** Where the user's own files name that package, or the one that led to it. */
  readonly origin?: ConfigLocation | undefined
}

/** One file of a layer, read and checked for shape. */
export interface ConfigFile extends FileRequest {
  readonly dir: string
  readonly document: ParsedDocument
  readonly keys: Keys
  /** Of a shipped preset: its compiled patterns. */
  readonly patterns?: PatternCache | undefined
  /** What is wrong with its YAML and its shape. */
  readonly shape: readonly Diagnostic[]
  /** What the recipe whose rules these are may be called by: they are in force while it runs. */
  readonly recipe?: readonly string[]
  /** The default stack: a rule without what it needs is left out without a word. */
  readonly stack?: true
  /** What it extends, in order. */
  readonly parents: readonly ConfigFile[]
}

/** A YAML mapping. */
export function isKeys(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list's items; a single value is a list of one, null and undefined are empty lists. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

export function stringsOf(value: unknown): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string')
}

export interface ConfigLocation {
  readonly file: ConfigFile
  readonly path: Path
  /** Whether a mapping's key is meant or what stands there. */
  readonly on?: 'key' | 'value'
}

export function placeOf({ file, path, on }: ConfigLocation): Place {
  return file.document.place(path, on)
}

export function diagnosticAt(location: ConfigLocation, code: DiagnosticCode, detail: Detail): Diagnostic {
  return createDiagnostic(code, placeOf(location), detail)
}

/** A file's parents, each before the file itself, each once. */
export function lineage(file: ConfigFile): readonly ConfigFile[] {
  return [...new Set([...file.parents.flatMap(lineage), file])]
}

/** Reads the files of one layer. */
export interface LayerReader {
  readonly root: string
  /** Installed packages are looked for up to here. */
  readonly top: string
  readonly files: Files
  /** Where the shipped presets are. */
  readonly presetDir?: string | undefined
  /** Where the build stored the compiled presets; absent: they are compiled here. */
  readonly presetDataDir?: string | undefined
  /** Our own version, for `requires`. */
  readonly version?: string | undefined
  /** What is wrong with the shape of a file. */
  readonly shapeOf: (document: ParsedDocument) => readonly Diagnostic[]
  /** Every absolute path that was looked at, missing ones too. */
  readonly sources: Set<string>
  /** The text of every file that was read, by the name people see. */
  readonly texts: Map<string, string>
  /** What was extended already in this layer, by path. */
  readonly seen: Map<string, ConfigFile | undefined>
  readonly report: ReportDiagnostic
}

/** The same files; every path that is looked at becomes a source of the plan. */
export function noteSources(files: Files, sources: Set<string>): Files {
  return {
    ...files,
    list: (dir) => (sources.add(dir), files.list(dir)),
    kind: (file) => (sources.add(file), files.kind(file)),
  }
}
