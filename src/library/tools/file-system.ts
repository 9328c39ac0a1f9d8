// The one interface that all file tools go through.

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
}
