// One model call through its rules: PreModelCall, the call, PostModelCall.
import { applySystemChange } from '../../engine/subject.ts'
import { mergePatch, isObject } from '../../model/plain-object.ts'
import type { Message, Usage, Verdict } from '../../model/types.ts'
import { show } from '../engine-options.ts'
import { addUsage, systemPrompt, toolResult } from './run-memory.ts'
import type { ModelRequest, ModelResponse, ProviderCall } from './run-types.ts'
import { beginStep, duringStep, endFinalStep } from './steps.ts'
import { HooksStop, refusalIn, stopIn } from './stop.ts'
import { type CallContext, eventOf } from './tool-call.ts'
import { HooksError } from '../../model/errors.ts'

export async function runModelCall(
  request: ModelRequest,
  next: (request: ModelRequest) => Promise<ModelResponse>,
  calling: CallContext,
): Promise<ModelResponse> {
  if (!isObject(request) || !Array.isArray(request.messages))
    throw new TypeError(`Expected a model request to be { messages }, a list, got ${show(request)}`)
  const response = await duringStep(calling, () => callModel(request, next, calling))
  await endFinalStep(response, calling)
  return response
}

async function callModel(
  request: ModelRequest,
  next: (request: ModelRequest) => Promise<ModelResponse>,
  calling: CallContext,
): Promise<ModelResponse> {
  const { memory, options } = calling
  await beginStep(request, calling)
  if (memory.stopped !== undefined) throw memory.stopped
  memory.turn++
  const changed = await beforeCall(request, calling)
  options.signal?.throwIfAborted()
  const response = await next(changed)
  if (!isObject(response))
    throw new TypeError(`Expected the model's response to be an object, got ${show(response)}`)
  const usage = addUsage(memory, response.usage, options.max_context)
  memory.answered = true
  const last = { response, given: request.messages, messages: [...changed.messages, messageOf(response)] }
  memory.last = last
  await tellProviderCalls(response, calling)
  return afterCall(last, { model: changed.model, usage }, calling)
}

async function beforeCall(request: ModelRequest, { dispatcher, memory }: CallContext): Promise<ModelRequest> {
  const system_prompt = systemPrompt(request.system_prompt, memory)
  const messages = memory.history.of(request.messages)
  const known = { ...request, messages, ...(system_prompt !== undefined && { system_prompt }) }
  const { verdict } = await dispatcher.dispatch(
    { event: 'PreModelCall', messages, system_prompt, model: request.model, tools: request.tools },
    { given: request.messages },
  )
  const refusal = refusalIn(verdict)
  if (refusal !== undefined) throw new HooksStop(refusal)
  return changedRequest(known, verdict)
}

function changedRequest(request: ModelRequest, verdict: Verdict): ModelRequest {
  const { updated_system: system, updated_request: patch, replace_messages } = verdict
  const patched = patch === undefined ? request : mergePatch(request, patch)
  return {
    // Rules are responsible for the fields that they patch.
    ...(patched as ModelRequest),
    ...(system !== undefined && { system_prompt: applySystemChange(request.system_prompt ?? '', system) }),
    ...(replace_messages !== undefined && { messages: replace_messages }),
  }
}

type Last = NonNullable<CallContext['memory']['last']>

async function afterCall(
  last: Last,
  /** Usage: values that are none, which the event's decoding names. */
  { model, usage }: Pick<ModelRequest, 'model'> & { readonly usage: Usage | undefined },
  { dispatcher, memory }: CallContext,
): Promise<ModelResponse> {
  const { response, given, messages } = last
  const { text, finish_reason, tool_calls = [] } = response
  const { verdict } = await dispatcher.dispatch(
    {
      event: 'PostModelCall',
      messages,
      model,
      response: text,
      tool_output: text,
      finish_reason,
      tool_calls,
      usage,
    },
    // Keeps a response with tool calls: their results refer to it.
    { given, answered: tool_calls.length === 0 },
  )
  const changed = changedResponse(response, verdict)
  // A call beside it may have been answered in the meantime.
  if (memory.last === last) memory.last = { given, response: changed, messages: kept(verdict) }
  const stop = stopIn(verdict)
  if (stop !== undefined) throw new HooksStop(stop, changed)
  return changed

  function kept({ replace_messages: by }: Verdict): readonly Message[] {
    if (by === undefined) return [...messages.slice(0, -1), messageOf(changed)]
    return tool_calls.length === 0 ? by : [...by, messageOf(changed)]
  }
}

function changedResponse(response: ModelResponse, verdict: Verdict): ModelResponse {
  const { updated_output: output, tool_results } = verdict
  const results = Object.entries(tool_results ?? {}).map(([id, value]) => [id, toolResult(value)] as const)
  return {
    ...response,
    ...(output !== undefined && (isObject(output) ? output : { text: textOf(output) })),
    ...(results.length > 0 && {
      tool_results: { ...response.tool_results, ...Object.fromEntries(results) },
    }),
  }
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
}

function messageOf({ text = '', tool_calls = [] }: ModelResponse): Message {
  return { role: 'assistant', content: text, ...(tool_calls.length > 0 && { tool_calls }) }
}

// Calls that the model's provider made itself: rules hear of them once they are over.

/** What comes too late is an Error of the run; the model reads a denial. */
async function tellProviderCalls(
  { provider_calls: calls = [] }: ModelResponse,
  calling: CallContext,
): Promise<void> {
  for (const call of calls) await tell(call, calling)
}

async function tell(call: ProviderCall, { dispatcher, memory }: CallContext): Promise<void> {
  const { id, name, result } = call
  const report = (text: string): Promise<void> =>
    dispatcher.dispatchError(new HooksError('error', text), { tool_name: name, tool_use_id: id })
  const { verdict: before } = await dispatcher.dispatch(eventOf('PreToolUse', call))
  if (before.decision === 'deny' || before.decision === 'ask') {
    const why = before.reason ?? 'a rule refuses it'
    const text = `${name} was run by the provider before rules could refuse it: ${why}`
    memory.context.add(text)
    await report(text)
  }
  if (Object.hasOwn(before, 'updated_input'))
    await report(`${name} was run by the provider before rules could change its input`)
  if (result === undefined) return
  const { output, is_error = false } = result
  const done = { ...eventOf('PostToolUse', call), tool_output: output ?? null, is_error }
  const { verdict: after } = await dispatcher.dispatch(done)
  if (Object.hasOwn(after, 'updated_output'))
    await report(`${name} was run by the provider, so rules cannot change its output`)
}
