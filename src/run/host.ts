import type { LoadChunk } from '../chunks.ts'
import type { KeptPrograms } from '../handlers/spawn/keep-alive.ts'
import type { Env, Answer, Event } from '../model/types.ts'

/** The process as a command sees it: the only door to it, so that every command runs in a test without one. */
export interface Host {
  /** What stands after `hooks`. */
  readonly argv: readonly string[]
  readonly env: Env
  readonly cwd: string
  /** The package's version and directory. */
  readonly version: string
  readonly packageDir: string
  /** Identifies this build: no build reads the caches of another. */
  readonly build: string
  /** The absolute path of this Node. */
  readonly node: string
  /** What scripts and facts see, where that is not `env`: all that the agent gave. */
  readonly agentEnv?: Env
  /** The process outlives the call, so its settings are not the call's to change. */
  readonly isGuest?: boolean
  /** Is stdout a terminal, and how wide. */
  readonly terminal: boolean
  readonly columns: number
  /** Everything on stdin; throws when it does not come in time or is too large. */
  stdin(): Promise<string>
  /** Stdin line by line, until it ends or is closed. */
  lines(): AsyncIterable<string> & { close(): void }
  /** Answers when nothing could be decided: an agent in its own form, the one that its settings name unless the payload told. Resolves to the exit code. */
  fail(problem: unknown, agent?: string): Promise<number>
  /** Is stdin a terminal, with nobody piping? */
  readonly stdinIsTerminal: boolean
  readonly stderrIsTerminal: boolean
  /** One line that is typed at the terminal; empty when stdin ends. */
  line(): string
  out(text: string): void
  err(text: string): void
  /** Replaces the line of stderr that the cursor is in. */
  redraw(line: string): void
  /** Empties the terminal. */
  clear(): void
  /** The programs that started this one, the nearest first. */
  ancestors(): readonly RunningProgram[]
  /** The home directory by the system's list of users, whatever the environment says. */
  accountHome(): string | undefined
  /** Loads a chunk of the program. */
  readonly load: LoadChunk
  /** Which engine answers for this program; absent where none does. */
  readonly engine?: EngineOf
  /** Scripts that stay between calls, where something stays that can hold them. */
  readonly kept?: KeptPrograms
  /** Leaves such an event to a run of its own. */
  leaves?(event: Event['event']): boolean
  /** Told at each call whether its person wants an engine: where a caller found none, it is started; one that is not wanted ends. */
  readonly keepEngine?: ((isWanted: boolean) => void) | undefined
  /** Calls back when the process is asked to end, at once where it was asked since somebody listens. */
  onInterrupt(callback: () => void): void
}

/** What decides which engine may answer. */
export interface EngineOf {
  /** The program's bin.cjs. */
  readonly bin: string
  readonly node: string
  /** Instead of the user's own directory; tests have one. */
  readonly dir?: string | undefined
}

/** A process, by the name and the arguments that the system lists. */
export interface RunningProgram {
  readonly name: string
  readonly argv: readonly string[]
}

/** Whether a person sits at it: what they start by hand they want to run. */
export function isPerson({ terminal, stdinIsTerminal }: Host): boolean {
  return terminal && stdinIsTerminal
}

/** `HOOKS_DISABLE=1` pauses the project's rules; a repository's own agent settings can set it. */
export function isDisabled({ HOOKS_DISABLE }: Env): boolean {
  return HOOKS_DISABLE === '1'
}

/** Gives an answer exactly as the agent would get it. */
export function writeAnswer(host: Host, { stdout, stderr, exit }: Answer): number {
  host.out(stdout)
  host.err(stderr)
  return exit
}

/** Says why nothing could be decided. Returns the exit code. */
export function writeFailure(host: Host, message: string, exit = 1): number {
  host.err(`hooks: ${message}\n`)
  return exit
}
