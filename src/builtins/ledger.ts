import { cutText } from '../patterns/text/measure.ts'
import type { LedgerOptions } from '../model/generated/options.ts'
import { hideDeep } from '../patterns/secrets/hide-deep.ts'
import { mapStrings, pickDefined } from '../model/plain-object.ts'
import type { Builtin, Event } from '../model/types.ts'

export const ledger: Builtin<Required<LedgerOptions>> = {
  name: 'ledger',
  summary: 'Adds input and output to the ledger, secrets masked.',
  events: 'any',
  effects: 'world',
  tightens: true,
  observes: true,
  examples: [
    {
      name: 'records a call and has no opinion',
      with: {},
      event: { event: 'PreToolUse', tool_name: 'send_mail', tool_input: { to: 'dana', password: 'p' } },
      outcome: {},
    },
  ],
  compile: ({ redact, preview }) => {
    const keys = new Set(redact)
    // Masked before it is cut: half a secret would not be recognized.
    const cut = (text: string): string => (preview === 0 ? '' : cutText(text, preview))
    const masked = (value: unknown): unknown =>
      mapStrings(hideDeep(value, { replace: '[masked]', record: true, keys }), cut)
    return ({ event }, context) => {
      const contents = masked(contentsOf(event))
      const trace = context.prior.trace.map((entry) => masked(pickDefined(entry, traced)))
      context.record({ contents, ...(trace.length > 0 && { trace }) })
      return {}
    }
  },
}

const texts = ['prompt', 'response', 'error', 'source', 'finish_reason'] as const

function contentsOf(event: Event): Readonly<Record<string, unknown>> {
  const { tool_input: input, tool_output, output_text: output = tool_output } = event
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...pickDefined(event, texts),
  }
}

const traced = ['rule', 'result', 'ms', 'decision', 'flow', 'would', 'mode', 'why', 'did', 'stderr'] as const
