// What a call is given, what it is judged with, and the parts of the program that are loaded when they are needed.
import type { spoolSpans } from '../builtins/tracing/otlp/spool.ts'
import type { DispatchResult } from '../engine/dispatch.ts'
import type { makeRun } from '../handlers/run.ts'
import type { createKeptPrograms, KeptPrograms } from '../handlers/spawn/keep-alive.ts'
import type { createSpawn } from '../handlers/spawn/spawn.ts'
import type {
  Answer,
  Catalog,
  Clock,
  Context,
  Dialect,
  Env,
  Event,
  ExpressionEngine,
  Files,
  LinearRegexes,
  Listener,
  ShellParser,
  Verdict,
  Warning,
} from '../model/types.ts'
import type { render, templateProblem } from '../recipes/liquid.ts'
import type { RecipeAnswerer } from '../recipes/recipe-handler.ts'
import type { shellCommandIn } from '../shell/tool-shapes.ts'
import type { keepCode } from '../store/disk/keep-code.ts'
import type { appendContents } from '../store/ledger/contents.ts'
import type { maskedJson } from '../store/ledger/append.ts'
import type { Dirs } from '../store/disk/dirs.ts'
import type { PlanInForce, RenewRequest } from '../store/plan/plan.ts'
import type { noteRefs } from '../store/records/session-refs.ts'
import type { removeOldState } from '../store/state/prune.ts'
import type { RunArguments } from './run-arguments.ts'

/** One call: what it was given, and where its answer goes. */
export interface Call {
  /** What stands after `hooks`. */
  readonly argv: readonly string[]
  readonly env: Env
  readonly cwd: string
  /** What scripts and facts see, where that is not `env`: all that the agent gave. */
  readonly agentEnv?: Env
  /** The process outlives the call, so its settings are not the call's to change. */
  readonly isGuest?: boolean
  /** Everything on stdin; throws when it does not come in time or is too large. */
  stdin(): Promise<string>
  /** Answers when nothing could be decided: an agent in its own form, the one that its settings name unless the payload told. Resolves to the exit code. */
  fail(problem: unknown, agent?: string): Promise<number>
  out(text: string): void
  err(text: string): void
  /** The programs that started this one, the nearest first. */
  ancestors(): readonly RunningProgram[]
  /** Leaves such an event to a run of its own. */
  leaves?(event: Event['event']): boolean
  /** Told at each call whether its person wants an engine: where a caller found none, it is started; one that is not wanted ends. */
  readonly keepEngine?: ((isWanted: boolean) => void) | undefined
  /** Calls back when the process is asked to end, at once where it was asked since somebody listens. */
  onInterrupt(callback: () => void): void
}

/** The program that is running: the same for all its calls. */
export interface Program {
  /** The package's version and directory. */
  readonly version: string
  readonly packageDir: string
  /** Identifies this build: no build reads the caches of another. */
  readonly build: string
  /** The absolute path of this Node. */
  readonly node: string
  readonly load: Load
  /** The home directory by the system's list of users, whatever the environment says. */
  accountHome(): string | undefined
  /** Which engine answers for this program; absent where none does. */
  readonly engine?: EngineOf
  /** Scripts that stay between calls, where something stays that can hold them. */
  readonly kept?: KeptPrograms
}

export interface Terminal {
  /** Is stdout a terminal, and how wide. */
  readonly terminal: boolean
  readonly columns: number
  /** Is stdin a terminal, with nobody piping? */
  readonly stdinIsTerminal: boolean
  readonly stderrIsTerminal: boolean
  /** Stdin line by line, until it ends or is closed. */
  lines(): AsyncIterable<string> & { close(): void }
  /** One line that is typed at the terminal; empty when stdin ends. */
  line(): string
  /** Replaces the line of stderr that the cursor is in. */
  redraw(line: string): void
  /** Empties the terminal. */
  clear(): void
}

/** The process as a command sees it: the only door to it, so that every command runs in a test without one. */
export interface Host extends Call, Program, Terminal {}

/** A process, by the name and the arguments that the system lists. */
export interface RunningProgram {
  readonly name: string
  readonly argv: readonly string[]
}

/** What decides which engine may answer. */
export interface EngineOf {
  /** The program's bin.cjs. */
  readonly bin: string
  readonly node: string
  /** Instead of the user's own directory; tests have one. */
  readonly dir?: string | undefined
}

/** A call as an engine gets it: what a cold run would find around itself. */
export interface EngineCall extends Pick<Call, 'argv' | 'cwd' | 'env'> {
  /** Who started the caller. */
  readonly parent: number
  readonly payload: string
}

/** An engine's answer. */
export interface Answered {
  readonly exit: number
  readonly out: string
  readonly err: string
}

/** `none`: no engine listens; `hung`: it gave no answer in time; undefined: it gave none. Each time the call is judged cold. */
export type Asked = Answered | 'none' | 'hung' | undefined

/** What `hooks status` shows of an engine. */
export interface EngineStats {
  readonly pid: number
  /** Milliseconds since 1970. */
  readonly since: number
  readonly calls: number
  /** Milliseconds; of the last thousand calls. */
  readonly p50: number
  readonly p99: number
  readonly memory_mb: number
  readonly projects: number
}

/** A payload, and how it is to be answered. */
export interface SentPayload {
  readonly options: RunArguments
  readonly dialect: Listener
  readonly payload: Readonly<Record<string, unknown>>
  /** An agent waits for the answer; else this is a replay. */
  readonly live: boolean
  /** In a replay, the agent that the verdict has to fit. */
  readonly as?: Dialect
}

/** Settings of files of the project, which hold for its scripts alone. */
export interface Sealed {
  /** The agent's, without what is ignored. */
  readonly env: Env
  /** All that the agent gave, but for our own variables. */
  readonly agentEnv: Env
  readonly ignored: readonly { readonly name: string; readonly file: string }[]
  /** Where the person's rules would be by what is ignored. */
  readonly projectConfigs: readonly string[]
}

/** A call, with all that is known before the first rule is asked. */
export interface Opened {
  /** With the environment that counts for this call. */
  readonly host: Host
  readonly sent: SentPayload
  /** What the project's own files set in the agent's environment. */
  readonly sealed?: Sealed | undefined
  readonly event: Event
  readonly plan: PlanInForce
  readonly dirs: Dirs
  /** Where this project's state and ledger stand. */
  readonly stateDir: string
  /** hooks.yaml files below the root that do not apply. */
  readonly nested: readonly string[]
  /** Why the root is not sure. */
  readonly problem?: string
  /** Whether the call could work outside of the root. */
  readonly mayLeave: () => boolean
  readonly clock: Clock
  readonly files: Files
  /** By the clock's `elapsed`. */
  readonly started: number
  /** How long the plan took to compile; 0 when it was kept. */
  readonly compiled_ms: number
}

/** A call, and what the rules say about it. */
export interface Judged {
  readonly opened: Opened
  readonly verdict: Verdict
  readonly ms: number
  readonly aborted: boolean
  /** Another entry has judged and recorded it. */
  readonly isKnown?: true
  /** Leaves what was recorded to the other entries; undefined: nothing was. */
  readonly leave?: (verdict: Verdict | undefined) => void
}

/** What each chunk of the program exports, by types of lower rooms. chunks.ts lists the files that have it. */
export interface Parts {
  readonly run: {
    start(loader: Loader): Promise<number>
    run(host: Host): Promise<number>
  }
  readonly decide: {
    decide(opened: Opened): Promise<DispatchResult>
    reportTo(verdict: Verdict, opened: Opened): Verdict
    readonly shellCommandIn: typeof shellCommandIn
    readonly maskedJson: typeof maskedJson
    readonly removeOldState: typeof removeOldState
  }
  readonly builtins: Pick<Catalog, 'builtins'> & { readonly appendContents: typeof appendContents }
  readonly scripts: {
    readonly makeRun: typeof makeRun
    readonly createSpawn: typeof createSpawn
    readonly createKeptPrograms: typeof createKeptPrograms
  }
  readonly agents: Pick<Catalog, 'dialects'> & {
    agentNamed(name: string): Dialect | string
    senderOf(claimed: Listener, payload: SentPayload['payload'], env: Env): Listener
  }
  readonly parser: ShellParser
  readonly compile: { renewFor(host: Host, request: RenewRequest): Promise<PlanInForce> }
  readonly cli: {
    main(host: Host): Promise<number>
    runByHand(host: Host, options: RunArguments): Promise<number>
  }
  readonly ancestors: {
    readAncestors(from?: number): readonly RunningProgram[]
    isBelowAgent(call: Pick<Call, 'ancestors'>): boolean
  }
  readonly cel: ExpressionEngine
  readonly re2: LinearRegexes
  readonly recipes: { answerersFor(host: Host, stateDir: string | undefined): RecipeAnswerer }
  readonly liquid: { readonly render: typeof render; readonly templateProblem: typeof templateProblem }
  readonly yaml: Pick<Context, 'frontMatter'>
  readonly serve: { serve(program: Program, of: EngineOf, onReady?: () => void): Promise<string | undefined> }
  readonly examine: { examineEngine(of: EngineOf): string | undefined }
  readonly ask: {
    askEngine(of: EngineOf, call: EngineCall): Promise<Asked>
    isThere(of: EngineOf): boolean
    startEngine(of: EngineOf): void
    abandonEngine(of: EngineOf): void
    statsOf(of: EngineOf): Promise<EngineStats | undefined>
    stopEngine(of: EngineOf): Promise<boolean>
  }
  readonly keep: { readonly keepCode: typeof keepCode }
  readonly drift: {
    noteDrift(opened: Opened, tells: boolean): readonly Warning[]
    readonly noteRefs: typeof noteRefs
  }
  readonly otlp: { readonly spoolSpans: typeof spoolSpans }
}

/** Loads a chunk, once. */
export type Load = <Name extends keyof Parts>(name: Name) => Parts[Name]

/** What bin.ts gives to the first part that it loads. */
export type Loader = Pick<Host, 'load' | 'build' | 'stdin' | 'fail' | 'engine' | 'keepEngine'>

/** Whether a person sits at it: what they start by hand they want to run. */
export function isPerson({ terminal, stdinIsTerminal }: Terminal): boolean {
  return terminal && stdinIsTerminal
}

/** `HOOKS_DISABLE=1` pauses the project's rules; a repository's own agent settings can set it. */
export function isDisabled({ HOOKS_DISABLE }: Env): boolean {
  return HOOKS_DISABLE === '1'
}

/** Gives an answer exactly as the agent would get it. */
export function writeAnswer(host: Call, { stdout, stderr, exit }: Answer): number {
  host.out(stdout)
  host.err(stderr)
  return exit
}

/** Says why nothing could be decided. Returns the exit code. */
export function writeFailure(host: Call, message: string, exit = 1): number {
  host.err(`hooks: ${message}\n`)
  return exit
}
