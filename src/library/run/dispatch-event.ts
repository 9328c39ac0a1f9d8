// Dispatches the events of a run and stores their verdicts.
import { withoutKeys } from '../../model/plain-object.ts'
import { notifyHost } from '../callbacks.ts'
import { errorMessage } from '../../model/errors.ts'
import { eventNamed } from '../../model/events.ts'
import type { Event, Message, Verdict } from '../../model/types.ts'
import { completeEvent, storeVerdict, type RunState } from './run-memory.ts'
import type { EventInput, RunOptions, Question, ToolCall } from './run-types.ts'
import { isHooksStop, stopIn } from './stop.ts'
import { formatAsk } from '../../agents/shared/reason.ts'
import { span } from '../../patterns/text/terminal-text.ts'
import { abortReason } from '../dispatches.ts'

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

// A rule wants a person to allow something.
const HALF_AN_HOUR_MS = 1_800_000
const DAY_MS = 86_400_000

/** The verdict after the person was asked: proceed, or a deny that says why. */
export async function askPerson(
  { event, verdict }: DispatchedEvent,
  options: RunOptions,
  call?: ToolCall,
): Promise<Verdict> {
  if (options.onAsk === undefined) return refused(verdict, 'There is nobody who could be asked')
  const most = Math.min(options.ask_timeout_ms ?? HALF_AN_HOUR_MS, DAY_MS)
  const text = formatAsk(verdict, event)
  const answer = await answerTo({ text, event, verdict, ...(call && { call }) }, options, most)
  if (answer === 'late') return refused(verdict, `Nobody answered within ${spoken(most)}`)
  if (!answer) return refused(verdict, 'The user was asked and said no')
  return { ...withoutKeys(verdict, ['reason', 'user_reason']), decision: 'proceed' }
}

/** Rejects with the reason of the run's signal when that aborts, and with what `onAsk` throws. */
async function answerTo(
  question: Omit<Question, 'signal'>,
  { onAsk, signal }: RunOptions,
  most: number,
): Promise<boolean | 'late'> {
  signal?.throwIfAborted()
  const waiting = new AbortController()
  const ended = new AbortController() // takes the listeners away
  const never = new Promise<'late'>((resolve, reject) => {
    const timer = setTimeout(() => resolve('late'), most)
    ended.signal.addEventListener('abort', () => clearTimeout(timer))
    signal?.addEventListener('abort', () => reject(abortReason(signal)), { signal: ended.signal })
  })
  try {
    const answer: Promise<unknown> = Promise.resolve(onAsk?.({ ...question, signal: waiting.signal }))
    return await Promise.race([answer.then((said) => said === true), never])
  } finally {
    ended.abort()
    waiting.abort()
  }
}

function refused(verdict: Verdict, why: string): Verdict {
  const reason = verdict.reason === undefined ? `${why}.` : `${why}: ${verdict.reason}`
  return { ...verdict, decision: 'deny', reason }
}

function spoken(ms: number): string {
  return ms < 1000 ? `${ms} ms` : span(ms)
}
