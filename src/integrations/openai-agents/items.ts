// Converts requests and answers of the Agents SDK and back; one item is one message.
import type { ModelRequest, ModelResponse, ProviderCall, ToolCall } from '../../library/run/run-types.ts'
import { toText, isObject } from '../../model/plain-object.ts'
import type { Message } from '../../model/types.ts'
import {
  restoreOriginals,
  callsIn,
  changedSettings,
  parseInput,
  plainContent,
  linkOriginal,
  textIn,
} from '../shared/messages.ts'

export interface AgentRequest {
  readonly systemInstructions?: string
  readonly input: string | readonly object[]
  readonly modelSettings: object
  readonly tools: readonly { readonly name: string }[]
  readonly signal?: AbortSignal
}

export interface AgentResponse {
  readonly output: readonly object[]
  readonly usage: object
}

const textTypes: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text'])

export function requestOf({ systemInstructions, input, tools, modelSettings }: AgentRequest): ModelRequest {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  return {
    ...modelSettings,
    messages: items.map(messageOf),
    ...(systemInstructions !== undefined && { system_prompt: systemInstructions }),
    tools: tools.map(({ name }) => name),
  }
}

/** The request with the rules' changes; unchanged parts keep their identity. */
export function requestFrom<Q extends AgentRequest>(given: Q, before: ModelRequest, now: ModelRequest): Q {
  const { system_prompt: systemInstructions, tools } = now
  const settings = changedSettings(before, now)
  return {
    ...given,
    ...(systemInstructions !== before.system_prompt && { systemInstructions }),
    ...(now.messages !== before.messages && { input: restoreOriginals(now.messages, itemsOf).flat() }),
    ...(settings !== undefined && { modelSettings: { ...given.modelSettings, ...settings } }),
    ...(tools !== before.tools && { tools: given.tools.filter(({ name }) => tools?.includes(name) ?? true) }),
  }
}

function messageOf(item: object): Message {
  return linkOriginal(read(item), item)
}

function read(item: object): Message {
  if (!isObject(item)) return { role: 'assistant', content: '' }
  const { type, role, content, callId, name } = item
  if (type === 'function_call') return { role: 'assistant', content: '', tool_calls: [callOf(item)] }
  if (type === 'function_call_result') {
    return { role: 'tool', content: resultText(item['output']), tool_call_id: callId, name }
  }
  const known = role === 'user' || role === 'system' ? role : 'assistant'
  return { role: known, content: content === undefined ? '' : plainContent(content, textTypes) }
}

function callOf({ callId, name, arguments: given }: Readonly<Record<string, unknown>>): ToolCall {
  return { id: String(callId), name: String(name), input: parseInput(given) }
}

function resultText(output: unknown): string {
  if (isObject(output) && typeof output['text'] === 'string') return output['text']
  return Array.isArray(output) ? textIn(output) : toText(output)
}

/** Converts a message that rules added. */
function itemsOf(message: Message): object[] {
  const { role, content } = message
  const text = typeof content === 'string' ? content : textIn(content)
  if (role === 'tool') return [resultItem(message, text)]
  if (role !== 'assistant') return [{ role, content: text }]
  const calls = callsIn(message).map(callItem)
  return text === '' && calls.length > 0 ? calls : [textItem(text), ...calls]
}

function resultItem(message: Message, text: string): object {
  return {
    type: 'function_call_result',
    callId: message['tool_call_id'],
    name: message['name'] ?? '',
    status: 'completed',
    output: { type: 'text', text },
  }
}

function textItem(text: string): object {
  return { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] }
}

function callItem({ id, name, input }: ToolCall): object {
  return { type: 'function_call', callId: id, name, arguments: JSON.stringify(input), status: 'completed' }
}

export function responseOf({ output, usage }: AgentResponse): ModelResponse {
  const items = output.filter(isObject)
  const said = items.filter(({ role }) => role === 'assistant').map(({ content }) => textIn(content))
  return {
    text: said.join(''),
    tool_calls: items.filter(({ type }) => type === 'function_call').map(callOf),
    provider_calls: items.filter(({ type }) => type === 'hosted_tool_call').map(providerCall),
    ...usageOf(usage),
  }
}

/** What it was asked stands in the provider's own fields where there are no arguments. */
function providerCall(item: Readonly<Record<string, unknown>>): ProviderCall {
  const { id, name, arguments: given, providerData, output, status } = item
  const input = given === undefined ? providerData : parseInput(given)
  return {
    id: String(id),
    name: String(name),
    input: isObject(input) ? input : {},
    result: { output: output ?? null, is_error: status === 'failed' },
  }
}

function usageOf(usage: unknown): Pick<ModelResponse, 'usage'> {
  if (!isObject(usage)) return {}
  const { inputTokens: input, outputTokens: output, totalTokens: total } = usage
  if (typeof input !== 'number' || typeof output !== 'number') return {}
  return { usage: { input, output, total: typeof total === 'number' ? total : input + output } }
}

/** The answer's items again, as rules changed them. */
export function outputFrom(output: readonly object[], before: ModelResponse, now: ModelResponse): object[] {
  const said = now.text === before.text ? [...output] : replaceText(output, now.text ?? '')
  if (now.tool_calls === before.tool_calls) return said
  const old = new Map(said.filter(isObject).map((item) => [item['callId'], item]))
  const calls = (now.tool_calls ?? []).map((call) => ({ ...old.get(call.id), ...callItem(call) }))
  return [...said.filter((item) => Reflect.get(item, 'type') !== 'function_call'), ...calls]
}

function replaceText(output: readonly object[], text: string): object[] {
  const first = output.find(isAssistantMessage)
  const rest = output.filter((item) => !isAssistantMessage(item))
  if (text === '') return rest
  return [{ ...first, ...textItem(text) }, ...rest]
}

function isAssistantMessage(item: object): boolean {
  return Reflect.get(item, 'role') === 'assistant'
}

/** A response that a wrapper gave without calling the model. */
export function outputOf({ text = '', tool_calls = [] }: ModelResponse): object[] {
  return [...(text === '' ? [] : [textItem(text)]), ...tool_calls.map(callItem)]
}
