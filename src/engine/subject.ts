// Subjects are immutable: a change makes a new one.
import { toText } from '../model/plain-object.ts'
import type { Event, Facts, History, Look, Outcome, PartFacts, Subject } from '../model/types.ts'

/** Computes a subject's facts, each at most once. */
export interface FactSource {
  facts(event: Event): Facts
  did(event: Event): History
  readonly real?: (path: string) => string
  look?(event: Event): Look | undefined
}

/** For a call outside of any session. */
export const unknownHistory: History = { calls: [], prompt: 0, known_since: Infinity }

export function createSubject(event: Event, source: FactSource, real = source.real): Subject {
  return real === undefined ? new LazySubject(event, source) : new ResolvedSubject(event, source, real)
}

/** A class, so that its methods are on the prototype: one is made for every event. */
class LazySubject implements Subject {
  readonly event: Event
  readonly #source: FactSource
  #facts: Facts | undefined
  #did: History | undefined

  constructor(event: Event, source: FactSource) {
    this.event = event
    this.#source = source
  }

  facts(): Facts {
    return (this.#facts ??= this.#source.facts(this.event))
  }

  did(): History {
    return (this.#did ??= this.#source.did(this.event))
  }

  get look(): Look | undefined {
    return this.#source.look?.(this.event)
  }
}

class ResolvedSubject extends LazySubject {
  readonly real: (path: string) => string

  constructor(event: Event, source: FactSource, real: (path: string) => string) {
    super(event, source)
    this.real = real
  }
}

/** The call as if it were one command of it. */
export function subjectOf(facts: PartFacts, call: Subject): Subject {
  const { event, real } = call
  return {
    event,
    call,
    facts: () => facts,
    did: () => call.did(),
    ...(real !== undefined && { real }),
    get look() {
      return call.look
    },
  }
}

/** A copy with some fields set; getters are copied without being called. */
export function withFields(event: Event, fields: Partial<Event>): Event {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(event)
  for (const [key, value] of Object.entries(fields)) descriptors[key] = { value, enumerable: true }
  // Only fields of an event were set.
  return Object.freeze(Object.create(Object.prototype, descriptors)) as Event
}

export function applySystemChange(before: string, change: NonNullable<Outcome['updated_system']>): string {
  return (change.prepend ?? '') + (change.replace ?? before) + (change.append ?? '')
}

export function applyChanges(event: Event, outcome: Outcome): Event {
  const { updated_output: output, updated_system: system } = outcome
  return withFields(event, {
    ...(outcome.updated_input !== undefined && { tool_input: outcome.updated_input }),
    ...(outcome.updated_prompt !== undefined && { prompt: outcome.updated_prompt }),
    ...(output !== undefined && {
      tool_output: output,
      output_text: toText(output),
      ...(event.response !== undefined && typeof output === 'string' && { response: output }),
    }),
    ...(system !== undefined && { system_prompt: applySystemChange(event.system_prompt ?? '', system) }),
  })
}
