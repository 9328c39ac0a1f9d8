// Parses the events of examples and tests.
import path from 'node:path'
import { native } from '../../agents/native/native.ts'
import { createDiagnostic, type Detail, nearest } from '../../config/diagnostics/diagnostics.ts'
import type { DataPath } from '../../config/read/rules-of.ts'
import { isObject, type PlainObject } from '../../model/plain-object.ts'
import type { ParsedDocument } from '../../config/read/yaml/document.ts'
import { contractBreaches } from '../../engine/fit.ts'
import type { DiagnosticCode } from '../../model/errors.ts'
import { eventNamed, events, isEventName } from '../../model/events.ts'
import type {
  DecodeContext,
  Diagnostic,
  Dialect,
  Event,
  EventName,
  Outcome,
  OutcomePart,
} from '../../model/types.ts'
import { chooseDialect } from '../../run/payload.ts'

export interface CaseSource {
  readonly document: ParsedDocument
  /** The directory of the file. */
  readonly dir: string
  readonly context: DecodeContext
  /** Every payload file that was looked at. */
  readonly payloads: Set<string>
  report(diagnostic: Diagnostic): void
}

export interface CaseLocation {
  readonly source: CaseSource
  readonly at: DataPath
}

/** Reports a problem at a place of the file; returns undefined for the thing that could not be made. */
export function reportProblem(
  { source, at }: CaseLocation,
  code: DiagnosticCode,
  said: Detail & { readonly on?: 'key' | 'value' },
): undefined {
  const { on, ...details } = said
  source.report(createDiagnostic(code, source.document.place(at, on), details))
  return undefined
}

/** An event in our terms; without a name it is `usual`. */
export function eventFrom(written: unknown, spot: CaseLocation, usual?: EventName): Event | undefined {
  if (!isObject(written)) return undefined // its shape was checked
  const name = written.event ?? usual
  if (typeof name !== 'string')
    return reportProblem(spot, 'missing-key', {
      message: 'this event has no "event"',
      hint: 'add event: PreToolUse',
    })
  if (!isEventName(name)) return reportProblem({ ...spot, at: [...spot.at, 'event'] }, ...wrongEvent(name))
  return decode({ ...written, event: name }, native, spot.source)
}

function wrongEvent(name: string): [DiagnosticCode, Detail] {
  const real = eventNamed(name)
  if (real !== undefined) {
    return ['event-alias', { message: `"${name}" is called "${real}" here`, hint: `write event: ${real}` }]
  }
  const meant = nearest(name, Object.keys(events))
  const hint = meant === undefined ? `there are ${Object.keys(events).join(', ')}` : `write event: ${meant}`
  return ['unknown-event', { message: `there is no event "${name}"`, hint }]
}

function decode(payload: PlainObject, dialect: Dialect, { context }: CaseSource): Event {
  const { root, files } = context
  const { cwd } = payload
  const below = typeof cwd === 'string' ? path.resolve(root, cwd) : root
  // A directory of another machine is read as the root, as `hooks run` does.
  const here = typeof cwd === 'string' && dialect !== native && files.kind(below) !== 'dir' ? root : below
  return dialect.decode(typeof cwd === 'string' ? { ...payload, cwd: here } : payload, context)
}

/** An agent's payload: inline, or a file name. */
export function eventFromPayload(written: unknown, spot: CaseLocation): Event | undefined {
  const payload = typeof written === 'string' ? readPayload(written, spot) : written
  if (!isObject(payload)) return undefined
  const { source } = spot
  const { env } = source.context
  const dialect = chooseDialect(payload, { env, from: undefined, option: '' })
  if (typeof dialect !== 'string') return decode(payload, dialect, source)
  return reportProblem(spot, 'bad-value', {
    message: 'it cannot be told which agent sends this payload',
    hint: 'keep all fields that the agent sends, or write an event instead',
  })
}

function readPayload(name: string, spot: CaseLocation): unknown {
  const { source } = spot
  const file = path.resolve(source.dir, name)
  source.payloads.add(file)
  const text = source.context.files.read(file)
  if (text === undefined) {
    return reportProblem(spot, 'missing-file', {
      message: `there is no file "${name}"`,
      hint: 'name a payload by its path from this file',
    })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Reported below.
  }
  return reportProblem(spot, 'bad-value', { message: `"${name}" is not a JSON object` })
}

/** How the parts that an event may be answered with are written in a verdict, where that differs. */
const verdictFields: Readonly<Partial<Record<OutcomePart, string>>> = {
  allow: 'decision: allow',
  ask: 'decision: ask',
  deny: 'decision: deny',
  continue: 'flow: continue',
  restart: 'flow: restart',
  stop: 'flow: stop',
  context: 'additional_context',
  follow_ups: 'follow_up_messages',
  messages: 'replace_messages',
}

/** Reports each part of a verdict that the event cannot be answered with; `place` says where it is written. */
export function checkExpected(
  wanted: Readonly<Record<string, unknown>>,
  { source, event, hint }: { source: CaseSource; event: Event; hint?: string },
  place: (key: string) => DataPath,
): boolean {
  const { event: name, native_event: native = name } = event
  const row = name === 'unmapped' ? undefined : events[name]
  const isStopped = row?.before === true && wanted.flow === 'stop' // a failed rule may stop what it comes before
  const { flow: _flow, ...rest } = wanted
  const asked: Outcome = isStopped ? rest : wanted // what a verdict has an outcome has as well
  const found = contractBreaches(asked, name)
  const possible = ['decision: proceed', ...(row?.may ?? []).map((part) => verdictFields[part] ?? part)]
  for (const [part, [key = part]] of found) {
    reportProblem({ source, at: place(key) }, 'contract', {
      message: `"${part}" is nothing that "${name === 'unmapped' ? native : name}" can be answered with`,
      hint: hint ?? `expect ${possible.length > 1 ? 'one of ' : ''}${possible.join(', ')}`,
    })
  }
  return found.length === 0
}
