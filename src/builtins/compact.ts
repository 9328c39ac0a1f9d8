import { attempt } from '../handlers/attempt.ts'
import { configuredPath } from './shared/configured-path.ts'
import type { CompactOptions as Written } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'

export type CompactOptions = Readonly<Written> & { readonly recipe: string }

const THRESHOLD = 0.8

export const compact: Builtin<CompactOptions> = {
  name: 'compact',
  summary: 'Has the conversation summarised before the context window is full.',
  events: ['PostModelCall', 'AgentStop', 'PreCompact', 'SessionStart'],
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
    {
      name: 'hands a summary over to the next session',
      with: { hand_over: '.hooks/summary.md' },
      event: { event: 'SessionStart' },
      files: { '.hooks/summary.md': 'The carts were repaired.' },
      outcome: { additional_context: ['The carts were repaired.'] },
    },
  ],
  recipe: ({ recipe }) => recipe,
  compile: (options) => (subject, context) => {
    const { event } = subject
    if (event.event === 'SessionStart') return takeOver(options, event, context)
    if (event.event !== 'PreCompact' && !isFull(event, options)) return {}
    return isHandedOver(options, event, context)
      ? handOver(options, event, context)
      : { callback: { recipe: options.recipe } }
  },
}

/** A window of unknown size, or none, is never full. */
function isFull({ usage, raw }: Event, { threshold, window }: CompactOptions): boolean {
  const { context, max_context: own_size = 0 } = usage ?? {}
  const size = own_size > 0 ? own_size : (window ?? 0)
  if (context === undefined || size <= 0) return false
  if (told(raw, 'auto_compact_enabled') === false) return false
  const own = told(raw, 'auto_compact_threshold')
  return context / size >= (threshold ?? (typeof own === 'number' && own > 0 ? own : THRESHOLD))
}

function told(raw: unknown, key: string): unknown {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, key)
    ? Reflect.get(raw, key)
    : undefined
}

/** An agent that takes messages needs no file. */
function isHandedOver({ hand_over: file }: CompactOptions, { event }: Event, context: Context): boolean {
  const { carries } = context
  const takesNone = carries !== undefined && carries.messages !== true
  return file !== undefined && event === 'AgentStop' && takesNone && context.ask !== undefined
}

async function handOver(options: CompactOptions, event: Event, context: Context): Promise<Outcome> {
  const { recipe, hand_over: file = '' } = options
  const answer = await context.ask?.({ recipe })
  if (answer === undefined || 'instead' in answer) return answer?.instead ?? {}
  attempt(`cannot write ${file}`, () =>
    context.files.write(pathOf(file, event, context), `${answer.output}\n`),
  )
  return { callback: { recipe, status: 'done', output: answer.output } }
}

function takeOver({ hand_over: file }: CompactOptions, event: Event, context: Context): Outcome {
  if (file === undefined) return {}
  const summary = context.files.read(pathOf(file, event, context))?.trim() ?? ''
  if (summary === '') return {}
  attempt(`cannot remove ${file}`, () => context.files.remove(pathOf(file, event, context)))
  return { additional_context: [summary] }
}

function pathOf(file: string, { root }: Event, { env }: Context): string {
  return configuredPath(file, { root, env })
}
