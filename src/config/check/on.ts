import { events, eventNamed, isEventName } from '../../model/events.ts'
import { type Bench, complain } from '../compile/bench.ts'
import { listOf } from '../read/file.ts'
import { nearest } from './diagnostics/similar.ts'
import type { Draft } from '../expand/sugar.ts'

/** The events that a rule names for itself. */
export function checkOn(drafts: readonly Draft[], bench: Bench): void {
  const seen = new Set<unknown>()
  for (const draft of drafts) {
    const { on } = draft.keys
    // The steps of one rule share its list.
    if (draft.path[0] !== 'rules' || on === undefined || on === '*' || seen.has(draft.path)) continue
    seen.add(draft.path)
    checkList(on, draft, bench)
  }
}

function checkList(on: unknown, draft: Draft, bench: Bench): void {
  if (Array.isArray(on) && on.length === 0) {
    complain(bench, draft, {
      code: 'empty-list',
      key: 'on',
      on: 'value',
      message: '"on" lists no events',
      hint: "add on: [PreToolUse], or on: '*'",
    })
  }
  for (const [index, name] of listOf(on).entries()) {
    if (typeof name !== 'string' || isEventName(name)) continue
    const own = name === '*' ? undefined : eventNamed(name)
    const meant = own ?? nearest(name, Object.keys(events))
    complain(bench, draft, {
      code: own === undefined ? 'unknown-event' : 'event-alias',
      key: 'on',
      below: Array.isArray(on) ? [index] : [],
      on: 'value',
      message:
        own === undefined ? `there is no event "${name}"` : `"${name}" is an agent's name for "${own}"`,
      hint:
        name === '*'
          ? "write on: '*'"
          : meant === undefined
            ? `use one of ${Object.keys(events).join(', ')}`
            : `rename it to "${meant}"`,
    })
  }
}
