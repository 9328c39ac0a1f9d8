import { HooksError, isHooksError } from '../model/errors.ts'
import { isObject, mapStrings } from '../model/plain-object.ts'
import { groupWith } from '../model/tool-groups.ts'
import { isToolResult } from './shared/conversation.ts'
import type { SummarizeOptions } from '../model/generated/options.ts'
import { firstCharacters, tokensOf } from '../patterns/text/measure.ts'
import { hash } from '../patterns/text/hash.ts'
import type { Builtin, Context, Event, Message, Outcome } from '../model/types.ts'

type Options = SummarizeOptions & Required<Omit<SummarizeOptions, 'keep_tokens' | 'buffer_tokens'>>

const LABEL = '[Summary of the conversation so far]'
const MIN_KEPT = 2

export const summarize: Builtin<Options> = {
  name: 'summarize',
  summary: 'Replaces older messages with a summary before a model call would fill the context window.',
  events: ['PreModelCall'],
  effects: 'world',
  examples: [
    {
      name: 'has the older messages summarised when the window is almost full',
      with: { window: 10 },
      event: {
        event: 'PreModelCall',
        messages: [
          { role: 'user', content: 'Where do the orders come from, and who may see them?' },
          { role: 'assistant', content: 'From orders.ts.' },
          { role: 'user', content: 'Go on.' },
        ],
      },
      outcome: { callback: { recipe: 'summarize' } },
    },
    {
      name: 'leaves a short conversation alone',
      with: {},
      event: { event: 'PreModelCall', messages: [{ role: 'user', content: 'Where is order 17?' }] },
      outcome: {},
    },
  ],
  recipe: ({ recipe }) => recipe,
  compile:
    (options) =>
    ({ event }, context) =>
      event.messages === undefined ? {} : shorten(event, options, context),
}

/** A conversation, split: its leading instructions, what is summarized, what is kept. */
interface SplitMessages {
  readonly head: readonly Message[]
  readonly old: readonly Message[]
  readonly recent: readonly Message[]
}

function shorten(event: Event, options: Options, context: Context): Outcome | Promise<Outcome> {
  const { messages: given = [], usage } = event
  const saved = savedSummary(context)
  const messages = withSavedSummary(given, saved)
  const parts = splitMessages(messages, options)
  // What was reported before the summary says nothing of what is left.
  const isStale = saved !== undefined && saved.reported === usage?.context
  const filled = isStale ? { max_context: usage?.max_context } : usage
  if (!isTooLong(messages, parts, { options, usage: filled }) || parts.old.every(isSummary)) {
    return messages === given ? {} : { replace_messages: messages, persist: true }
  }
  return summarizeOld(parts, event, { options, context })
}

interface Fullness {
  readonly options: Options
  readonly usage:
    | { readonly context?: number | undefined; readonly max_context?: number | undefined }
    | undefined
}

function isTooLong(
  messages: readonly Message[],
  { old }: SplitMessages,
  { options, usage }: Fullness,
): boolean {
  const { window, threshold, buffer_tokens } = options
  if (buffer_tokens !== undefined)
    return tokensOf(old.filter((message) => !isSummary(message))) > buffer_tokens
  const { max_context = 0 } = usage ?? {}
  return tokensIn(messages, usage) > threshold * (max_context > 0 ? Math.min(max_context, window) : window)
}

/** The host's count of the last model call and an estimate of what came after it, else an estimate of all. */
function tokensIn(messages: readonly Message[], usage: Fullness['usage']): number {
  const { context = 0 } = usage ?? {}
  if (context <= 0) return tokensOf(messages)
  return context + tokensOf(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1))
}

function splitMessages(messages: readonly Message[], options: Options): SplitMessages {
  const first = messages.findIndex((message) => message.role !== 'system' || isSummary(message))
  const begins = first === -1 ? messages.length : first
  const rest = messages.slice(begins)
  const cut = beforeCall(rest, rest.length - keptCount(rest, options))
  return { head: messages.slice(0, begins), old: rest.slice(0, cut), recent: rest.slice(cut) }
}

function keptCount(messages: readonly Message[], { keep, keep_tokens: tokens }: Options): number {
  const least = Math.min(MIN_KEPT, messages.length)
  if (tokens === undefined) return Math.max(least, Math.floor(messages.length * keep))
  let kept = 0
  for (let sum = 0; kept < messages.length; kept++) {
    sum += tokensOf(messages.slice(messages.length - kept - 1, messages.length - kept))
    if (sum > tokens) break
  }
  return Math.max(least, kept)
}

/** Moves the cut to before the message with the call, so that no result is kept without its call. */
function beforeCall(messages: readonly Message[], cut: number): number {
  let at = Math.max(0, cut)
  while (at > 0 && isToolResult(messages[at])) at--
  return at
}

function isSummary({ role, content }: Message): boolean {
  return role === 'system' && typeof content === 'string' && content.startsWith(LABEL)
}

async function summarizeOld(
  { head, old, recent }: SplitMessages,
  { messages: given = [], usage }: Event,
  { options, context }: { readonly options: Options; readonly context: Context },
): Promise<Outcome> {
  const { recipe, max_words, old_write_chars } = options
  if (context.ask === undefined) return { callback: { recipe } }
  const messages = old.map((message) => withShortWrites(message, old_write_chars))
  const answer = await context.ask({ recipe, args: { max_words }, messages }).catch(rethrow)
  if ('instead' in answer) return answer.instead
  const summary: Message = { role: 'system', content: `${LABEL}\n\n${answer.output}` }
  const count = given.length - recent.length - head.length
  const saved: SavedSummary = {
    from: head.length,
    count,
    digest: digestOf(given.slice(head.length, head.length + count)),
    summary,
    ...(usage?.context !== undefined && { reported: usage.context }),
  }
  context.state.write(stateKey(context), JSON.stringify(saved))
  return { replace_messages: [...head, summary, ...recent], persist: true }
}

function rethrow(error: unknown): never {
  if (!isHooksError(error) || error.code === 'aborted') throw error
  throw new HooksError(error.code, `nothing was summarised: ${error.message}`, { cause: error })
}

/** A summary, and which messages it replaces. */
interface SavedSummary {
  readonly from: number
  readonly count: number
  readonly digest: string
  readonly summary: Message
  /** The host's count of the context before it. */
  readonly reported?: number
}

function savedSummary(context: Context): SavedSummary | undefined {
  const text = context.state.read(stateKey(context))
  return text === undefined ? undefined : (JSON.parse(text) as SavedSummary) // written above
}

/** A host that sends the same messages again gets the same summary. */
function withSavedSummary(given: readonly Message[], saved: SavedSummary | undefined): readonly Message[] {
  if (saved === undefined) return given
  const { from, count, digest, summary } = saved
  if (given.length < from + count || digestOf(given.slice(from, from + count)) !== digest) return given
  return [...given.slice(0, from), summary, ...given.slice(from + count)]
}

function digestOf(messages: readonly Message[]): string {
  const text = JSON.stringify(messages)
  return `${text.length}-${hash(text)}`
}

function stateKey({ rule }: Context): string {
  return `summary/${rule.name}`
}

/** Cuts what a message's calls write into files. */
function withShortWrites(message: Message, chars: number): Message {
  const { content } = message
  const calls = message['tool_calls']
  if (message.role === 'tool' && isWriteTool(message['name'] ?? message['tool_name'])) {
    return typeof content === 'string' ? { ...message, content: firstCharacters(content, chars) } : message
  }
  return {
    ...message,
    ...(Array.isArray(content) ? { content: content.map((block: unknown) => shortCall(block, chars)) } : {}),
    ...(Array.isArray(calls) ? { tool_calls: calls.map((call: unknown) => shortCall(call, chars)) } : {}),
  }
}

/** `{name, input}`, `{name, args}`, `{toolName, input}` or `{function: {name, arguments}}`. */
function shortCall(call: unknown, chars: number): unknown {
  if (!isObject(call)) return call
  if (isObject(call['function'])) return { ...call, function: shortCall(call['function'], chars) }
  if (!isWriteTool(call['name'] ?? call['toolName'])) return call
  const entries = ['input', 'args', 'arguments'].flatMap((key) =>
    Object.hasOwn(call, key)
      ? [[key, mapStrings(call[key], (text) => firstCharacters(text, chars))] as const]
      : [],
  )
  return { ...call, ...Object.fromEntries(entries) }
}

function isWriteTool(name: unknown): boolean {
  const group = typeof name === 'string' ? groupWith(name) : undefined
  return group === 'write' || group === 'edit'
}
