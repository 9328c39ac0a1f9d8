import { HooksError, isHooksError } from '../model/errors.ts'
import type { SummarizeOptions as Written } from '../model/generated/options.ts'
import { hash } from '../patterns/text/hash.ts'
import { tokensOf } from '../patterns/text/token-estimate.ts'
import type { Builtin, Context, Message, Outcome } from '../model/types.ts'
import { withShortWrites } from './summarize/short-writes.ts'

export type SummarizeOptions = Readonly<Written & Required<Omit<Written, 'keep_tokens' | 'buffer_tokens'>>>

const LABEL = '[Summary of the conversation so far]'
const LEAST_KEPT = 2

export const summarize: Builtin<SummarizeOptions> = {
  name: 'summarize',
  summary: 'Replaces the older messages by a summary before a model call that would fill the context window.',
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
      event.messages === undefined ? {} : shorten(event.messages, options, context),
}

/** A conversation in the parts that are treated differently. */
interface Parts {
  /** Instructions at its beginning; they stay. */
  readonly head: readonly Message[]
  readonly old: readonly Message[]
  readonly recent: readonly Message[]
}

function shorten(
  given: readonly Message[],
  options: SummarizeOptions,
  context: Context,
): Outcome | Promise<Outcome> {
  const messages = withKnownSummary(given, context)
  const parts = partsOf(messages, options)
  if (!isTooMuch(messages, parts, options) || parts.old.every(isSummary)) {
    return messages === given ? {} : { replace_messages: messages, persist: true }
  }
  return ask(parts, given, { options, context })
}

function isTooMuch(messages: readonly Message[], { old }: Parts, options: SummarizeOptions): boolean {
  const { window, threshold, buffer_tokens } = options
  if (buffer_tokens !== undefined)
    return tokensOf(old.filter((message) => !isSummary(message))) > buffer_tokens
  return tokensOf(messages) > threshold * window
}

function partsOf(messages: readonly Message[], options: SummarizeOptions): Parts {
  const first = messages.findIndex((message) => message.role !== 'system' || isSummary(message))
  const begins = first === -1 ? messages.length : first
  const rest = messages.slice(begins)
  const cut = wholeFrom(rest, rest.length - keptCount(rest, options))
  return { head: messages.slice(0, begins), old: rest.slice(0, cut), recent: rest.slice(cut) }
}

function keptCount(messages: readonly Message[], { keep, keep_tokens: tokens }: SummarizeOptions): number {
  const least = Math.min(LEAST_KEPT, messages.length)
  if (tokens === undefined) return Math.max(least, Math.floor(messages.length * keep))
  let kept = 0
  for (let sum = 0; kept < messages.length; kept++) {
    sum += tokensOf(messages.slice(messages.length - kept - 1, messages.length - kept))
    if (sum > tokens) break
  }
  return Math.max(least, kept)
}

/** A result is nothing without its call: the cut moves to before the message that called. */
function wholeFrom(messages: readonly Message[], cut: number): number {
  let at = Math.max(0, cut)
  while (at > 0 && isResult(messages[at])) at--
  return at
}

function isResult(message: Message | undefined): boolean {
  if (message === undefined) return false
  if (message.role === 'tool') return true
  const { content } = message
  return (
    Array.isArray(content) &&
    content.some((block: unknown) => {
      const type: unknown =
        typeof block === 'object' && block !== null ? Reflect.get(block, 'type') : undefined
      return type === 'tool_result' || type === 'tool-result'
    })
  )
}

function isSummary({ role, content }: Message): boolean {
  return role === 'system' && typeof content === 'string' && content.startsWith(LABEL)
}

interface Asking {
  readonly options: SummarizeOptions
  readonly context: Context
}

async function ask(
  { head, old, recent }: Parts,
  given: readonly Message[],
  { options, context }: Asking,
): Promise<Outcome> {
  const { recipe, max_words, old_write_chars } = options
  if (context.ask === undefined) return { callback: { recipe } }
  const messages = old.map((message) => withShortWrites(message, old_write_chars))
  const answer = await context.ask({ recipe, args: { max_words }, messages }).catch(toldAs)
  if ('instead' in answer) return answer.instead
  const summary: Message = { role: 'system', content: `${LABEL}\n\n${answer.output}` }
  remember({ head, recent, summary, given }, context)
  return { replace_messages: [...head, summary, ...recent], persist: true }
}

function toldAs(error: unknown): never {
  if (!isHooksError(error) || error.code === 'aborted') throw error
  throw new HooksError(error.code, `nothing was summarised: ${error.message}`, { cause: error })
}

/** What a summary stands for: so many messages, which looked like this. */
interface Known {
  readonly from: number
  readonly count: number
  readonly looked: string
  readonly summary: Message
}

interface Summarised {
  readonly head: readonly Message[]
  readonly recent: readonly Message[]
  readonly summary: Message
  readonly given: readonly Message[]
}

function remember({ head, recent, summary, given }: Summarised, context: Context): void {
  const from = head.length
  const count = given.length - recent.length - from
  const known: Known = { from, count, looked: looksOf(given.slice(from, from + count)), summary }
  context.state.write(nameIn(context), JSON.stringify(known))
}

/** A host that sends the same messages again has them summarised once. */
function withKnownSummary(given: readonly Message[], context: Context): readonly Message[] {
  const text = context.state.read(nameIn(context))
  if (text === undefined) return given
  const { from, count, looked, summary } = JSON.parse(text) as Known // ours
  if (given.length < from + count || looksOf(given.slice(from, from + count)) !== looked) return given
  return [...given.slice(0, from), summary, ...given.slice(from + count)]
}

function looksOf(messages: readonly Message[]): string {
  const text = JSON.stringify(messages)
  return `${text.length}-${hash(text)}`
}

function nameIn({ rule }: Context): string {
  return `summary/${rule.name}`
}
