import type { Event, Outcome, Scripted, Verdict } from '../../types.ts'
import { outcomeFrom } from './outcome.ts'

/** The event without its raw payload, with the changes so far, and the verdict so far. */
function toScript(event: Event, prior: Verdict): unknown {
  const { raw: _, ...fields } = event
  return { ...fields, prior }
}

function fromScript(reply: unknown): Outcome {
  return typeof reply === 'string' ? {} : outcomeFrom(reply)
}

export const scripted: Scripted = { name: 'native', toScript, fromScript }
