// Steps of a run whose host sends none: one is a model call with its tools.
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { eventNamed } from '../../model/events.ts'
import type { Message, Verdict } from '../../model/types.ts'
import { mustContinue, HooksStop, refusalIn, stopIn } from './stop.ts'
import type { EventInput, ModelRequest, ModelResponse } from './run-types.ts'
import type { CallContext } from './tool-call.ts'

const stepEvents: ReadonlySet<unknown> = new Set(['PreStep', 'PostStep', 'ShouldContinue'])

/** From the first step event of the host on, steps are the host's. */
export function noteHostStep({ event }: EventInput, { memory }: CallContext): void {
  if (typeof event === 'string' && stepEvents.has(eventNamed(event))) memory.hostSteps = true
}

/** Counts the call as part of the step. */
export async function duringStep<T>({ memory }: CallContext, work: () => Promise<T>): Promise<T> {
  memory.busy++
  try {
    return await work()
  } finally {
    memory.busy--
  }
}

/** Before a model call: ends the last step and begins the next. A call beside or inside another one, and one after a failed one, belongs to its step. */
export async function beginStep(request: ModelRequest, calling: CallContext): Promise<void> {
  const { memory } = calling
  const belongs = memory.busy > 1 || (memory.inStep === true && memory.answered !== true)
  if (!belongs && memory.hostSteps !== true) memory.beginning = startStep(request, calling)
  await memory.beginning
}

async function startStep({ messages, model }: ModelRequest, calling: CallContext): Promise<void> {
  const { memory, dispatcher } = calling
  const stop = stopIn(await endStep(messages, calling))
  if (memory.stopped !== undefined) throw memory.stopped
  if (stop !== undefined) throw new HooksStop(stop)
  memory.again = undefined
  memory.answered = false
  const { verdict } = await dispatcher.dispatch(
    { event: 'PreStep', messages: memory.history.of(messages), model },
    { given: messages },
  )
  const refusal = refusalIn(verdict)
  if (refusal !== undefined) throw new HooksStop(refusal)
}

/** After a response without tool calls nothing else belongs to the step. */
export async function endFinalStep({ tool_calls = [] }: ModelResponse, calling: CallContext): Promise<void> {
  const { memory } = calling
  if (tool_calls.length > 0 || memory.busy > 0 || memory.hostSteps === true) return
  const verdict = await endStep(undefined, calling)
  if (mustContinue(verdict)) memory.again = verdict
}

/** ShouldContinue's verdict that makes the host go on, asked for once; at the end of a run, for the step that is still open too. */
export async function takeContinue(
  messages: readonly Message[] | undefined,
  calling: CallContext,
): Promise<Verdict | undefined> {
  const { memory } = calling
  const { again } = memory
  memory.again = undefined
  const verdict = memory.hostSteps === true ? emptyVerdict : await endStep(messages, calling)
  if (memory.stopped?.hard === true) return undefined
  return mustContinue(verdict) ? verdict : again
}

/** PostStep and ShouldContinue. A continue of the second outweighs a soft stop of the first. */
async function endStep(
  messages: readonly Message[] | undefined,
  { memory, dispatcher }: CallContext,
): Promise<Verdict> {
  if (memory.inStep !== true || memory.stopped?.hard === true) return emptyVerdict
  const { last } = memory
  const answered = (last?.response.tool_calls ?? []).length === 0
  const [fields, how] =
    messages === undefined
      ? [{}, last === undefined ? {} : { given: last.given, answered }]
      : [{ messages: memory.history.of(messages) }, { given: messages }]
  const ended = await dispatcher.dispatch({ event: 'PostStep', ...fields }, how)
  if (stopIn(ended.verdict)?.hard === true) return ended.verdict
  const { verdict } = await dispatcher.dispatch({ event: 'ShouldContinue', ...fields }, how)
  return verdict.flow === 'default' ? ended.verdict : verdict
}
