import type { HooksFile } from '../model/generated/config-types.ts'
import type {
  Builtin,
  Diagnostic,
  Dialect,
  Matcher,
  Outcome,
  Rule,
  RunnerFunction,
  SpawnRequest,
  SpawnResult,
  Verdict,
} from '../model/types.ts'
import type { FileSystem } from './tools/file-system.ts'
import { type HostName, hostNames, isHostName } from './hosts.ts'
import type { EventInput, Run, RunOptions, Wrappers } from './run/run-types.ts'
import { isObject } from '../model/plain-object.ts'

/** What a `hooks.yaml` would say, as data; `HooksFile` is the same with every key named. */
export type ConfigData = Readonly<Record<string, unknown>>

/** Starts a script; the signal says that nobody wants its result any more. */
export type StartScript = (
  request: SpawnRequest,
  options: { readonly signal: AbortSignal },
) => Promise<SpawnResult>

/** A new plan came into force. */
export interface Reload {
  /** How many rules it has, counted once for each event they are asked at. */
  readonly rules: number
  /** Absolute paths of what it depends on, absent files too. */
  readonly sources: readonly string[]
}

export interface EngineOptions {
  /** One or more files that stand in for the project's own, relative to `root`; or what a file would say, as data. Absent: the files that `hooks run` would find. */
  readonly config?: string | readonly string[] | HooksFile | ConfigData | undefined
  /** Rules of the host's own, as data that needs nobody's trust; they are asked before those of the project. */
  readonly base?: HooksFile | ConfigData | undefined
  /** The project's directory. Absent: found from the working directory, as `hooks run` does. */
  readonly root?: string | undefined
  /** Whether the machine's and the user's files hold besides. Absent: only when `config` is absent, too. */
  readonly layers?: boolean | undefined
  /** Whose word the project's files have: what starts or changes something runs as far as `hooks trust` has recorded it, or `all` of it, on your own word. Absent: `recorded`; a `config` given as data needs nobody's trust. */
  readonly trust?: 'recorded' | 'all' | undefined
  /** Reads the files again when they change; until `close` this keeps the process alive. Absent: false. */
  readonly watch?: boolean | undefined
  /** All built-ins that rules may use. Absent: the shipped ones. */
  readonly builtins?: readonly Builtin<never>[] | undefined
  /** All keys that a `match` may have. Absent: the shipped ones. */
  readonly matchers?: readonly Matcher<never>[] | undefined
  /** All dialects that payloads and scripts may speak. Absent: the shipped ones. */
  readonly dialects?: readonly Dialect[] | undefined
  /** Where counters and the like are kept: in `memory` for the 1,000 sessions used last (default), in the `files` that `hooks run` shares, or in files below a directory of your own. */
  readonly state?: 'memory' | 'files' | { readonly dir: string } | undefined
  /** Starts scripts in place of this machine's own processes. */
  readonly spawn?: StartScript | undefined
  /** Where the agent's own files are that `use: memory` and `use: skills` read. Absent: where the stack of the rules has its files, else on this machine. */
  readonly fs?: FileSystem | undefined
  /** Functions around every model and tool call of a run, outside of the rules. */
  readonly wrappers?: Wrappers | undefined
  /** The agent framework that the rules are for: a rule at an event that its integration never sends is told to `onDiagnostics`. */
  readonly host?: HostName | undefined
  /** Answers the prompts of recipes that have no runner of their own, in place of `recipes.runner`. */
  readonly runner?: RunnerFunction | undefined
  /** Functions that answer in the place of recipes, by their names; a name needs no file. */
  readonly callbacks?: Readonly<Record<string, RunnerFunction>> | undefined
  /** Hears of the problems in the files whenever they change; the list is empty when all are mended. `text` shows them as `hooks validate` does. */
  readonly onDiagnostics?: ((diagnostics: readonly Diagnostic[], text: string) => void) | undefined
  /** Hears of every new plan that comes into force, not of the first one. */
  readonly onReload?: ((reload: Reload) => void) | undefined
}

export interface DispatchOptions {
  /** Ends the dispatch and what it started. */
  readonly signal?: AbortSignal | undefined
  /** The payload is what this agent sends, such as `claude-code`; the verdict then says only what it can be told. Absent: `native`, an event in our own terms. */
  readonly dialect?: string | undefined
}

export interface Engine {
  /** Decides over one event. Rejects with the signal's reason when that aborts, with a HooksError `unknown-event`, `unknown-dialect` or `closed`, and with a TypeError for an option that does not exist or is of the wrong kind; what a rule does wrong is in the verdict's warnings. */
  dispatch(event: EventInput, options?: DispatchOptions): Promise<Verdict>
  dispatch(payload: ConfigData, options: DispatchOptions & { readonly dialect: string }): Promise<Verdict>
  /** Begins the run of an agent whose loop is in this process: SessionStart, then UserPromptSubmit when there is a prompt. Rejects as `dispatch` does, and with a TypeError for an option that does not exist or is of the wrong kind. */
  start(options?: RunOptions): Promise<Run>
  /** What came of a recipe that was not waited for, by the job of its callback, as soon as it is done; undefined when there is no such job. */
  recipeResult(job: string): Promise<Outcome | undefined>
  /** The rules of the files in the order they are asked, of one event when it is given; what is built in is not among them. */
  rules(event?: string): readonly Rule[]
  /** What is wrong with the files as they are now; an error means that an older plan is in force. */
  diagnostics(): readonly Diagnostic[]
  /** Stops watching and ends what is running: dispatches that are under way reject with a HooksError `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Expected type per option. */
export type OptionTable<Name extends PropertyKey = string> = Readonly<
  Record<Name, readonly [expected: string, isValid: (value: unknown) => boolean]>
>

const optionTable: OptionTable<keyof EngineOptions> = {
  config: ['a path, a list of paths, or an object', isConfig],
  base: ['an object', isObject],
  root: ['a path', isText],
  layers: ['a boolean', isBoolean],
  trust: ["'recorded' or 'all'", (value) => value === 'recorded' || value === 'all'],
  watch: ['a boolean', isBoolean],
  builtins: ['a list of built-ins with a name each of its own', (value) => isListBy(value, 'name')],
  matchers: ['a list of matchers with a key each of its own', (value) => isListBy(value, 'key')],
  dialects: ['a list of dialects with a name each of its own', (value) => isListBy(value, 'name')],
  state: ['"memory", "files" or { dir }', isState],
  spawn: ['a function', isFunction],
  fs: ['a file system', (value) => isObject(value) && isFunction(value['read'])],
  host: [`one of ${hostNames.join(', ')}`, isHostName],
  runner: ['a function', isFunction],
  callbacks: ['an object of functions', (value) => isObject(value) && Object.values(value).every(isFunction)],
  wrappers: ['{ ModelCall, ToolUse }, each a list of functions', areWrappers],
  onDiagnostics: ['a function', isFunction],
  onReload: ['a function', isFunction],
}

export function checkOptions(options: EngineOptions): void {
  checkAgainst(options, optionTable)
}

const dispatchTable: OptionTable<keyof DispatchOptions> = {
  signal: ['an AbortSignal', isSignal],
  dialect: ['a name', isText],
}

export function checkDispatchOptions(options: DispatchOptions): void {
  checkAgainst(options, dispatchTable)
}

export function isSignal(value: unknown): boolean {
  return value instanceof AbortSignal
}

export function checkAgainst<O extends object>(options: O, table: OptionTable<keyof O>): void {
  if (!isObject(options)) throw new TypeError(`Expected the options to be an object, got ${show(options)}`)
  checkKeys(options, table, {
    unknown: (name) => `Unknown option \`${name}\``,
    wrong: (name) => `Expected the \`${name}\` option`,
  })
}

/** Throws a TypeError for a key that is not in the table, and for a value of the wrong type. */
export function checkKeys(
  given: object,
  table: OptionTable,
  message: { unknown: (key: string) => string; wrong: (key: string) => string },
): void {
  for (const [key, value] of Object.entries(given)) {
    const [expected, isValid] = (Object.hasOwn(table, key) ? table[key] : undefined) ?? []
    if (expected === undefined || isValid === undefined)
      throw new TypeError(`${message.unknown(key)}: expected one of ${Object.keys(table).join(', ')}`)
    if (value !== undefined && !isValid(value))
      throw new TypeError(`${message.wrong(key)} to be ${expected}, got ${show(value)}`)
  }
}

/** Formats a value for an error: `-1` (number) */
export function show(value: unknown): string {
  if (value === null || value === undefined) return `\`${value}\``
  const text = typeof value === 'string' ? JSON.stringify(value) : shortText(value)
  return `\`${text}\` (${Array.isArray(value) ? 'array' : typeof value})`
}

function shortText(value: unknown): string {
  const text = typeof value === 'function' ? value.name : describe(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function describe(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return Object.prototype.toString.call(value)
  }
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

export function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean'
}

export function isList(value: unknown): boolean {
  return Array.isArray(value)
}

export function isFunction(value: unknown): boolean {
  return typeof value === 'function'
}

function isConfig(value: unknown): boolean {
  return isText(value) || isObject(value) || (Array.isArray(value) && value.length > 0 && value.every(isText))
}

function isState(value: unknown): boolean {
  return (
    value === 'memory' ||
    value === 'files' ||
    (isObject(value) && Object.keys(value).length === 1 && isText(value.dir))
  )
}

function areWrappers(value: unknown): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(
    ([name, list]) =>
      (name === 'ModelCall' || name === 'ToolUse') &&
      (list === undefined || (Array.isArray(list) && list.every(isFunction))),
  )
}

function isListBy(value: unknown, key: string): boolean {
  if (!Array.isArray(value)) return false
  const names = value.map((item: unknown) => (isObject(item) ? item[key] : undefined))
  return names.every(isText) && new Set(names).size === names.length
}
