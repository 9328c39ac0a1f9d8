// Messages of LangChain as ours, and back.
import { AIMessage, HumanMessage, SystemMessage, ToolMessage, type BaseMessage } from 'langchain'
import type { ModelResponse, ToolCall } from '../../library/run/run-types.ts'
import type { Message } from '../../model/types.ts'
import { callsIn, plainContent, linkOriginal, providerCallsIn, textIn } from '../shared/messages.ts'
import { isObject } from '../../model/plain-object.ts'

/** What every hook of a middleware is given. */
export interface GraphState {
  readonly messages: readonly BaseMessage[]
  /** Which run this invocation is; private, so that no subagent sees its parent's. */
  readonly _hooks_run?: string | undefined
}

const textTypes: ReadonlySet<unknown> = new Set(['text'])
const roles: Readonly<Record<string, Message['role']>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'tool',
}

export function messageOf(message: BaseMessage): Message {
  const content = plainContent(message.content, textTypes)
  const calls = callsOf(message)
  const read = {
    role: roles[message.getType()] ?? 'user',
    content,
    ...(calls.length > 0 && { tool_calls: calls }),
    ...(ToolMessage.isInstance(message) && { tool_call_id: message.tool_call_id, name: message.name }),
  }
  return linkOriginal(read, message)
}

function callsOf(message: BaseMessage): ToolCall[] {
  if (!AIMessage.isInstance(message)) return []
  return (message.tool_calls ?? []).map(({ id, name, args }) => ({ id: id ?? '', name, input: args }))
}

/** Converts a message that rules added. */
export function newMessage(message: Message): BaseMessage {
  const { role, content } = message
  if (role === 'user') return new HumanMessage({ content })
  if (role === 'system') return new SystemMessage({ content })
  const calls = callsIn(message).map(({ id, name, input }) => ({ id, name, args: input, type: 'tool_call' }))
  if (role === 'assistant') return new AIMessage({ content, tool_calls: calls })
  const { tool_call_id, name } = message
  return new ToolMessage({ content, tool_call_id, ...(typeof name === 'string' && { name }) })
}

export function responseOf(message: AIMessage): ModelResponse {
  const usage: unknown = Reflect.get(message, 'usage_metadata')
  const { input_tokens: input, output_tokens: output } = isObject(usage) ? usage : {}
  const known = typeof input === 'number' && typeof output === 'number'
  return {
    text: textIn(message.content),
    tool_calls: callsOf(message),
    provider_calls: providerCallsIn(message.content),
    ...(known && { usage: { input, output, total: input + output } }),
  }
}

export function answerFrom(
  message: AIMessage | undefined,
  before: ModelResponse | undefined,
  now: ModelResponse,
): AIMessage {
  if (message !== undefined && now.text === before?.text && now.tool_calls === before?.tool_calls)
    return message
  const calls = (now.tool_calls ?? []).map(({ id, name, input }) => ({
    id,
    name,
    args: input,
    type: 'tool_call',
  }))
  const kept =
    message === undefined
      ? {}
      : { id: message.id, response_metadata: Reflect.get(message, 'response_metadata') }
  return new AIMessage({ ...kept, content: now.text ?? '', tool_calls: calls })
}
