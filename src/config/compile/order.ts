import { events, isEventName } from '../../model/events.ts'
import type { EventName, Half, Rule } from '../../model/types.ts'

/** A rule of the plan before its event's order is known. */
export type UnorderedRule = Omit<Rule, 'order'>

/**
 * The total order within one event. Rules come as they are written: layer by layer, parents of `extends` first, then
 * file order. A wrap stands around everything: its halves before come first, its halves after come last, in reverse.
 */
export function orderRules(rules: readonly UnorderedRule[]): readonly Rule[] {
  const written = rules.map((rule, at) => ({ rule, at }))
  written.sort((a, b) => compare(a, b))
  return written.map(({ rule }, order) => ({ ...rule, order }))
}

/** Rules by event, the events in the order of an agent's run. */
export function groupByEvent(
  rules: readonly UnorderedRule[],
): readonly (readonly [EventName, readonly UnorderedRule[]])[] {
  const groups = new Map<EventName, UnorderedRule[]>()
  for (const rule of rules) {
    const group = groups.get(rule.event)
    if (group === undefined) groups.set(rule.event, [rule])
    else group.push(rule)
  }
  const order = Object.keys(events).filter(isEventName)
  return order.flatMap((event) => (groups.has(event) ? [[event, groups.get(event) ?? []] as const] : []))
}

interface IndexedRule {
  readonly rule: UnorderedRule
  readonly at: number
}

function compare(a: IndexedRule, b: IndexedRule): number {
  const rings = ringOf(a.rule.half) - ringOf(b.rule.half)
  const inside = b.rule.priority - a.rule.priority || a.at - b.at
  return (
    Number(a.rule.always) - Number(b.rule.always) || rings || (a.rule.half === 'after' ? -inside : inside)
  )
}

function ringOf(half: Half | undefined): number {
  return half === 'before' ? 0 : half === undefined ? 1 : 2
}
