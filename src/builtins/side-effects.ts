import { relativeTo } from '../patterns/paths/paths.ts'
import type { Builtin, PathFact } from '../model/types.ts'

export const sideEffects: Builtin = {
  name: 'side-effects',
  summary: 'Records in the ledger what a call would create, change, delete and contact; it never blocks.',
  events: ['PreToolUse'],
  effects: 'world',
  tightens: true,
  observes: true,
  examples: [
    {
      name: 'records what a command creates and lets it run',
      with: {},
      event: { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'touch orders.csv' } },
      outcome: {},
    },
  ],
  compile: () => (subject, context) => {
    const { event } = subject
    const { creates, edits, deletes, hosts, unresolved } = subject.facts()
    const intent = {
      creates: shown(creates, event.root),
      edits: shown(edits, event.root),
      deletes: shown(deletes, event.root),
      hosts,
      unresolved: unresolved.map(({ reason }) => reason),
    }
    const known = Object.entries(intent).filter(([, list]) => list.length > 0)
    if (known.length > 0) context.record({ intent: Object.fromEntries(known) })
    return {}
  },
}

function shown(paths: readonly PathFact[], root: string): string[] {
  const kept = paths.filter(({ path }) => !/^\/dev\/(?:null|tty|std(?:out|err)|fd\/\d+)$/.test(path))
  return [...new Set(kept.map(({ path }) => relativeTo(root, path) ?? path))]
}
