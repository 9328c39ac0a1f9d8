import { events, eventNamed, isEventName } from '../../model/events.ts'
import { type CompileContext, reportProblem } from '../compile/compile-context.ts'
import { listOf } from '../read/config-file.ts'
import { nearest } from './diagnostics/similar.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** The events that a rule names for itself. */
export function checkOn(drafts: readonly RuleDraft[], context: CompileContext): void {
  const seen = new Set<unknown>()
  for (const draft of drafts) {
    const { on } = draft.keys
    // The steps of one rule share its list.
    if (draft.path[0] !== 'rules' || on === undefined || on === '*' || seen.has(draft.path)) continue
    seen.add(draft.path)
    checkList(on, draft, context)
  }
}

function checkList(on: unknown, draft: RuleDraft, context: CompileContext): void {
  if (Array.isArray(on) && on.length === 0) {
    reportProblem(context, draft, {
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
    reportProblem(context, draft, {
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
