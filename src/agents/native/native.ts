import { eventNamed, events, isEventName, type EventRow } from '../../model/events.ts'
import type {
  Answer,
  Capabilities,
  Carries,
  Dialect,
  Event,
  OutcomePart,
  EventName,
  Outcome,
  Verdict,
} from '../../model/types.ts'
import { decode, nameIn } from './decode.ts'
import { outcomeFrom } from './outcome.ts'

const DAY_MS = 86_400_000

/** No agent speaks it. */
const unanswered = {
  crash: 'unknown',
  timeout: 'unknown',
  empty: 'unknown',
  broken: 'unknown',
  exit_2: 'denies',
} as const

const isCarried = (part: OutcomePart): part is OutcomePart & keyof Carries =>
  !['restart', 'follow_ups', 'next_prompt', 'tool_results'].includes(part)

function carries(row: EventRow): Carries {
  return { notify: true, ...Object.fromEntries(row.may.filter(isCarried).map((part) => [part, true])) }
}

/** Whoever speaks our own terms can be told everything that an event may be answered with. */
function allCapabilities(): Capabilities {
  const rows = Object.entries(events).map(([name, row]) => [name, carries(row)] as const)
  return {
    events: Object.fromEntries(rows) satisfies Partial<Record<EventName, Carries>>,
    timeout_ms: DAY_MS,
    failure: unanswered,
  }
}

let capabilities: Capabilities | undefined

/** Fields of Goose, whose events have our names. */
const goose = ['working_dir', 'matcher_context', 'tool_call_id']

function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 1 | 2 {
  const name = nameIn(payload)
  if (name === undefined) return 0
  const isOurs = name === payload['event'] && !goose.some((key) => Object.hasOwn(payload, key))
  if (isOurs && isEventName(name)) return 2
  return eventNamed(name) === undefined ? 0 : 1
}

function encode(verdict: Verdict): Answer {
  return { stdout: `${JSON.stringify(verdict)}\n`, stderr: '', exit: exitOf(verdict) }
}

function exitOf({ decision, flow, hard }: Verdict): number {
  if (decision === 'deny' || (flow === 'stop' && hard === true)) return 2
  return decision === 'ask' ? 3 : 0
}

/** The event without its raw payload, with the changes so far, and the verdict so far. */
function toScript(event: Event, prior: Verdict): unknown {
  const { raw: _, ignored: _ignored, ...fields } = event
  return { ...fields, prior }
}

function fromScript(reply: unknown): Outcome {
  return typeof reply === 'string' ? {} : outcomeFrom(reply)
}

export const native: Dialect = {
  name: 'native',
  summary: 'our own events and verdicts as JSON',
  agentless: true,
  get capabilities() {
    return (capabilities ??= allCapabilities())
  },
  recognizes,
  decode,
  encode,
  toScript,
  fromScript,
}
