// Checks conversations and formats them for prompts.
import type { Message } from '../model/types.ts'
import { field, isObject } from '../model/plain-object.ts'

const roles = ['user', 'assistant', 'system', 'tool'] as const
const SHOWN_CHARS = 40

/** Why a value is not a list of messages; undefined when it is. */
export function messagesProblem(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'it is not a list of messages'
  const index = value.findIndex((message) => messageProblem(message) !== undefined)
  return index < 0 ? undefined : `messages[${index}]: ${messageProblem(value[index]) ?? ''}`
}

function messageProblem(message: unknown): string | undefined {
  if (!isObject(message)) return 'it is not an object'
  const role = field(message, 'role')
  if (role === undefined) return 'it has no "role"'
  if (!roles.some((known) => known === role))
    return `its "role" is ${JSON.stringify(role)?.slice(0, SHOWN_CHARS)}, expected one of ${roles.join(', ')}`
  const content = field(message, 'content')
  if (content === undefined) return 'it has no "content"'
  if (typeof content === 'string' || content === null) return undefined
  if (!Array.isArray(content)) return 'its "content" is neither text nor a list of blocks'
  const block = content.findIndex((each) => typeof each !== 'object' || each === null)
  return block < 0 ? undefined : `its "content[${block}]" is not a block`
}

function sectionText(message: Message): string {
  const calls = message['tool_calls']
  const called = Array.isArray(calls) ? calls.map(callText) : []
  return [messageText(message).trim(), ...called].filter((text) => text !== '').join('\n')
}

function callText(call: unknown): string {
  const inner = field(call, 'function') ?? call
  const name = field(inner, 'name') ?? field(inner, 'toolName')
  const input = field(inner, 'input') ?? field(inner, 'args') ?? field(inner, 'arguments')
  return `[calls ${String(name)} with ${typeof input === 'string' ? input : json(input)}]`
}

function messageText({ content }: Pick<Message, 'content'>): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : JSON.stringify(content)
  return content
    .map(blockText)
    .filter((text) => text !== '')
    .join('\n')
}

function blockText(block: unknown): string {
  if (typeof block === 'string') return block
  const text = field(block, 'text')
  if (typeof text === 'string') return text
  const type = field(block, 'type')
  if (type === 'tool_use' || type === 'tool-call') return callText(block)
  if (type === 'tool-result') return `[result: ${json(field(block, 'output'))}]`
  if (type === 'tool_result') return `[result: ${messageText({ content: field(block, 'content') })}]`
  return `[${typeof type === 'string' ? type : 'block'}]`
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}

const titles = { user: 'User', assistant: 'Assistant', system: 'System', tool: 'Tool' } as const

/** A section per message, numbered per role; empty without messages. */
export function formatHistory(messages: readonly Message[]): string {
  const counts = { user: 0, assistant: 0, system: 0, tool: 0 }
  const sections = messages.flatMap((message) => {
    if (!Object.hasOwn(titles, message.role)) return []
    counts[message.role] += 1
    return [`### ${titles[message.role]} Message ${counts[message.role]}\n\n${sectionText(message)}`]
  })
  return sections.length === 0 ? '' : `## Conversation\n\n${sections.join('\n\n')}`
}
