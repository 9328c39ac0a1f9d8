// Wraps the calls of an AI SDK model, streamed or not.
import type * as Ai from 'ai'
import type { ModelResponse, Run, ModelRequest } from '../../library/run/run-types.ts'
import { answerOf, responseOf, resultOf, type GenerateResult } from './response.ts'
import { type StreamResult, streamWithRules } from './stream.ts'
import { toText, isObject } from '../../model/plain-object.ts'
import type { Message } from '../../model/types.ts'
import {
  restoreOriginals,
  callsIn,
  changedSettings,
  plainContent,
  linkOriginal,
  textIn,
} from '../shared/messages.ts'

interface Generates<P, R> {
  readonly params: P
  readonly model: { readonly modelId: string; doGenerate(params: P): PromiseLike<R> }
}

interface SdkStreams<P, R> {
  readonly params: P
  readonly model: { readonly modelId: string; doStream(params: P): PromiseLike<R> }
}

/** For `wrapLanguageModel` of `ai`, its versions 6 and 7. */
export interface HooksMiddleware {
  readonly specificationVersion: 'v3'
  wrapGenerate<P extends CallOptions, R extends GenerateResult>(options: Generates<P, R>): Promise<R>
  wrapStream<P extends CallOptions, R extends StreamResult>(options: SdkStreams<P, R>): Promise<R>
}

export interface MiddlewareOptions {
  /** Lets nothing of a streamed response through before rules have seen all of it, so that they can change its text. Absent: text comes through at once, calls of tools when rules have seen the response. */
  readonly hold?: boolean | undefined
}

/**
 * The rules of a run around every call of a model: PreModelCall may change the request or end the run, PostModelCall
 * sees the response before its tools run. A rule that ends the run makes the call reject with a HooksStop.
 */
export function hooksMiddleware(run: Run, { hold = false }: MiddlewareOptions = {}): HooksMiddleware {
  return {
    specificationVersion: 'v3',
    wrapGenerate: (options) => generate(run, options),
    wrapStream: ({ params, model }) => {
      const before = requestOf(params, model.modelId)
      return streamWithRules(run, before, {
        hold,
        open: (request) => model.doStream(paramsOf(params, before, request)),
      })
    },
  }
}

async function generate<P extends CallOptions, R extends GenerateResult>(
  run: Run,
  { params, model }: Generates<P, R>,
): Promise<R> {
  const before = requestOf(params, model.modelId)
  const held: { result?: R; response?: ModelResponse } = {}
  const now = await run.wrapModelCall(before, async (request) => {
    held.result = await model.doGenerate(paramsOf(params, before, request))
    held.response = responseOf(held.result)
    return held.response
  })
  if (held.result !== undefined && held.response !== undefined)
    return resultOf(held.result, held.response, now)
  return answerOf(now) as unknown as R // a wrapper answered: all that the specification demands is there
}

/** Answers a recipe's prompt. */
export type SdkRunner = (
  prompt: string,
  options?: { readonly signal?: AbortSignal | undefined },
) => Promise<string>

/**
 * Answers recipes with a model of the AI SDK: for the `runner` option of `createEngine`. The model is whatever
 * `generateText` takes.
 */
export function modelRunner(model: string | object): SdkRunner {
  return async (prompt, { signal } = {}) => {
    const { generateText }: typeof Ai = await import('ai')
    const { text } = await generateText({ model, prompt, abortSignal: signal })
    return text
  }
}

// Converts AI SDK model calls to requests and back.
interface PromptMessage {
  readonly role: string
  readonly content: unknown
}

/** What a model is called with, in every version of the specification. */
interface CallOptions {
  readonly prompt: readonly PromptMessage[]
  readonly tools?: readonly { readonly name: string }[] | undefined
  readonly abortSignal?: AbortSignal | undefined
}

const textTypes: ReadonlySet<unknown> = new Set(['text'])
/** Ours by another name, or nothing that a rule can speak of; the rest are settings. */
const own: ReadonlySet<string> = new Set(['prompt', 'tools', 'abortSignal', 'headers', 'includeRawChunks'])

function requestOf(params: CallOptions, model: string | undefined): ModelRequest {
  const rest = params.prompt.findIndex(({ role }) => role !== 'system')
  const system = params.prompt.slice(0, rest < 0 ? params.prompt.length : rest)
  const settings = Object.entries(params).filter(([key, value]) => !own.has(key) && value !== undefined)
  return {
    ...Object.fromEntries(settings),
    messages: params.prompt.slice(system.length).map(messageOf),
    ...(system.length > 0 && { system_prompt: system.map(({ content }) => textIn(content)).join('\n\n') }),
    ...(params.tools !== undefined && { tools: params.tools.map(({ name }) => name) }),
    ...(model !== undefined && { model }),
  }
}

/** The call with the rules' changes; unchanged parts keep their identity. */
function paramsOf<P extends CallOptions>(params: P, before: ModelRequest, now: ModelRequest): P {
  const { tools } = now
  return {
    ...params,
    ...changedSettings(before, now),
    prompt: [...systemOf(params, before, now), ...restoreOriginals(now.messages, promptMessage)],
    ...(tools !== before.tools && {
      tools: params.tools?.filter(({ name }) => tools?.includes(name) ?? true),
    }),
  }
}

function systemOf(params: CallOptions, before: ModelRequest, now: ModelRequest): readonly PromptMessage[] {
  if (now.system_prompt === before.system_prompt) {
    return params.prompt.slice(0, params.prompt.length - before.messages.length)
  }
  const text = now.system_prompt ?? ''
  return text === '' ? [] : [{ role: 'system', content: text }]
}

function messageOf(given: PromptMessage): Message {
  const parts: readonly unknown[] = Array.isArray(given.content) ? given.content : []
  if (given.role === 'tool') return linkOriginal(toolMessage(parts), given)
  const role = given.role === 'assistant' || given.role === 'system' ? given.role : 'user'
  const calls = parts.flatMap(callOf)
  const said = parts.filter((part) => !isObject(part) || part['type'] !== 'tool-call')
  const content = Array.isArray(given.content) ? plainContent(said, textTypes) : given.content
  return linkOriginal({ role, content, ...(calls.length > 0 && { tool_calls: calls }) }, given)
}

function callOf(part: unknown): readonly object[] {
  if (!isObject(part) || part['type'] !== 'tool-call') return []
  return [{ id: part['toolCallId'], name: part['toolName'], input: part['input'] }]
}

/** Several results stand in one message of the AI SDK. */
function toolMessage(parts: readonly unknown[]): Message {
  const results = parts.filter(isObject).filter(({ type }) => type === 'tool-result')
  const content = results.map(({ output }) => resultText(output)).join('\n')
  const [first] = results
  return {
    role: 'tool',
    content,
    ...(first !== undefined && { tool_call_id: first['toolCallId'], name: first['toolName'] }),
  }
}

function resultText(output: unknown): string {
  if (!isObject(output)) return toText(output)
  if (output['type'] === 'content') return textIn(output['value'])
  return toText(output['value'] ?? output['reason'] ?? '')
}

/** Converts a message that rules added. */
function promptMessage(message: Message): PromptMessage {
  const { role, content } = message
  const text = typeof content === 'string' ? content : textIn(content)
  if (role === 'system') return { role, content: text }
  if (role === 'tool') return { role, content: [toolResult(message, text)] }
  const parts: unknown[] = Array.isArray(content) ? [...content] : [{ type: 'text', text }]
  const calls = callsIn(message).map(({ id, name, input }) => ({
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input,
  }))
  return { role, content: [...(calls.length > 0 && text === '' ? [] : parts), ...calls] }
}

function toolResult(message: Message, text: string): object {
  return {
    type: 'tool-result',
    toolCallId: message['tool_call_id'],
    toolName: message['name'] ?? '',
    output: { type: 'text', value: text },
  }
}
