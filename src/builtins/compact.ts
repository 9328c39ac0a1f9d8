import type { CompactOptions as Written } from '../generated/options.ts'
import type { Builtin, Event, Outcome } from '../types.ts'

export type CompactOptions = Readonly<Written> & { readonly recipe: string }

const THRESHOLD = 0.8

export const compact: Builtin<CompactOptions> = {
  name: 'compact',
  summary: 'Has the conversation summarised before the context window is full.',
  events: ['PostModelCall', 'AgentStop', 'PreCompact'],
  effects: 'world',
  examples: [
    {
      name: 'calls the recipe at four fifths of the window',
      with: {},
      event: { event: 'PostModelCall', usage: { context: 160_000, max_context: 200_000 } },
      outcome: { callback: { recipe: 'compact' } },
    },
    {
      name: 'waits for its own threshold',
      with: { threshold: 0.9 },
      event: { event: 'AgentStop', usage: { context: 160_000, max_context: 200_000 } },
      outcome: {},
    },
    {
      name: 'says how to summarise when the host compacts by itself',
      with: { recipe: 'handover' },
      event: { event: 'PreCompact' },
      outcome: { callback: { recipe: 'handover' } },
    },
  ],
  recipe: ({ recipe }) => recipe,
  compile:
    ({ threshold, recipe }) =>
    ({ event }): Outcome =>
      event.event === 'PreCompact' || isFull(event, threshold) ? { callback: { recipe } } : {},
}

/** A window of unknown size, or none, is never full. */
function isFull({ usage, raw }: Event, threshold: number | undefined): boolean {
  const { context, max_context: size } = usage ?? {}
  if (context === undefined || size === undefined || size <= 0) return false
  if (told(raw, 'auto_compact_enabled') === false) return false
  const own = told(raw, 'auto_compact_threshold')
  return context / size >= (threshold ?? (typeof own === 'number' && own > 0 ? own : THRESHOLD))
}

function told(raw: unknown, key: string): unknown {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, key)
    ? Reflect.get(raw, key)
    : undefined
}
