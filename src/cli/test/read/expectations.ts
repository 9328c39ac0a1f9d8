// Expectations that can never hold, whatever the rules say.
import type { DataPath } from '../../../config/read/yaml/data-path.ts'
import { breachesOf } from '../../../engine/contract.ts'
import { events, type Part } from '../../../model/events.ts'
import type { Event, Outcome } from '../../../model/types.ts'
import { refuse, type Source } from './events.ts'

export interface Expected {
  readonly source: Source
  readonly event: Event
  /** What to write instead, when that is not a part of the verdict. */
  readonly hint?: string
}

/** How the parts that an event may be answered with are written in a verdict, where that differs. */
const written: Readonly<Partial<Record<Part, string>>> = {
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
  { source, event, hint }: Expected,
  place: (key: string) => DataPath,
): boolean {
  const { event: name, native_event: native = name } = event
  const row = name === 'unmapped' ? undefined : events[name]
  const isStopped = row?.before === true && wanted.flow === 'stop' // a failed rule may stop what it comes before
  const { flow: _flow, ...rest } = wanted
  const asked: Outcome = isStopped ? rest : wanted // what a verdict has an outcome has as well
  const found = breachesOf(asked, name)
  const possible = ['decision: proceed', ...(row?.may ?? []).map((part) => written[part] ?? part)]
  for (const [part, [key = part]] of found) {
    refuse({ source, at: place(key) }, 'contract', {
      message: `"${part}" is nothing that "${name === 'unmapped' ? native : name}" can be answered with`,
      hint: hint ?? `expect ${possible.length > 1 ? 'one of ' : ''}${possible.join(', ')}`,
    })
  }
  return found.length === 0
}
