// Dispatches the events of a run and stores their verdicts.
import { withoutKeys } from '../../model/plain-object.ts'
import { notifyHost } from '../callbacks.ts'
import { errorMessage } from '../../model/errors.ts'
import { eventNamed } from '../../model/events.ts'
import type { Event, Message, Verdict } from '../../model/types.ts'
import { completeEvent, storeVerdict, type RunState } from './run-memory.ts'
import type { EventInput, RunOptions } from './run-types.ts'
import { isHooksStop, stopIn } from './stop.ts'

export interface DispatchedEvent {
  readonly event: Event
  readonly verdict: Verdict
}

/** One event through the rules in force. */
export type Ask = (event: EventInput, signal: AbortSignal | undefined) => Promise<DispatchedEvent>

interface RunDispatchOptions {
  /** The host's messages that a replacement stands for; default: those of the event. */
  readonly given?: readonly Message[]
  /** The replaced messages include the assistant's next one. */
  readonly answered?: boolean
  /** Ignores the run's signal: the run is over. */
  readonly atLast?: boolean
}

export interface RunDispatcher {
  dispatch(event: EventInput, how?: RunDispatchOptions): Promise<DispatchedEvent>
  /** Tells of what was thrown, once; a stop and an abort are no errors. */
  dispatchError(error: unknown, about?: Readonly<Record<string, unknown>>): Promise<void>
}

export function createRunDispatcher(memory: RunState, options: RunOptions, ask: Ask): RunDispatcher {
  const told: { readonly errors: Set<unknown>; stopped?: true } = { errors: new Set() }
  const signal = options.signal
  const dispatch: RunDispatcher['dispatch'] = async (input, how = {}) => {
    const own = messagesIn(input)
    const given = how.given ?? own
    const mapped = how.given === undefined && own !== undefined ? { messages: memory.history.of(own) } : {}
    const filled = completeEvent({ ...input, ...mapped }, memory, options)
    const said = await ask(filled, how.atLast === true ? undefined : signal)
    const { event, verdict } = said
    storeVerdict(memory, event, verdict)
    if (verdict.replace_messages !== undefined && given !== undefined) {
      memory.history.replace(given, verdict.replace_messages, how.answered === true)
      if (memory.usage !== undefined) memory.usage = withoutKeys(memory.usage, ['context']) // of the messages before
    }
    notifyHost('onEvent', options.onEvent, event, verdict)
    await dispatchStop(said)
    return said
  }
  /** Reports a hard stop that no limit caused as an error of the run. */
  const dispatchStop = async ({ event, verdict }: DispatchedEvent): Promise<void> => {
    const stop = stopIn(verdict)
    if (stop === undefined || !stop.hard || stop.forced === true || told.stopped) return
    if (event.event === 'Error' || event.event === 'SessionEnd') return
    told.stopped = true
    await dispatch({ event: 'Error', error: stop.message })
  }
  const dispatchError: RunDispatcher['dispatchError'] = async (error, about = {}) => {
    if (isHooksStop(error) || signal?.aborted === true || told.errors.has(error)) return
    told.errors.add(error)
    // The caller throws the error itself, even if reporting it fails.
    await dispatch({ ...about, event: 'Error', error: errorMessage(error) }).catch(() => undefined)
  }
  return { dispatch, dispatchError }
}

function messagesIn({ messages, event }: EventInput): readonly Message[] | undefined {
  const isTold = Array.isArray(messages) && eventNamed(event) !== undefined
  return isTold ? (messages as readonly Message[]) : undefined // the dialect drops what are none
}
