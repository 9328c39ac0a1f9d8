import { attempt } from '../model/errors.ts'
import { configuredPath } from './shared/configured-path.ts'
import { field } from '../model/plain-object.ts'
import type { CompactOptions } from '../model/generated/options.ts'
import type { Builtin, Context, Event, Outcome } from '../model/types.ts'

type Options = CompactOptions & { readonly recipe: string }

const DEFAULT_THRESHOLD = 0.8

export const compact: Builtin<Options> = {
  name: 'compact',
  summary: 'Summarises the conversation before the context window is full.',
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
    if (event.event === 'SessionStart') return loadSummary(options, event, context)
    if (event.event !== 'PreCompact' && !isFull(event, options)) return {}
    return usesFile(options, event, context)
      ? saveSummary(options, event, context)
      : { callback: { recipe: options.recipe } }
  },
}

/** A window of unknown size, or none, is never full. */
function isFull({ usage, raw }: Event, { threshold, window }: Options): boolean {
  const { context, max_context: reported = 0 } = usage ?? {}
  const size = reported > 0 ? reported : (window ?? 0)
  if (context === undefined || size <= 0) return false
  if (field(raw, 'auto_compact_enabled') === false) return false
  const own = field(raw, 'auto_compact_threshold')
  return context / size >= (threshold ?? (typeof own === 'number' && own > 0 ? own : DEFAULT_THRESHOLD))
}

/** An agent that accepts messages needs no file. */
function usesFile({ hand_over: file }: Options, { event }: Event, context: Context): boolean {
  const { carries } = context
  const refusesMessages = carries !== undefined && carries.messages !== true
  return file !== undefined && event === 'AgentStop' && refusesMessages && context.ask !== undefined
}

async function saveSummary(options: Options, event: Event, context: Context): Promise<Outcome> {
  const { recipe, hand_over: file = '' } = options
  const answer = await context.ask?.({ recipe })
  if (answer === undefined || 'instead' in answer) return answer?.instead ?? {}
  attempt(`cannot write ${file}`, () =>
    context.files.write(pathOf(file, event, context), `${answer.output}\n`),
  )
  return { callback: { recipe, status: 'done', output: answer.output } }
}

function loadSummary({ hand_over: file }: Options, event: Event, context: Context): Outcome {
  if (file === undefined) return {}
  const summary = context.files.read(pathOf(file, event, context))?.trim() ?? ''
  if (summary === '') return {}
  attempt(`cannot remove ${file}`, () => context.files.remove(pathOf(file, event, context)))
  return { additional_context: [summary] }
}

function pathOf(file: string, { root }: Event, { env }: Context): string {
  return configuredPath(file, { root, env })
}
