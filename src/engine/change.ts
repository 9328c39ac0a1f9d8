// A change makes a new subject; what the event reads lazily stays lazy.
import type { Event, Facts, Outcome, Subject } from '../types.ts'

/** Where a subject's facts come from; each is asked once, when first wanted. */
export interface FactSource {
  facts(event: Event): Facts
  did(event: Event): readonly Facts[]
  readonly real?: (path: string) => string
}

export function createSubject(event: Event, source: FactSource): Subject {
  let facts: Facts | undefined
  let did: readonly Facts[] | undefined
  return {
    event,
    facts: () => (facts ??= source.facts(event)),
    did: () => (did ??= source.did(event)),
    ...(source.real && { real: source.real }),
  }
}

/** The same event with some fields set; getters are carried over, not called. */
export function withFields(event: Event, fields: Partial<Event>): Event {
  const descriptors: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(event)
  for (const [key, value] of Object.entries(fields)) descriptors[key] = { value, enumerable: true }
  // Only fields of an event were set.
  return Object.freeze(Object.create(Object.prototype, descriptors)) as Event
}

function systemText(before: string, change: NonNullable<Outcome['updated_system']>): string {
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
    }),
    ...(system !== undefined && { system_prompt: systemText(event.system_prompt ?? '', system) }),
  })
}
