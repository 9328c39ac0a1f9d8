import { postToolUse, preToolUse } from './shared/example-events.ts'
import { cutText } from '../patterns/text/measure.ts'
import type { DedupeOptions } from '../model/generated/options.ts'
import { toText } from '../model/plain-object.ts'
import { shippedGroups } from '../model/tool-groups.ts'
import { matchesNameGlob } from '../patterns/globs/glob.ts'
import { mcpToolName } from '../patterns/pattern.ts'
import { hash } from '../patterns/text/hash.ts'
import { hideSecrets } from '../patterns/secrets/secrets.ts'
import type { Builtin, Event, Outcome } from '../model/types.ts'

export const dedupe: Builtin<Required<DedupeOptions>> = {
  name: 'dedupe',
  summary: 'Denies a tool call that already succeeded with the same input, and returns its result.',
  events: ['PreToolUse', 'PostToolUse'],
  completes: ['PreToolUse', 'PostToolUse'],
  effects: 'state',
  tightens: true,
  examples: [
    {
      name: 'lets a first call through',
      with: {},
      event: preToolUse('send_invoice', { order: 17 }),
      outcome: {},
    },
    {
      name: 'keeps what a call came to',
      with: {},
      event: postToolUse('send_invoice', 'sent', { tool_input: { order: 17 } }),
      outcome: {},
    },
  ],
  answers: () => ['deny'],
  compile: (options) => {
    const noise = new Set([...shippedNoise, ...options.noise].map(normalName))
    return ({ event }, { rule, state }) => {
      const { tool_name: tool, tool_input: input } = event
      if (tool === undefined) return {}
      const effect = classify(tool, options.read_only)
      if (effect === 'read_only' || !options.classes.includes(effect)) return {}
      const key = `dedupe/${rule.name}/${keyOf(tool, input, noise)}`
      const scope = options.scope === 'run' ? state.run() : state
      if (event.event === 'PreToolUse') return denyRepeated(scope.read(key))
      if (event.is_error !== true) scope.write(key, resultPreview(event, options.preview))
      return {}
    }
  },
}

/** Fields that differ between two requests for the same thing. */
const shippedNoise = [
  'idempotency_key',
  'client_request_id',
  'request_id',
  'correlation_id',
  'trace_id',
  'span_id',
  'nonce',
  'timestamp',
]

const normalName = (field: string): string => field.replace(/[-_]/g, '').toLowerCase()

function keyOf(tool: string, input: unknown, noise: ReadonlySet<string>): string {
  const text = JSON.stringify([tool, normalize(input, noise)])
  // Two hashes: 53 bits are too few where a collision denies a call.
  return `${hash(text)}-${hash(`${text.length}${text}`)}`
}

/** Sorts keys and drops noise. */
function normalize(value: unknown, noise: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => normalize(item, noise))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !noise.has(normalName(key)))
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, normalize(inner, noise)]),
  )
}

function denyRepeated(result: string | undefined): Outcome {
  if (result === undefined) return {}
  const instead = result === '' ? 'It returned nothing.' : `Use its result:\n${result}`
  return { decision: 'deny', reason: `The same call already succeeded. ${instead}` }
}

function resultPreview({ output_text, tool_output }: Event, preview: number): string {
  const masked = hideSecrets(toText(output_text ?? tool_output), '[masked]')
  return preview === 0 ? '' : cutText(masked, preview)
}

export type SideEffect = 'external' | 'memory' | 'local' | 'read_only'

const readOnlyTools = new Set<string>([
  ...shippedGroups.read,
  ...shippedGroups.search,
  ...shippedGroups.fetch,
])
const localTools = new Set<string>([
  ...shippedGroups.shell,
  ...shippedGroups.write,
  ...shippedGroups.edit,
  ...shippedGroups.subagent,
  ...shippedGroups.todo,
])

const readWords = new Set(
  'get list read search fetch find query view show describe count check lookup look browse inspect preview status stat info explain compare diff resolve glob grep ls cat head tail'.split(
    ' ',
  ),
)
const changeWords = new Set(
  'send create update delete post put patch write add remove set insert upsert pay charge refund book order buy sell publish upload submit reply forward invite move rename cancel transfer approve reject merge close open archive restore execute exec run deploy start stop restart trigger schedule assign subscribe unsubscribe notify share grant revoke sync import edit replace click type fill'.split(
    ' ',
  ),
)
const memoryWords = new Set(
  'memory memories memorize remember forget recall note notes knowledge entity entities observation observations'.split(
    ' ',
  ),
)

/** Guesses from the words of a tool's name: `GET_x` reads, `SEND_x` and unknown names have outside effects. */
export function classify(tool: string, readOnly: readonly string[]): SideEffect {
  const bare = mcpToolName(tool) ?? tool
  if (readOnly.some((glob) => matchesNameGlob(glob, tool) || matchesNameGlob(glob, bare))) return 'read_only'
  if (readOnlyTools.has(bare)) return 'read_only'
  if (localTools.has(bare)) return 'local'
  const words = wordsOf(bare)
  if (!words.some((word) => changeWords.has(word)) && words.slice(0, 2).some((word) => readWords.has(word)))
    return 'read_only'
  return wordsOf(tool).some((word) => memoryWords.has(word)) ? 'memory' : 'external'
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}
