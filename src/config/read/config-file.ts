import type { Diagnostic, Layer, Place, Files } from '../../model/types.ts'
import { createDiagnostic, type Code, type Detail } from '../check/diagnostics/diagnostic.ts'
import type { ParsedDocument } from './yaml/document.ts'
import type { PresetPackage } from './packages.ts'
import type { PatternCache } from '../compile/patterns/compile-pattern.ts'

/** The way from a document's top to one of its values. */
export type Path = readonly (string | number)[]

export type Keys = Readonly<Record<string, unknown>>

export type ReportDiagnostic = (problem: Diagnostic) => void

/** One file of a layer, read and checked for shape. */
export interface ConfigFile {
  readonly layer: Layer
  /** Absolute. */
  readonly path: string
  readonly dir: string
  /** As people see it. */
  readonly file: string
  /** What stands before the names of its rules: `recommended/` for one that was extended, else empty. */
  readonly prefix: string
  readonly document: ParsedDocument
  readonly keys: Keys
  /** Of a shipped preset: its compiled patterns. */
  readonly patterns?: PatternCache
  /** What is wrong with its YAML and its shape. */
  readonly shape: readonly Diagnostic[]
  /** What the recipe whose rules these are may be called by: they are in force while it runs. */
  readonly recipe?: readonly string[]
  /** What it extends, in order. */
  readonly parents: readonly ConfigFile[]
  /** What it brings along must lie in here; absent: anywhere. */
  readonly home?: string
  /** The package that it is a file of. */
  readonly package?: PresetPackage
  /** Where the user's own files name that package, or the one that led to it. */
  readonly origin?: ConfigLocation
}

/** A YAML mapping. */
export function isKeys(value: unknown): value is Keys {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A list's items; one value stands for a list of it, nothing for none. */
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

export function diagnosticAt(spot: ConfigLocation, code: Code, detail: Detail): Diagnostic {
  return createDiagnostic(code, placeOf(spot), detail)
}

/** A file's parents, each before the file itself, each once. */
export function lineage(file: ConfigFile): readonly ConfigFile[] {
  return [...new Set([...file.parents.flatMap(lineage), file])]
}

/** One file that may hold rules. */
export interface LayerSource {
  readonly layer: Layer
  /** Absolute. */
  readonly path: string
  /** As people see it. */
  readonly file: string
}

/** Reads the files of one layer. */
export interface LayerReader {
  readonly root: string
  /** Installed packages are looked for up to here. */
  readonly top: string
  readonly files: Files
  /** Where the shipped presets are. */
  readonly presetDir?: string | undefined
  /** Where the build put what it made of them; absent: they are parsed and compiled here. */
  readonly presetDataDir?: string | undefined
  /** Our own version, for `requires`. */
  readonly version?: string | undefined
  /** The keys that a match may have. */
  readonly matchers?: ReadonlySet<string>
  /** Every absolute path that was looked at, absent ones too. */
  readonly sources: Set<string>
  /** The text of every file that was read, by the name people see. */
  readonly texts: Map<string, string>
  /** What was extended already in this layer, by path. */
  readonly seen: Map<string, ConfigFile | undefined>
  readonly report: ReportDiagnostic
}

/** A file to read: a layer's own, or one that it extends. */
export interface FileRequest extends LayerSource {
  readonly prefix: string
  /** Files that it extends, and hooks that it discovers, must lie in here; absent: anywhere. */
  readonly home?: string | undefined
  /** The files that led here, outermost first. */
  readonly chain: readonly string[]
  /** Of a shipped preset: what the build made of it. */
  readonly data?: string
  /** The package that it is a file of. */
  readonly package?: PresetPackage
  /** Where the user's own files name that package, or the one that led to it. */
  readonly origin?: ConfigLocation
}

/** Reads a file with all that it extends. */
export type ReadFile = (wanted: FileRequest, reader: LayerReader) => ConfigFile | undefined
