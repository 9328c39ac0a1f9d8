import type { Builtin } from '../types.ts'
import { createdBy } from './side-effects/created-by.ts'

export const sideEffects: Builtin = {
  name: 'side-effects',
  summary:
    'Keeps in the ledger which files a shell command would make, as far as its text shows; it never blocks.',
  events: ['PreToolUse'],
  effects: 'world',
  observes: true,
  examples: [
    {
      name: 'records what a command makes and lets it run',
      with: {},
      event: { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'touch orders.csv' } },
      outcome: {},
    },
  ],
  compile:
    () =>
    ({ event }, context) => {
      const command = commandOf(event.tool_input)
      const creates = command === undefined ? [] : createdBy(command)
      if (creates.length > 0) context.record({ intent: { creates } })
      return {}
    },
}

/** What a shell tool is asked to run: a line, or a list of arguments. */
function commandOf(input: unknown): string | readonly string[] | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  for (const field of ['command', 'cmd', 'script']) {
    const value: unknown = Object.hasOwn(input, field) ? Reflect.get(input, field) : undefined
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.map(String)
  }
  return undefined
}
