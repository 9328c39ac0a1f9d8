import type { Files, Layer } from '../../model/types.ts'
import type { ConfigFile, ReportDiagnostic, ConfigLocation } from './config-file.ts'
import type { PresetPackage } from './packages.ts'

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
