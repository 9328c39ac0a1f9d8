// One tool call through its rules: PreToolUse, the call, PostToolUse.
import { errorMessage } from '../../model/errors.ts'
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { formatDenial } from '../../agents/shared/reason.ts'
import type { Event, Verdict } from '../../model/types.ts'
import { askPerson, type RunDispatcher, type DispatchedEvent } from './dispatch-event.ts'
import { show } from '../engine-options.ts'
import { type RunState, toolResult } from './run-memory.ts'
import type { OpenToolCall, RunOptions, ToolCall, ToolResult } from './run-types.ts'
import { HooksStop, isHooksStop, stopIn } from './stop.ts'
import { isObject } from '../../model/plain-object.ts'

export interface CallContext {
  readonly dispatcher: RunDispatcher
  readonly memory: RunState
  readonly options: RunOptions
}

interface ClosedCall {
  readonly result: ToolResult
  readonly changed: boolean
}

export interface OpenedCall extends OpenToolCall {
  end(result: ToolResult): Promise<ClosedCall>
}

export async function openCall(call: ToolCall, calling: CallContext): Promise<OpenedCall> {
  checkCall(call)
  const ready = answerWithout(call, calling.memory)
  if (ready !== undefined) return answered({ verdict: emptyVerdict, call, answer: ready })
  const told = await calling.dispatcher.dispatch(eventOf('PreToolUse', call))
  const changed = withInput(call, told.verdict)
  const verdict = await permit({ ...told, call: changed }, calling)
  if (verdict.decision === 'deny')
    return answered({ verdict, call: changed, answer: answerIn(verdict, told.event) })
  // A call beside it may have ended the run while this one waited.
  const late = answerStopped(calling.memory)
  if (late !== undefined) return answered({ verdict, call: changed, answer: late })
  const once = { closed: false }
  const end = async (result: ToolResult): Promise<ClosedCall> => {
    checkResult(result, changed)
    if (once.closed) throw new Error(`the call ${call.id} was closed already`)
    once.closed = true
    return endCall(changed, result, calling)
  }
  return { verdict, call: changed, end, close: async (result) => (await end(result)).result }
}

export async function runToolCall(
  call: ToolCall,
  next: (call: ToolCall) => Promise<ToolResult>,
  calling: CallContext,
): Promise<ToolResult> {
  const opened = await openCall(call, calling)
  if (opened.answer !== undefined) return opened.answer
  const ran = await attempt(opened.call, next, calling)
  return 'error' in ran ? failedCall(opened, ran.error, calling) : opened.close(ran.result)
}

type AttemptResult = { readonly result: ToolResult } | { readonly error: unknown }

/** Stops and aborts are thrown on: they are nothing that a tool came to. */
async function attempt(
  call: ToolCall,
  next: (call: ToolCall) => Promise<ToolResult>,
  { options: { signal } }: CallContext,
): Promise<AttemptResult> {
  try {
    signal?.throwIfAborted()
    const result = await next(call)
    checkResult(result, call)
    return { result }
  } catch (error) {
    if (isHooksStop(error) || signal?.aborted === true) throw error
    return { error }
  }
}

/** Reports a failed call; rules may give a result in its place. */
async function failedCall(
  opened: OpenedCall,
  error: unknown,
  { dispatcher }: CallContext,
): Promise<ToolResult> {
  const output = errorMessage(error)
  const { result, changed } = await opened.end({ output, is_error: true })
  if (changed) return result
  const { id, name } = opened.call
  await dispatcher.dispatchError(error, { tool_name: name, tool_use_id: id })
  throw error
}

/** The rule's result for the call, else the reason for the denial. */
function answerIn(verdict: Verdict, event: Event): ToolResult {
  const { tool_results = {} } = verdict
  const id = event.tool_use_id ?? ''
  if (Object.hasOwn(tool_results, id)) return toolResult(tool_results[id])
  return { output: formatDenial(verdict, event), is_error: true }
}

/** A result that a rule gave in advance. */
function answerWithout({ id }: ToolCall, memory: RunState): ToolResult | undefined {
  const ready = memory.results.get(id)
  memory.results.delete(id)
  return ready ?? answerStopped(memory)
}

/** Nothing runs any more after a hard stop. */
function answerStopped({ stopped }: RunState): ToolResult | undefined {
  if (stopped?.hard !== true) return undefined
  return { output: `Not run: the agent was stopped. ${stopped.reason}`, is_error: true }
}

function answered(opened: Omit<OpenedCall, 'end' | 'close'>): OpenedCall {
  const end = (): never => {
    throw new Error(`the call ${opened.call.id} has its answer: it is not closed`)
  }
  return { ...opened, end: async () => end(), close: async () => end() }
}

/** Rules cannot match a malformed call, so it is an error. */
function checkCall(call: ToolCall): void {
  const isCall = isObject(call) && typeof call.id === 'string' && typeof call.name === 'string'
  if (!isCall || !isObject(call.input))
    throw new TypeError(
      `Expected a tool call to be { id, name, input } with an object as its input, got ${show(call)}`,
    )
}

function checkResult(result: ToolResult, { name }: ToolCall): void {
  if (!isObject(result))
    throw new TypeError(`Expected the result of ${name} to be { output }, got ${show(result)}`)
}

export function eventOf(event: string, { id, name, input }: ToolCall) {
  return { event, tool_name: name, tool_input: input, tool_use_id: id }
}

function withInput(call: ToolCall, { updated_input: input }: Verdict): ToolCall {
  if (input === undefined) return call
  if (isObject(input)) return { ...call, input }
  throw new TypeError(`a rule gave ${call.name} an input that is no object: ${show(input)}`)
}

async function permit(
  { event, verdict, call }: DispatchedEvent & { readonly call: ToolCall },
  { dispatcher, options }: CallContext,
): Promise<Verdict> {
  if (verdict.decision !== 'ask') return verdict
  const { verdict: said } = await dispatcher.dispatch(eventOf('PermissionRequest', call))
  if (said.decision === 'allow') return { ...verdict, decision: 'allow' }
  if (said.decision === 'deny') return { ...said, trace: [...said.trace, ...verdict.trace] }
  return askPerson({ event, verdict }, options, call)
}

async function endCall(call: ToolCall, result: ToolResult, { dispatcher }: CallContext): Promise<ClosedCall> {
  const { output, is_error = false } = result
  const { verdict } = await dispatcher.dispatch({
    ...eventOf('PostToolUse', call),
    tool_output: output ?? null,
    is_error,
  })
  const changed = Object.hasOwn(verdict, 'updated_output') && verdict.updated_output !== undefined
  const left = changed ? { ...result, output: verdict.updated_output } : result
  const stop = stopIn(verdict)
  if (stop?.hard === true) throw new HooksStop(stop, left)
  return { result: left, changed }
}
