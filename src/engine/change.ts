// A change makes a new subject; what the event reads lazily stays lazy.
import type { Event, Facts, History, Look, Outcome, Subject } from '../model/types.ts'

/** Where a subject's facts come from; each is asked once, when first wanted. */
export interface FactSource {
  facts(event: Event): Facts
  did(event: Event): History
  readonly real?: (path: string) => string
  look?(event: Event): Look | undefined
}

/** Of a call that stands by itself nobody knows what came before it. */
export const unknownHistory: History = { calls: [], prompt: 0, known_since: Infinity }

export function createSubject(event: Event, source: FactSource, real = source.real): Subject {
  return real === undefined ? new LazySubject(event, source) : new PlacedSubject(event, source, real)
}

/** A class, as one is made for every event: what it has is found on its prototype. */
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

class PlacedSubject extends LazySubject {
  readonly real: (path: string) => string

  constructor(event: Event, source: FactSource, real: (path: string) => string) {
    super(event, source)
    this.real = real
  }
}

/** The same event with some fields set; getters are carried over, not called. */
export function withFields(event: Event, fields: Partial<Event>): Event {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(event)
  for (const [key, value] of Object.entries(fields)) descriptors[key] = { value, enumerable: true }
  // Only fields of an event were set.
  return Object.freeze(Object.create(Object.prototype, descriptors)) as Event
}

/** The system prompt with a change made to it. */
export function systemText(before: string, change: NonNullable<Outcome['updated_system']>): string {
  return (change.prepend ?? '') + (change.replace ?? before) + (change.append ?? '')
}

/** What an outcome's changes make of an event. */
export function changeEvent(event: Event, outcome: Outcome): Event {
  const { updated_output: output, updated_system: system } = outcome
  return withFields(event, {
    ...(outcome.updated_input !== undefined && { tool_input: outcome.updated_input }),
    ...(outcome.updated_prompt !== undefined && { prompt: outcome.updated_prompt }),
    ...(output !== undefined && {
      tool_output: output,
      output_text: typeof output === 'string' ? output : (JSON.stringify(output) ?? ''),
      ...(event.response !== undefined && typeof output === 'string' && { response: output }),
    }),
    ...(system !== undefined && { system_prompt: systemText(event.system_prompt ?? '', system) }),
  })
}
