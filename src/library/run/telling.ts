// Telling the rules what happens in a run, and keeping what they say.
import { eventNamed } from '../../model/events.ts'
import type { Event, Message, Verdict } from '../../model/types.ts'
import { filledIn, keep, type Memory } from './run-memory.ts'
import type { EventInput, RunOptions } from './run-types.ts'
import { isHooksStop, stopIn } from './stop.ts'

export interface Told {
  readonly event: Event
  readonly verdict: Verdict
}

/** One event through the rules in force. */
export type Ask = (event: EventInput, signal: AbortSignal | undefined) => Promise<Told>

interface HowToTell {
  /** The host's own messages, which replaced ones will stand for; absent: those of the event. */
  readonly given?: readonly Message[]
  /** The assistant's next message is among what was replaced. */
  readonly answered?: boolean
  /** The run is over, and this is told in any case. */
  readonly atLast?: boolean
}

export interface Telling {
  tell(event: EventInput, how?: HowToTell): Promise<Told>
  /** Tells of what was thrown, once; a stop and an abort are no errors. */
  tellError(error: unknown, about?: Readonly<Record<string, unknown>>): Promise<void>
}

export function createTelling(memory: Memory, options: RunOptions, ask: Ask): Telling {
  const told: { readonly errors: Set<unknown>; stopped?: true } = { errors: new Set() }
  const signal = options.signal
  const tell: Telling['tell'] = async (input, how = {}) => {
    const own = messagesIn(input)
    const given = how.given ?? own
    const mapped = how.given === undefined && own !== undefined ? { messages: memory.history.of(own) } : {}
    const filled = filledIn({ ...input, ...mapped }, memory, options)
    const said = await ask(filled, how.atLast === true ? undefined : signal)
    const { event, verdict } = said
    keep(memory, event, verdict)
    if (verdict.replace_messages !== undefined && given !== undefined)
      memory.history.replace(given, verdict.replace_messages, how.answered === true)
    options.onEvent?.(event, verdict)
    await tellStop(said)
    return said
  }
  /** A hard stop that no limit made is a failure of the run. */
  const tellStop = async ({ event, verdict }: Told): Promise<void> => {
    const stop = stopIn(verdict)
    if (stop === undefined || !stop.hard || stop.forced === true || told.stopped) return
    if (event.event === 'Error' || event.event === 'SessionEnd') return
    told.stopped = true
    await tell({ event: 'Error', error: stop.message })
  }
  const tellError: Telling['tellError'] = async (error, about = {}) => {
    if (isHooksStop(error) || signal?.aborted === true || told.errors.has(error)) return
    told.errors.add(error)
    // The error itself is what is thrown on, whatever becomes of telling it.
    await tell({ ...about, event: 'Error', error: messageOf(error) }).catch(() => undefined)
  }
  return { tell, tellError }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function messagesIn({ messages, event }: EventInput): readonly Message[] | undefined {
  const isTold = Array.isArray(messages) && eventNamed(event) !== undefined
  return isTold ? (messages as readonly Message[]) : undefined // the dialect drops what are none
}
