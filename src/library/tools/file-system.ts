// The one interface that all file tools go through, and what its kinds have in common.
import type { SpawnResult } from '../../model/types.ts'
import { ToolMistake } from './tool.ts'

export interface FileEntry {
  readonly name: string
  readonly type: 'file' | 'dir' | 'symlink'
  /** Bytes. */
  readonly size: number
}

export interface CommandResult {
  readonly stdout: string
  readonly stderr: string
  /** Null when it did not end by itself. */
  readonly exit_code: number | null
  readonly timed_out?: true
  /** It printed more than is kept. */
  readonly truncated?: true
}

export interface CommandOptions {
  readonly signal?: AbortSignal | undefined
  readonly timeout_ms?: number | undefined
}

/**
 * Where file tools read and write: this machine, memory, a container. A path that it is given is one that its own
 * `resolve` gave. What goes wrong is thrown; a `ToolMistake` says it to the model in its own words.
 */
export interface FileSystem {
  /** For people and for the model: where relative paths begin. */
  readonly root: string
  /** The path that a model wrote, absolute; throws where that lies outside of the root. */
  resolve(path: string): Promise<string> | string
  /** In the order of their names. */
  list(dir: string): Promise<readonly FileEntry[]> | readonly FileEntry[]
  kind(path: string): Promise<'file' | 'dir' | undefined> | 'file' | 'dir' | undefined
  read(file: string): Promise<string> | string
  /** All of it or nothing, with the directories above it. */
  write(file: string, text: string): Promise<void> | void
  /** A line for the shell, in the root. Absent: there is none. */
  execute?(command: string, options: CommandOptions): Promise<CommandResult>
  /** Every file below a directory, but for hidden directories and those of these names: where each look is slow. Absent: `list` is asked for each directory. */
  find?(dir: string, options: FindOptions): Promise<readonly string[]>
  /** Several files at once, undefined for what cannot be read as text. Absent: `read` is asked for each. */
  readAll?(files: readonly string[], options: CommandOptions): Promise<readonly (string | undefined)[]>
}

export interface FindOptions extends CommandOptions {
  readonly without: readonly string[]
}

/** Of a file that is read. */
export const MAX_BYTES = 20_000_000
/** Characters that are kept of what a command prints. */
export const MAX_PRINTED = 2_000_000
/** How long a command may take. */
export const COMMAND_MS = 120_000

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Texts only: what is no text could not be written back as it was. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new ToolMistake('it is not text')
  }
}

export function commandResult({ end, code, stdout, stderr }: SpawnResult): CommandResult {
  return {
    stdout,
    stderr,
    exit_code: code ?? null,
    ...(end === 'timeout' && { timed_out: true }),
    ...(end === 'flood' && { truncated: true }),
  }
}
