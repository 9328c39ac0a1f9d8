// A run of an embedded agent: its events, its model and tool calls, its end.
import { randomUUID } from 'node:crypto'
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { errorMessage } from '../../model/errors.ts'
import type { Clock, Stop, Verdict } from '../../model/types.ts'
import { withAbortLimit } from '../dispatches.ts'
import { askPerson, type Ask, createRunDispatcher } from './dispatch-event.ts'
import { runModelCall } from './model-call.ts'
import type { EndedSubagents } from './ended-subagents.ts'
import { createRunState, type RunState } from './run-memory.ts'
import { checkRunEnd, checkRunOptions } from './run-options.ts'
import type { Run, RunEnd, RunOptions, Wrappers } from './run-types.ts'
import { mustContinue, HooksStop, isHooksStop, refusalIn } from './stop.ts'
import { duringStep, noteHostStep, takeContinue } from './steps.ts'
import { type CallContext, openCall, runToolCall } from './tool-call.ts'

export interface RunEnvironment {
  readonly ask: Ask
  readonly clock: Clock
  readonly wrappers: Wrappers
  readonly ended: EndedSubagents
}

interface StartedRun {
  readonly verdict: Verdict
  readonly stopped?: Stop
  readonly prompt?: string
}

/** SessionStart, and with a prompt UserPromptSubmit. */
export async function startRun(options: RunOptions, starting: RunEnvironment): Promise<Run> {
  checkRunOptions(options)
  const memory = createRunState({
    session_id: options.session ?? randomUUID(),
    run_id: randomUUID(),
    started_at: starting.clock.now(),
    ended: starting.ended,
  })
  const dispatcher = createRunDispatcher(memory, options, starting.ask)
  const calling: CallContext = { dispatcher, memory, options }
  const { prompt, ...started } = await begin(calling)
  if (started.stopped !== undefined) memory.stopped ??= new HooksStop(started.stopped)
  return createRun(calling, { started, ...(prompt !== undefined && { prompt }) }, starting.wrappers)
}

async function begin(calling: CallContext): Promise<StartedRun> {
  const { dispatcher, options } = calling
  const { prompt, messages, system_prompt, subagent } = options
  const isChild = subagent !== undefined
  const { verdict: first } = await dispatcher.dispatch({
    event: isChild ? 'SubagentStart' : 'SessionStart',
    messages,
    system_prompt,
    ...(isChild && { prompt }),
  })
  const refusal = refusalIn(first)
  if (refusal !== undefined) return { verdict: first, stopped: refusal }
  if (prompt === undefined || isChild) return { verdict: first, ...(prompt !== undefined && { prompt }) }
  try {
    return await submit(prompt, first, calling)
  } catch (error) {
    // The caller gets no run to end.
    await endRun({ error }, calling).catch(() => undefined)
    throw error
  }
}

async function submit(
  prompt: string,
  first: Verdict,
  { dispatcher, options }: CallContext,
): Promise<StartedRun> {
  const { messages } = options
  const told = await dispatcher.dispatch({ event: 'UserPromptSubmit', prompt, messages })
  const asked = told.verdict.decision === 'ask' ? await askPerson(told, options) : told.verdict
  const verdict = joinVerdicts(first, asked)
  const stopped = refusalIn(asked)
  if (stopped !== undefined) return { verdict, stopped }
  return { verdict, prompt: asked.updated_prompt ?? prompt }
}

function joinVerdicts(first: Verdict, prompt: Verdict): Verdict {
  const both = (key: 'additional_context' | 'system_messages') => [
    ...new Set([...first[key], ...prompt[key]]),
  ]
  return {
    ...prompt,
    ...(first.updated_system !== undefined && { updated_system: first.updated_system }),
    ...((first.metadata ?? prompt.metadata) !== undefined && {
      metadata: { ...first.metadata, ...prompt.metadata },
    }),
    additional_context: both('additional_context'),
    system_messages: both('system_messages'),
    warnings: [...first.warnings, ...prompt.warnings],
    trace: [...first.trace, ...prompt.trace],
  }
}

function createRun(
  calling: CallContext,
  begun: Pick<Run, 'started' | 'prompt'>,
  { ModelCall = [], ToolUse = [] }: Wrappers,
): Run {
  const { dispatcher, memory, options } = calling
  const { signal } = options
  /** A call that hears no abort is not waited for. */
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await (signal === undefined ? work : withAbortLimit(work, signal))
    } catch (error) {
      await dispatcher.dispatchError(error)
      throw error
    }
  }
  const run: Run = {
    session_id: memory.session_id,
    run_id: memory.run_id,
    ...begun,
    get stopped() {
      return memory.stopped
    },
    dispatch: async (event) => {
      noteHostStep(event, calling)
      return (await dispatcher.dispatch(event)).verdict
    },
    wrapModelCall: (request, next) =>
      told(wrapCall(ModelCall, (changed) => runModelCall(changed, next, calling), run)(request)),
    wrapToolCall: (call, next) =>
      told(
        wrapCall(
          ToolUse,
          (changed) => duringStep(calling, () => runToolCall(changed, next, calling)),
          run,
        )(call),
      ),
    openToolCall: (call) => openCall(call, calling),
    history: (messages) => memory.history.of(messages),
    end: endOnce(calling),
  }
  return run
}

function endOnce(calling: CallContext): Run['end'] {
  const ended: { verdict?: Promise<Verdict> | undefined } = {}
  return async (end = {}) => {
    checkRunEnd(end)
    const verdict = await (ended.verdict ??= endRun(end, calling).catch((error: unknown) => {
      ended.verdict = undefined // not ended: it may be called again
      throw error
    }))
    if (mustContinue(verdict)) ended.verdict = undefined
    return verdict
  }
}

async function endRun(end: RunEnd, calling: CallContext): Promise<Verdict> {
  const { dispatcher, memory, options } = calling
  const { response, messages, reason } = end
  const isAborted = options.signal?.aborted === true
  const error = end.error ?? (isAborted ? options.signal.reason : undefined)
  if (error !== undefined) await dispatcher.dispatchError(error)
  const verdict = error === undefined ? await askToStop(end, calling) : endedBy(error)
  if (mustContinue(verdict)) return verdict
  if (options.subagent !== undefined)
    return error === undefined ? verdict : endFailedSubagent(error, end, calling)
  await dispatcher.dispatch(
    { event: 'SessionEnd', source: reason ?? reasonIn(error, memory), response, messages },
    { atLast: isAborted },
  )
  return verdict
}

/** The last step's ShouldContinue may make the agent go on before AgentStop is asked. */
async function askToStop(end: RunEnd, calling: CallContext): Promise<Verdict> {
  return (await takeContinue(end.messages, calling)) ?? dispatchStop(end, calling)
}

/** Reports a failed subagent; rules cannot make it continue. */
async function endFailedSubagent(
  error: unknown,
  { response, messages }: RunEnd,
  { dispatcher, options }: CallContext,
): Promise<Verdict> {
  const { verdict } = await dispatcher.dispatch(
    { event: 'SubagentStop', response, messages, error: errorMessage(error) },
    { atLast: options.signal?.aborted === true },
  )
  const { additional_context, system_messages, warnings, trace } = verdict
  return { ...endedBy(error), additional_context, system_messages, warnings, trace }
}

async function dispatchStop({ response, messages }: RunEnd, { dispatcher, memory, options }: CallContext) {
  const { last } = memory
  const isChild = options.subagent !== undefined
  const { verdict } = await dispatcher.dispatch(
    {
      event: isChild ? 'SubagentStop' : 'AgentStop',
      response,
      messages,
      ...(isChild && { tool_output: response ?? last?.response.text }),
    },
    messages === undefined && last !== undefined ? { given: last.given, answered: true } : {},
  )
  const { stopped } = memory
  return stopped === undefined ? verdict : withStop(verdict, stopped)
}

function endedBy(error: unknown): Verdict {
  return isHooksStop(error) ? withStop(emptyVerdict, error) : emptyVerdict
}

function withStop(verdict: Verdict, { code, reason, hard, forced }: HooksStop): Verdict {
  const isKnown = verdict.stops.some((stop) => stop.code === code && stop.message === reason)
  const stops = isKnown ? verdict.stops : [...verdict.stops, { code, message: reason, hard }]
  return {
    ...verdict,
    flow: 'stop',
    flow_reason: reason,
    hard,
    ...(forced && { forced }),
    stops,
    follow_up_messages: [],
  }
}

function reasonIn(error: unknown, { stopped }: RunState): string {
  if (isHooksStop(error)) return error.code
  if (error !== undefined) return 'error'
  return stopped?.code ?? 'completed'
}

// Functions around a call: the first is outermost.

/** A wrapper around a call: may change its input and result, or answer itself. */
type Wrapper<A, R, Run> = (given: A, next: (given: A) => Promise<R>, run: Run) => Promise<R>

function wrapCall<A, R, Run>(
  rings: readonly Wrapper<A, R, Run>[],
  call: (given: A) => Promise<R>,
  run: Run,
): (given: A) => Promise<R> {
  return rings.reduceRight<(given: A) => Promise<R>>(
    (inner, ring) => async (given) => {
      const once = { asked: false, open: 0, answered: false }
      const next = async (changed: A): Promise<R> => {
        if (once.asked) throw new Error('next() was called twice: a wrapper hands on once or not at all')
        if (once.answered) throw new Error('next() was called after the wrapper had answered')
        once.asked = true
        once.open++
        return inner(changed).finally(() => once.open--)
      }
      try {
        const result = await ring(given, (changed) => markHandled(next(changed)), run)
        if (once.open > 0)
          throw new Error('next() was not waited for: a wrapper has to await it, or return it')
        return result
      } finally {
        once.answered = true
      }
    },
    call,
  )
}

/** Marks a rejection as handled: a missing await is reported separately. */
function markHandled<R>(work: Promise<R>): Promise<R> {
  work.catch(() => undefined)
  return work
}
