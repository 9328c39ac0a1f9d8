// Spans as OTLP JSON, by OpenTelemetry's GenAI conventions.
import { field } from '../../../model/plain-object.ts'
import type { Span } from '../../../model/types.ts'

type OtlpValue =
  | { readonly stringValue: string }
  | { readonly intValue: string }
  | { readonly doubleValue: number }
  | { readonly boolValue: boolean }
  | { readonly arrayValue: { readonly values: readonly OtlpValue[] } }

interface Attribute {
  readonly key: string
  readonly value: OtlpValue
}

const INTERNAL = 1
const CLIENT = 3
const FAILED = 2

export function encodeSpans(spans: readonly Span[], service: string): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service }) },
        scopeSpans: [{ scope: { name: 'hooks-yaml' }, spans: spans.map(encodeSpan) }],
      },
    ],
  })
}

function encodeSpan(span: Span): object {
  const start = Date.parse(span.start)
  const { name, kind, attributes } = conventionFor(span)
  return {
    traceId: span.trace_id,
    spanId: span.span_id,
    ...(span.parent_id !== undefined && { parentSpanId: span.parent_id }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(start + (span.duration_ms ?? 0)),
    attributes: attributesOf({
      ...attributes,
      'gen_ai.conversation.id': span['session'],
      'error.type': span.error === undefined ? undefined : span['denied'] === true ? 'denied' : '_OTHER',
    }),
    ...(span.error !== undefined && { status: { code: FAILED, message: span.error } }),
  }
}

/** As text: nanoseconds since 1970 exceed the precision of JSON numbers. */
function nanoseconds(ms: number): string {
  const whole = Math.floor(ms)
  return `${whole}${String(Math.round((ms - whole) * 1e6)).padStart(6, '0')}`
}

interface Convention {
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
}

function conventionFor(span: Span): Convention {
  switch (span.name) {
    case 'llm.call':
      return modelCall(span)
    case 'tool.call':
      return toolCall(span)
    case 'agent.run':
      return agentRun(span)
    default:
      return {
        name: span.name,
        kind: INTERNAL,
        attributes: {
          'hooks.message_count.before': span['message_count_before'],
          'hooks.message_count.after': span['message_count_after'],
        },
      }
  }
}

function modelCall(span: Span): Convention {
  const { model, content, finish_reason } = span
  const isNamed = typeof model === 'string'
  const answer = {
    role: 'assistant',
    parts: [{ type: 'text', content }],
    ...(finish_reason !== undefined && { finish_reason }),
  }
  return {
    name: isNamed ? `chat ${model}` : 'chat',
    kind: CLIENT,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': isNamed ? providerOf(model) : undefined,
      'gen_ai.request.model': model,
      'gen_ai.usage.input_tokens': span['input_tokens'],
      'gen_ai.usage.output_tokens': span['output_tokens'],
      'gen_ai.response.finish_reasons': finish_reason === undefined ? undefined : [finish_reason],
      'gen_ai.output.messages': content === undefined ? undefined : JSON.stringify([answer]),
      'hooks.message_count': span['message_count'],
      'hooks.content_length': span['content_length'],
      'hooks.tool_calls': span['tool_calls'],
    },
  }
}

function toolCall(span: Span): Convention {
  const { tool_name, tool_args } = span
  return {
    name: typeof tool_name === 'string' ? `execute_tool ${tool_name}` : 'execute_tool',
    kind: INTERNAL,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool_name,
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': span['tool_call_id'],
      'gen_ai.tool.call.arguments': tool_args === undefined ? undefined : JSON.stringify(tool_args),
      'gen_ai.tool.call.result': span['output'],
      'hooks.output_length': span['output_length'],
    },
  }
}

function agentRun(span: Span): Convention {
  const { subagent } = span
  const name = field(subagent, 'name') ?? span['agent']
  return {
    name: typeof name === 'string' ? `invoke_agent ${name}` : 'invoke_agent',
    kind: INTERNAL,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': name,
      'gen_ai.agent.id': field(subagent, 'id'),
      'gen_ai.request.model': span['model'],
    },
  }
}

/** The provider by the model's name. */
const providers: readonly (readonly [RegExp, string])[] = [
  [/claude/, 'anthropic'],
  [/^(?:gpt|chatgpt|o\d|codex)/, 'openai'],
  [/gemini/, 'gcp.gemini'],
  [/mistral|codestral|devstral/, 'mistral_ai'],
  [/deepseek/, 'deepseek'],
  [/grok/, 'x_ai'],
  [/^command/, 'cohere'],
]

function providerOf(model: string): string | undefined {
  return providers.find(([pattern]) => pattern.test(model))?.[1]
}

function attributesOf(values: Readonly<Record<string, unknown>>): readonly Attribute[] {
  return Object.entries(values).flatMap(([key, given]) => {
    const value = valueOf(given)
    return value === undefined ? [] : [{ key, value }]
  })
}

function valueOf(given: unknown): OtlpValue | undefined {
  if (typeof given === 'string') return { stringValue: given }
  if (typeof given === 'boolean') return { boolValue: given }
  if (typeof given === 'number')
    return Number.isSafeInteger(given) ? { intValue: String(given) } : { doubleValue: given }
  if (!Array.isArray(given)) return undefined
  return { arrayValue: { values: given.map(valueOf).filter((value) => value !== undefined) } }
}
