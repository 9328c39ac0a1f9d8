// Claude Code's transcript is JSON lines, one per message or note; what is not a message of the conversation is left out.
import type { Files, Message, Usage } from '../../model/types.ts'
import { textField } from './output.ts'
import { field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'

export interface Transcript {
  readonly messages: readonly Message[]
  /** The text of the last answer, when the last message is one. */
  readonly response?: string
  readonly usage?: Usage
}

export function readTranscript(files: Files, path: string): Transcript {
  const entries = sinceCompaction((files.read(path) ?? '').split('\n').flatMap(entryOf))
  const messages = messagesOf(entries)
  const response = responseOf(messages)
  const usage = usageOf(entries)
  return { messages, ...(response !== undefined && { response }), ...(usage !== undefined && { usage }) }
}

/** The tokens of all model calls in the transcript; one call may be several lines. */
export function tokensSpent(files: Files, path: string): number {
  const spent = new Map<unknown, number>()
  for (const entry of (files.read(path) ?? '').split('\n').flatMap(entryOf)) {
    const message = field(entry, 'message')
    const counts = field(message, 'usage')
    if (entry['type'] === 'assistant' && isObject(counts))
      spent.set(field(message, 'id') ?? entry, usageIn(counts).total)
  }
  return [...spent.values()].reduce((sum, tokens) => sum + tokens, 0)
}

/** Claude Code may write its last answer down only after it has told of its end. */
export function completed(messages: readonly Message[], last_answer: string): readonly Message[] {
  if (last_answer === '' || messages.length === 0 || isWritten(messages, last_answer)) return messages
  return [...messages, { role: 'assistant', content: last_answer }]
}

/** An answer that calls a tool is never the last one, whatever else it says. */
function isWritten(messages: readonly Message[], answer: string): boolean {
  const written = responseOf(messages)
  if (written === undefined || callsTool(messages.at(-1)?.content)) return false
  return written.includes(answer) || answer.includes(written)
}

function callsTool(content: unknown): boolean {
  return Array.isArray(content) && content.some((block: unknown) => field(block, 'type') === 'tool_use')
}

/** What stands before the last compaction is no longer before the model. */
function sinceCompaction(entries: readonly Plain[]): readonly Plain[] {
  return entries.slice(entries.findLastIndex((entry) => entry['subtype'] === 'compact_boundary') + 1)
}

/** The last line may still be being written. */
function entryOf(line: string): Plain[] {
  if (line === '') return []
  try {
    const entry: unknown = JSON.parse(line)
    return isObject(entry) ? [entry] : []
  } catch {
    return []
  }
}

/** An answer stands in one line per block, with the results of its tools in between: its blocks become one message again. */
function messagesOf(entries: readonly Plain[]): Message[] {
  const messages: Message[] = []
  const answers = new Map<unknown, unknown[]>()
  for (const entry of entries) {
    const message = entry['message']
    const role = entry['type']
    if ((role !== 'user' && role !== 'assistant') || !isObject(message) || entry['isMeta'] === true) continue
    const content = message['content'] ?? ''
    const begun = role === 'assistant' ? answers.get(message['id']) : undefined
    if (begun !== undefined && Array.isArray(content)) {
      begun.push(...content)
      continue
    }
    const own: unknown = Array.isArray(content) ? [...content] : content
    if (role === 'assistant' && Array.isArray(own) && message['id'] !== undefined)
      answers.set(message['id'], own)
    messages.push({ role, content: own })
  }
  return messages
}

function responseOf(messages: readonly Message[]): string | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'assistant') return undefined
  if (typeof last.content === 'string') return last.content
  if (!Array.isArray(last.content)) return undefined
  const texts = last.content
    .map((block: unknown) => textField(block, 'text'))
    .filter((text) => text !== undefined)
  return texts.length > 0 ? texts.join('\n') : undefined
}

/** Of the last model call: what it read, cached or not, fills the window together with what it wrote. */
function usageOf(entries: readonly Plain[]): Usage | undefined {
  const answers = entries.filter((entry) => entry['type'] === 'assistant')
  const counts = answers.map((entry) => field(field(entry, 'message'), 'usage')).findLast(isObject)
  return counts === undefined ? undefined : usageIn(counts)
}

function usageIn(counts: Plain): Usage & { readonly total: number } {
  const read = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']
  const input = read.reduce((sum, key) => sum + numberAt(counts, key), 0)
  const output = numberAt(counts, 'output_tokens')
  return { input, output, total: input + output, context: input + output }
}

function numberAt(value: Plain, key: string): number {
  const found = value[key]
  return typeof found === 'number' ? found : 0
}
