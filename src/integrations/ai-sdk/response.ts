// What an AI SDK model answers as a response of ours, and back.
import type { ModelResponse, ToolCall } from '../../library/run/run-types.ts'
import { defined, isObject } from '../../model/plain-object.ts'
import { parseInput } from '../shared/messages.ts'

/** One piece of an answer, or of a stream. */
export interface ResponsePart {
  readonly type: string
}

/** What a model gives for a call, in every version of the specification. */
export interface GenerateResult {
  readonly content: readonly ResponsePart[]
  readonly finishReason: unknown
  readonly usage: unknown
}

export function responseOf({ content, finishReason, usage }: GenerateResult): ModelResponse {
  const finish_reason = reasonOf(finishReason)
  return {
    text: textIn(content),
    tool_calls: content.flatMap(callOf),
    ...providerCalls(content),
    ...usageOf(usage),
    ...(finish_reason !== undefined && { finish_reason }),
  }
}

/** The answer again, as rules changed it. */
export function resultOf<R extends GenerateResult>(result: R, before: ModelResponse, now: ModelResponse): R {
  if (now === before) return result
  return { ...result, content: contentOf(result.content, before, now) }
}

function contentOf(
  content: readonly ResponsePart[],
  before: ModelResponse,
  now: ModelResponse,
): readonly ResponsePart[] {
  const said = now.text === before.text ? content : withText(content, now.text ?? '')
  return now.tool_calls === before.tool_calls ? said : withCalls(said, now.tool_calls ?? [])
}

function withText(content: readonly ResponsePart[], text: string): readonly ResponsePart[] {
  const rest = content.filter(({ type }) => type !== 'text')
  return text === '' ? rest : [textPart(text), ...rest]
}

/** Calls that stayed keep what the provider said about them. */
export function withCalls(
  content: readonly ResponsePart[],
  calls: readonly ToolCall[],
): readonly ResponsePart[] {
  const old = new Map(content.filter(isCall).map((part) => [part['toolCallId'], part]))
  const rest = content.filter((part) => !isCall(part))
  return [...rest, ...calls.map((call) => ({ ...old.get(call.id), ...callPart(call) }))]
}

/** A response that a wrapper gave without calling the model. */
export function answerOf(now: ModelResponse): GenerateResult & { readonly warnings: readonly never[] } {
  const calls = now.tool_calls ?? []
  return {
    content: [
      ...(now.text === undefined || now.text === '' ? [] : [textPart(now.text)]),
      ...calls.map(callPart),
    ],
    finishReason: {
      unified: now.finish_reason ?? (calls.length > 0 ? 'tool-calls' : 'stop'),
      raw: undefined,
    },
    usage: { inputTokens: { total: now.usage?.input }, outputTokens: { total: now.usage?.output } },
    warnings: [],
  }
}

export function streamOf(now: ModelResponse): readonly ResponsePart[] {
  const { finishReason, usage } = answerOf(now)
  return [
    ...textStream(now.text ?? ''),
    ...(now.tool_calls ?? []).map(callPart),
    partOf('finish', { finishReason, usage }),
  ]
}

export function textStream(text: string): readonly ResponsePart[] {
  if (text === '') return []
  const id = 'hooks'
  return [partOf('text-start', { id }), partOf('text-delta', { id, delta: text }), partOf('text-end', { id })]
}

function textPart(text: string): ResponsePart {
  return partOf('text', { text })
}

function callPart({ id, name, input }: ToolCall): ResponsePart {
  return partOf('tool-call', { toolCallId: id, toolName: name, input: JSON.stringify(input) })
}

export function partOf(type: string, fields: object): ResponsePart {
  return { type, ...fields }
}

function isCall(part: ResponsePart): part is Fields {
  return part.type === 'tool-call' && Reflect.get(part, 'providerExecuted') !== true
}

function callOf(part: ResponsePart): readonly ToolCall[] {
  if (!isCall(part)) return []
  const { toolCallId, toolName, input } = part
  return [{ id: String(toolCallId), name: String(toolName), input: parseInput(input) }]
}

/** With the results that came in the same response. */
function providerCalls(content: readonly ResponsePart[]): Pick<ModelResponse, 'provider_calls'> {
  const calls = content.filter(
    (part): part is Fields => part.type === 'tool-call' && Reflect.get(part, 'providerExecuted') === true,
  )
  if (calls.length === 0) return {}
  return {
    provider_calls: calls.map(({ toolCallId, toolName, input }) => {
      const done = content.find((part): part is Fields => isResultOf(part, toolCallId))
      return {
        id: String(toolCallId),
        name: String(toolName),
        input: parseInput(input),
        ...(done !== undefined && { result: { output: done['result'], is_error: done['isError'] === true } }),
      }
    }),
  }
}

type Fields = ResponsePart & Readonly<Record<string, unknown>>

function isResultOf(part: ResponsePart, id: unknown): boolean {
  return part.type === 'tool-result' && Reflect.get(part, 'toolCallId') === id
}

function textIn(content: readonly ResponsePart[]): string {
  const texts = content
    .filter(({ type }) => type === 'text')
    .map((part): unknown => Reflect.get(part, 'text'))
  return texts.filter((text) => typeof text === 'string').join('')
}

/** A string in version 2 of the specification, an object since version 3. */
function reasonOf(reason: unknown): string | undefined {
  const said = isObject(reason) ? reason['unified'] : reason
  return typeof said === 'string' ? said : undefined
}

function usageOf(usage: unknown): Pick<ModelResponse, 'usage'> {
  if (!isObject(usage)) return {}
  const input = tokensIn(usage['inputTokens'])
  const output = tokensIn(usage['outputTokens'])
  if (input === undefined && output === undefined) return {}
  return {
    usage: {
      ...defined({ input, output }),
      total: (input ?? 0) + (output ?? 0),
    },
  }
}

function tokensIn(tokens: unknown): number | undefined {
  const count = isObject(tokens) ? tokens['total'] : tokens
  return typeof count === 'number' ? count : undefined
}
