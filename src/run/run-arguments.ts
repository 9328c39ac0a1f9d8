import { eventNamed } from '../model/events.ts'
import type { EventName } from '../model/types.ts'

/** What `hooks run` was asked for. */
export interface RunArguments {
  /** A file; `-` or absent: stdin. */
  readonly payload?: string
  /** Speak this agent's protocol, exit code included. */
  readonly agent?: string
  /** The event as the agent's settings name it. The payload decides; this counts when it cannot be read. */
  readonly event?: string
  /** Whose settings call us, where one agent has several that do. */
  readonly entry?: string
  /** The dialect of a replayed payload; recognised from it when absent. */
  readonly from?: string
  /** Show how this agent would be answered. */
  readonly as?: string
  readonly config: readonly string[]
  readonly root?: string
  readonly json: boolean
  readonly explain: boolean
  readonly dryRun: boolean
  /** A payload a line on stdin, a verdict a line on stdout. */
  readonly lines?: boolean
  readonly last: boolean
  /** The last event of this name only. */
  readonly lastName?: EventName
  /** How much of a replay is logged on stderr. */
  readonly logLevel?: string
}

const VALUES = {
  agent: 'agent',
  event: 'event',
  entry: 'entry',
  from: 'from',
  as: 'as',
  config: 'config',
  root: 'root',
  'log-level': 'logLevel',
} as const
const SWITCHES = {
  json: 'json',
  explain: 'explain',
  'dry-run': 'dryRun',
  last: 'last',
  lines: 'lines',
} as const

/** Reads the arguments behind `hooks run` without a framework: this stands in front of every tool call. Returns a sentence when they are wrong. */
export function runArguments(argv: readonly string[]): RunArguments | string {
  const found: MutableArguments = { config: [], json: false, explain: false, dryRun: false, last: false }
  const rest = argv.filter((word) => word !== '--no-color') // show reads it from the command line itself
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const problem = word.startsWith('--') ? takeFlag(word.slice(2), rest, found) : takePayload(word, found)
    if (problem !== undefined) return problem
  }
  if (found.agent !== undefined && (found.json || found.logLevel !== undefined))
    return "--agent speaks the agent's protocol, --json and --log-level are for replays: use one of them"
  for (const name of ['event', 'entry'] as const)
    if (found[name] !== undefined && found.agent === undefined) return `--${name} belongs to --agent`
  if (
    found.lines === true &&
    [found.agent, found.as, found.payload, found.logLevel, found.last || found.explain || undefined].some(
      (given) => given !== undefined,
    )
  )
    return '--lines reads payloads from stdin and prints verdicts: no file, --agent, --as, --last, --explain or --log-level beside it'
  return found
}

type MutableArguments = { -readonly [K in keyof RunArguments]: RunArguments[K] }

function takePayload(word: string, found: MutableArguments): string | undefined {
  if (word.startsWith('-') && word !== '-') return `unknown option "${word}"`
  if (found.payload !== undefined) return `one payload at a time: "${found.payload}" and "${word}" were given`
  found.payload = word
  return undefined
}

function takeFlag(flag: string, rest: string[], found: MutableArguments): string | undefined {
  const [name, inline] = splitOnce(flag)
  if (name === 'last' && inline !== undefined) return takeLast(inline, found)
  if (name in SWITCHES) {
    found[SWITCHES[name as keyof typeof SWITCHES]] = true // `in` has just shown it
    return inline === undefined ? undefined : `--${name} takes no value`
  }
  if (!(name in VALUES)) return `unknown option "--${name}"`
  const key = VALUES[name as keyof typeof VALUES] // `in` has just shown it
  const value = inline ?? rest.shift()
  if (value === undefined) return `--${name} needs a value`
  if (key === 'config') found.config = [...found.config, value]
  else found[key] = value
  return undefined
}

function takeLast(event: string, found: MutableArguments): string | undefined {
  const lastName = eventNamed(event)
  if (lastName === undefined) return `there is no event "${event}"`
  Object.assign(found, { last: true, lastName })
  return undefined
}

function splitOnce(flag: string): [string, string?] {
  const at = flag.indexOf('=')
  return at < 0 ? [flag] : [flag.slice(0, at), flag.slice(at + 1)]
}
