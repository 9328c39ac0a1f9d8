// Asking one rule's handler, within its time, and turning every way of failing into data.
import { HooksError, isHooksError } from '../model/errors.ts'
import { rememberScript } from '../handlers/history.ts'
import { hideSecrets } from '../patterns/text/secrets.ts'
import type { Context, Outcome, Rule, Saying, TraceEntry, TraceResult, Verdict } from '../model/types.ts'
import { withFields } from './change.ts'
import { carriesOf, type Turn } from './course.ts'
import { verdictOf } from './merge.ts'

type Notes = { -readonly [K in 'stderr' | 'stdout' | 'did' | 'correctable']?: TraceEntry[K] }

/** What came of asking. */
export interface Reply {
  readonly outcome: Outcome
  readonly result: TraceResult
  /** Why it failed, when it did. */
  readonly failure?: string
  readonly aborted?: true
  readonly ms: number
  readonly notes?: Notes
}

/** What a script prints and why a rule failed is shown and kept: no secret stays in it. */
const hidden = (text: string): string => hideSecrets(text, '***', true)

/** How much longer than its time a script is waited for, so that its whole group is ended and its output read. */
export const graceMs = 2_000

const failures: ReadonlySet<string> = new Set(['error', 'timeout', 'bad_reply', 'spawn_failed'])

function resultOf(error: unknown): TraceResult {
  // The set holds exactly the results that are failures.
  return isHooksError(error) && failures.has(error.code) ? (error.code as TraceResult) : 'error'
}

function createContext(turn: Turn, time_ms: number, notes: Notes): Context {
  const { course, live, match } = turn
  const { effects, signal } = course.options
  let prior: Verdict | undefined
  return {
    rule: live.rule,
    match,
    get prior() {
      return (prior ??= verdictOf(course.draft))
    },
    clock: effects.clock,
    files: effects.files,
    spawn: live.rule.counts === true ? counting(turn) : effects.spawn,
    state: effects.state,
    env: effects.env,
    time_ms,
    reply_chars: course.registry.settings.reply_chars,
    ...recipePart(course),
    frontMatter: (text) => effects.frontMatter(text),
    record: (entry) => effects.record?.({ rule: live.rule.name, ...entry }),
    ...(effects.exportSpans !== undefined && { exportSpans: effects.exportSpans }),
    note: (entry) => {
      if (entry.correctable === true) notes.correctable = true
      for (const key of ['stderr', 'stdout', 'did'] as const)
        if (entry[key] !== undefined) notes[key] = hidden(entry[key])
    },
    ...(signal !== undefined && { signal }),
  }
}

/** Keeps that the rule's script succeeded, for rules that look back to it. */
function counting({ course }: Turn): Context['spawn'] {
  const { spawn, state } = course.options.effects
  return async (request) => {
    const result = await spawn(request)
    if (result.end !== 'exit' || result.code !== 0) return result
    const call = { event: 'PostToolUse', tool_name: 'Bash', tool_input: { command: request.argv } } as const
    const event = withFields(course.subject.event, call)
    rememberScript(event, course.source.facts(event), { state, hide: hidden })
    return result
  }
}

/** What the handlers of recipes need besides. */
function recipePart(course: Turn['course']): Pick<Context, 'recipes' | 'carries' | 'dry'> {
  const { recipes } = course.registry.settings
  const carries = carriesOf(course)
  return {
    ...(recipes !== undefined && { recipes }),
    ...(carries !== undefined && { carries }),
    ...(course.options.effects.dry === true && { dry: true }),
  }
}

/** Settles by itself at the end of the time, or when the dispatch is aborted. */
function withinTime(
  answer: Promise<Outcome>,
  time_ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new HooksError('timeout', `no answer within ${Math.round(time_ms)} ms`))
    let timer = setTimeout(late, Math.min(time_ms, 2 ** 31 - 1))
    const abort = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => reject(new HooksError('aborted', 'the dispatch was aborted')), graceMs / 4)
    }
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
    const settle = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    answer.then(resolve, reject).finally(settle)
  })
}

function startsProcess(handler: Rule['handler']): boolean {
  return (
    handler.kind === 'run' ||
    handler.kind === 'recipe' ||
    (handler.kind === 'use' && handler.recipe !== undefined)
  )
}

function isOutcome(value: unknown): value is Outcome {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Asks; the answer comes at once unless the handler takes its time. */
export function consult(turn: Turn): Reply | Promise<Reply> {
  return turn.live.says === undefined ? consultHandler(turn) : hearWords(turn, turn.live.says)
}

/** An inline rule's own words take no time. */
function hearWords({ course, match }: Turn, says: Saying): Reply {
  try {
    return answered(says(course.subject.event, match.bind))
  } catch (error) {
    return { outcome: {}, ms: 0, failure: hidden(messageOf(error)), result: resultOf(error) }
  }
}

/** An answer that no handler was asked for. */
export function answered(outcome: Outcome): Reply {
  return { outcome, result: 'ran', ms: 0 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function consultHandler(turn: Turn): Reply | Promise<Reply> {
  const { course, live } = turn
  const { clock } = course.options.effects
  const began = clock.elapsed()
  const left = course.ends - began
  // A process group has to be ended and its output read before nobody waits any more.
  const grace = startsProcess(live.rule.handler) ? Math.min(graceMs, left / 5) : 0
  const time_ms = Math.min(live.rule.timeout_ms, left - grace)
  const notes: Notes = {}
  const took = (): number => clock.elapsed() - began
  const said = (outcome: Outcome): Reply => {
    if (!isOutcome(outcome))
      return failed(new HooksError('error', 'the handler did not answer with an outcome'))
    return { outcome, result: 'ran', ms: took(), notes }
  }
  const failed = (error: unknown): Reply => {
    const base = {
      outcome: {},
      ms: took(),
      notes,
      failure: hidden(messageOf(error)),
    }
    if (isHooksError(error) && error.code === 'aborted') return { ...base, result: 'error', aborted: true }
    return { ...base, result: resultOf(error) }
  }
  if (time_ms <= 0) return failed(new HooksError('timeout', 'no time was left for it'))
  try {
    const answer = live.handle(course.subject, createContext(turn, time_ms, notes))
    if (!(answer instanceof Promise)) return said(answer)
    const isTimed = live.rule.handler.kind === 'run' && course.options.effects.punctual === true
    const inTime = isTimed ? answer : withinTime(answer, time_ms + grace, course.options.signal)
    return inTime.then(said, failed)
  } catch (error) {
    return failed(error)
  }
}

/** Starts a background rule: nobody waits, and whatever it says is not heard. */
export function startBeside(turn: Turn): string | undefined {
  const { live, course } = turn
  try {
    const answer = live.handle(course.subject, createContext(turn, live.rule.timeout_ms, {}))
    if (answer instanceof Promise) answer.catch(() => undefined)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}
