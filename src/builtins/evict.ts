import { countCharacters, firstCharacters, lastCharacters } from '../patterns/text/measure.ts'
import type { EvictOptions } from '../model/generated/options.ts'
import { shippedGroups } from '../model/tool-groups.ts'
import { matchesNameGlob } from '../patterns/globs/glob.ts'
import { mcpToolName } from '../patterns/pattern.ts'
import type { Builtin, Event } from '../model/types.ts'

const DEFAULT_MAX = 80_000

/** With `split: even`. */
const MIN_EVEN_SHARE = 200
const NOTICE_CHARS = 100

export const evict: Builtin<Required<EvictOptions>> = {
  name: 'evict',
  summary: 'Cuts the middle out of long tool results.',
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
  answers: () => ['updated_output'],
  compile(options) {
    const limit = options.max_chars === 0 ? DEFAULT_MAX : options.max_chars
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
  return typeof tool_output === 'string' ? tool_output : output_text
}

interface Shares {
  readonly head: number
  readonly tail: number
}

/** Scales head and tail down in proportion when together they exceed the limit. */
function sharesOf({ head, tail, split }: Required<EvictOptions>, limit: number): Shares {
  if (split === 'even') {
    const half = Math.max(MIN_EVEN_SHARE, Math.floor((limit - NOTICE_CHARS) / 2))
    return { head: half, tail: half }
  }
  if (head + tail <= limit) return { head, tail }
  const fit = Math.floor((limit * head) / (head + tail))
  return { head: fit, tail: limit - fit }
}

function noticeOf(dropped: number, total: number): string {
  return `[${dropped} of ${total} characters left out here. Narrow the call down to see what you need of them.]`
}

const toolGroups: Readonly<Record<string, readonly string[]>> = {
  '@read': [...shippedGroups.read, 'cat_file', 'notebook_read', 'open_file'],
  '@edit': [
    ...shippedGroups.edit,
    'apply_diff',
    'editfile',
    'multi_edit',
    'multi_edit_file',
    'search_replace',
    'str_replace',
  ],
  '@write': [...shippedGroups.write, 'save_file', 'savefile'],
  '@search': [
    ...shippedGroups.search,
    'directory_tree',
    'directorytree',
    'find',
    'find_files',
    'glob_file_search',
    'grep_files',
  ],
}

/** Whether a list of names, globs and `@groups` has the tool; a bare name also means the last part of `mcp__server__name`. */
function isListedTool(list: readonly string[], tool: string): boolean {
  const bare = mcpToolName(tool) ?? tool
  return list.some((item) => {
    const group = toolGroups[item]
    if (group !== undefined) return group.some((name) => name.toLowerCase() === bare.toLowerCase())
    return matchesNameGlob(item, bare) || matchesNameGlob(item, tool)
  })
}
