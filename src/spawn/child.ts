/** A process that was started, the leader of a group of its own. */
export interface Child {
  readonly pid: number
  /** Called once; the code is null where a signal ended it. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
  /** This process no longer waits for it. */
  unref(): void
}

export interface ChildOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Descriptors of ours that become 0, 1 and 2 of the child. */
  readonly stdio: readonly (number | 'ignore')[]
}

/** Rejects with an error whose `code` is the system's name for it (`ENOENT`) when the program cannot be started. */
export type Start = (argv: readonly [string, ...string[]], options: ChildOptions) => Promise<Child>
