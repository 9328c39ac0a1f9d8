import { cutText } from '../patterns/text/code-points.ts'
import type { DedupeOptions as Written } from '../model/generated/options.ts'
import { hash } from '../patterns/text/hash.ts'
import { hideSecrets } from '../patterns/text/secrets.ts'
import type { Builtin, Event, Outcome, State } from '../model/types.ts'
import { classify } from './dedupe/classify.ts'

export type DedupeOptions = Readonly<Required<Written>>

export const dedupe: Builtin<DedupeOptions> = {
  name: 'dedupe',
  summary: 'Denies a tool call that already succeeded with the same input, and hands its result back.',
  events: ['PreToolUse', 'PostToolUse'],
  completes: ['PreToolUse', 'PostToolUse'],
  effects: 'state',
  examples: [
    {
      name: 'lets a first call through',
      with: {},
      event: { event: 'PreToolUse', tool_name: 'send_invoice', tool_input: { order: 17 } },
      outcome: {},
    },
    {
      name: 'keeps what a call came to',
      with: {},
      event: {
        event: 'PostToolUse',
        tool_name: 'send_invoice',
        tool_input: { order: 17 },
        tool_output: 'sent',
      },
      outcome: {},
    },
  ],
  compile: (options) => {
    const noise = new Set([...shippedNoise, ...options.noise].map(plain))
    return ({ event }, { rule, state }) => {
      const { tool_name: tool, tool_input: input } = event
      if (tool === undefined || !isHeld(tool, options)) return {}
      const key = `dedupe/${rule.name}/${keyOf(tool, input, noise)}`
      const scope = options.scope === 'run' ? state.run() : state
      return event.event === 'PreToolUse'
        ? handBack(scope.read(key))
        : keep(event, { key, scope, preview: options.preview })
    }
  },
}

/** Fields that tell one request from another, not one wish from another. */
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

const plain = (field: string): string => field.replace(/[-_]/g, '').toLowerCase()

function isHeld(tool: string, { classes, read_only }: DedupeOptions): boolean {
  const found = classify(tool, read_only)
  return found !== 'read_only' && classes.includes(found)
}

function keyOf(tool: string, input: unknown, noise: ReadonlySet<string>): string {
  const text = JSON.stringify([tool, normal(input, noise)])
  // Two hashes: one of 53 bits would be enough for chance, not for a call that must not be taken for another.
  return `${hash(text)}-${hash(`${text.length}${text}`)}`
}

/** Keys sorted, noise left out. */
function normal(value: unknown, noise: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => normal(item, noise))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key]) => !noise.has(plain(key)))
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, normal(inner, noise)]),
  )
}

function handBack(result: string | undefined): Outcome {
  if (result === undefined) return {}
  const came = result === '' ? 'It returned nothing.' : `Use its result:\n${result}`
  return { decision: 'deny', reason: `The same call already succeeded. ${came}` }
}

interface Keep {
  readonly key: string
  readonly scope: State
  readonly preview: number
}

function keep(event: Event, { key, scope, preview }: Keep): Outcome {
  if (event.is_error === true) return {}
  const { output_text, tool_output } = event
  const output: unknown = output_text ?? tool_output
  const text = typeof output === 'string' ? output : (JSON.stringify(output) ?? '')
  const masked = hideSecrets(text, '[masked]', true)
  scope.write(key, preview === 0 ? '' : cutText(masked, preview))
  return {}
}
