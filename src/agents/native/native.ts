import { eventNamed, events, isEventName, type EventRow } from '../../model/events.ts'
import { field } from '../../model/plain-object.ts'
import type {
  DecodeContext,
  Event,
  Answer,
  Capabilities,
  Carries,
  Dialect,
  OutcomePart,
  EventName,
  Outcome,
  Verdict,
} from '../../model/types.ts'
import { outputText, absolute, readFields } from '../shared/payload-fields.ts'
import { outcomeFrom } from './outcome.ts'

type Payload = Readonly<Record<string, unknown>>

function nameIn(payload: Payload): string | undefined {
  return [payload['event'], payload['hook_event_name']].find((name) => typeof name === 'string')
}

function decode(payload: Payload, context: DecodeContext): Event {
  const name = nameIn(payload) ?? ''
  const event = eventNamed(name) ?? 'unmapped'
  return Object.freeze({
    event,
    ...(event !== name && name !== '' && { native_event: name }),
    ...outputOf(payload, name),
    ...subagentOf(payload),
    ...readFields(payload),
    cwd: absolute(payload['cwd']) ?? context.cwd,
    root: absolute(payload['root']) ?? context.root,
    raw: payload,
  })
}

/** What follows from the output where the payload does not say it itself. */
function outputOf(payload: Payload, name: string): Partial<Event> {
  const output = Object.hasOwn(payload, 'tool_output') ? payload['tool_output'] : payload['tool_response']
  const success = field(output, 'success')
  return {
    ...(output !== undefined && { output_text: outputText(output) }),
    ...(typeof success === 'boolean' && { is_error: !success }),
    ...(name === 'PostToolUseFailure' && { is_error: true }),
  }
}

function subagentOf(payload: Payload): Partial<Event> {
  return payload['invoked_by'] === 'subagent' ? { subagent: { name: 'subagent' } } : {}
}

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
