// A rule wants a person to allow something.
import { formatAsk } from '../../agents/shared/reason.ts'
import { span } from '../../patterns/text/terminal-text.ts'
import { withoutKeys } from '../../model/plain-object.ts'
import type { Verdict } from '../../model/types.ts'
import { abortReason } from '../decide.ts'
import type { Question, RunOptions, ToolCall } from './run-types.ts'
import type { DispatchedEvent } from './dispatch-event.ts'

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
