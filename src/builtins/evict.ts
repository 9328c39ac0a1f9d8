import { countCharacters, firstCharacters, lastCharacters } from '../patterns/text/code-points.ts'
import type { EvictOptions as Written } from '../model/generated/options.ts'
import type { Builtin, Event } from '../model/types.ts'
import { isListedTool } from './evict/listed-tool.ts'

export type EvictOptions = Readonly<Required<Written>>

const defaultMax = 80_000

/** The least that `split: even` keeps on each side, and what it leaves for the notice. */
const evenLeast = 200
const evenNotice = 100

export const evict: Builtin<EvictOptions> = {
  name: 'evict',
  summary: 'Cuts the middle out of a tool result that is too long for the model.',
  events: ['PostToolUse'],
  effects: 'none',
  examples: [
    {
      name: 'keeps the beginning and the end of a long output',
      with: { max_chars: 20, head: 5, tail: 5 },
      event: { event: 'PostToolUse', tool_name: 'Bash', tool_output: 'order 1, order 2, order 3, order 4' },
      outcome: { updated_output: `order\n\n${noticeOf(24, 34)}\n\nder 4` },
    },
    {
      name: 'keeps half of the limit on each side, less the notice',
      with: { max_chars: 500, split: 'even' },
      event: { event: 'PostToolUse', tool_name: 'npm_test', tool_output: 'ok '.repeat(300) },
      outcome: {
        updated_output: `${'ok '.repeat(300).slice(0, 200)}\n\n${noticeOf(500, 900)}\n\n${'ok '.repeat(300).slice(-200)}`,
      },
    },
    {
      name: 'leaves what a file tool read',
      with: { max_chars: 20, head: 5, tail: 5 },
      event: { event: 'PostToolUse', tool_name: 'Read', tool_output: 'export const orders = new Map()' },
      outcome: {},
    },
  ],
  inactive: (options) => (options.max_chars < 0 ? 'max_chars is -1' : undefined),
  compile(options) {
    const limit = options.max_chars === 0 ? defaultMax : options.max_chars
    const shares = sharesOf(options, limit)
    return ({ event }) => {
      const text = outputText(event)
      if (limit < 0 || text === undefined || text.length <= limit) return {}
      if (isListedTool(options.exclude, event.tool_name ?? '')) return {}
      const total = countCharacters(text)
      const dropped = total - shares.head - shares.tail
      if (total <= limit || dropped <= 0) return {}
      const parts = [
        firstCharacters(text, shares.head),
        noticeOf(dropped, total),
        lastCharacters(text, shares.tail),
      ]
      return { updated_output: parts.filter((part) => part !== '').join('\n\n') }
    }
  },
}

function outputText({ output_text, tool_output }: Event): string | undefined {
  if (typeof tool_output === 'string') return tool_output
  return output_text
}

interface Shares {
  readonly head: number
  readonly tail: number
}

/** Head and tail never keep more than the limit together: smaller shares of the same proportion then. */
function sharesOf({ head, tail, split }: EvictOptions, limit: number): Shares {
  if (split === 'even') {
    const half = Math.max(evenLeast, Math.floor((limit - evenNotice) / 2))
    return { head: half, tail: half }
  }
  if (head + tail <= limit) return { head, tail }
  const fit = Math.floor((limit * head) / (head + tail))
  return { head: fit, tail: limit - fit }
}

function noticeOf(dropped: number, total: number): string {
  return `[${dropped} of ${total} characters left out here. Narrow the call down to see what you need of them.]`
}
