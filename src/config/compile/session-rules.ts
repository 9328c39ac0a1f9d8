// Implicit rules that record what happens in a session, added when a rule matches on it.
import type { SessionPattern } from '../../matchers/session.ts'
import type { Condition, EventName, Rule } from '../../model/types.ts'
import { groupByEvent, type UnorderedRule } from './order.ts'

const NAME = 'implicit/session'
/** Calls that are done, and the prompts between them. */
const recordedEvents: readonly EventName[] = ['UserPromptSubmit', 'PostToolUse']

/** Implicit rules that record what happened, before all others of their event; none when no rule needs them. */
export function sessionRules(rules: readonly UnorderedRule[]): readonly UnorderedRule[] {
  const asking = rules.filter(({ match }) => match !== undefined && sessionsIn(match).length > 0)
  const [first] = asking
  if (first === undefined) return []
  const isLocked = asking.some(({ locked }) => locked === true)
  return recordedEvents.map((event) => ({
    name: NAME,
    at: first.at,
    layer: first.layer,
    event,
    priority: 0,
    handler: { kind: 'remember' },
    mode: 'enforce',
    always: false,
    timeout_ms: 1000,
    on_error: 'proceed',
    on_unresolved: 'proceed',
    ...(isLocked && { locked: true as const }),
  }))
}

/** Puts them in front. */
export function withSessionRules(
  ordered: readonly (readonly [EventName, readonly Rule[]])[],
  implicit: readonly UnorderedRule[],
): readonly (readonly [EventName, readonly Rule[]])[] {
  if (implicit.length === 0) return ordered
  const lists = new Map(ordered)
  return groupByEvent([...implicit, ...ordered.flatMap(([, rules]) => rules)]).map(([event]) => {
    const own = [...implicit.filter((rule) => rule.event === event), ...(lists.get(event) ?? [])]
    return [event, own.map((rule, order) => ({ ...rule, order }))] as const
  })
}

/** The sessions that a condition asks about. */
function sessionsIn(condition: Condition): readonly SessionPattern[] {
  if (condition.kind === 'not') return sessionsIn(condition.of)
  if (condition.kind !== 'key') return condition.of.flatMap(sessionsIn)
  return condition.key === 'session' ? [condition.pattern as SessionPattern] : [] // made for this very matcher
}

/** Whether the condition depends on what happened since a command. */
export function dependsOnSince(condition: Condition): boolean {
  return sessionsIn(condition).some(({ since }) => since !== undefined && since !== 'start')
}
