// What happens in a session is kept by rules of the compiler's own, where a rule asks about it.
import type { SessionPattern } from '../../matchers/session.ts'
import type { Condition, EventName, Rule } from '../../model/types.ts'
import { groupByEvent, type UnorderedRule } from './order.ts'

const NAME = 'implicit/session'
/** Calls that are done, and the prompts between them. */
const recordedEvents: readonly EventName[] = ['UserPromptSubmit', 'PostToolUse']

/** The rules that keep what happened, each asked before all others of its event; none where nobody asks. */
export function sessionRules(rules: readonly UnorderedRule[]): readonly UnorderedRule[] {
  const asking = rules.filter(({ match }) => match !== undefined && asksSession(match))
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
    const first = implicit.filter((rule) => rule.event === event)
    return [
      event,
      [...first, ...(lists.get(event) ?? [])].map((rule, order) => ({ ...rule, order })),
    ] as const
  })
}

/** The sessions that a condition asks about. */
function sessionsIn(condition: Condition): readonly SessionPattern[] {
  if (condition.kind === 'not') return sessionsIn(condition.of)
  if (condition.kind !== 'key') return condition.of.flatMap(sessionsIn)
  return condition.key === 'session' ? [condition.pattern as SessionPattern] : [] // made for this very matcher
}

function asksSession(condition: Condition): boolean {
  return sessionsIn(condition).length > 0
}

/** Looks the match back to a command? */
export function dependsOnSince(condition: Condition): boolean {
  return sessionsIn(condition).some(({ since }) => since !== undefined && since !== 'start')
}
