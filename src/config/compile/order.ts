import { events, isEventName } from '../../model/events.ts'
import type { EventName, Half, Rule } from '../../model/types.ts'

/** A rule of the plan before its event's order is known. */
export type UnorderedRule = Omit<Rule, 'order'>

/**
 * The total order within one event. Rules come as they are written: layer by layer, parents of `extends` first, then
 * file order. A wrap stands around everything: its halves before come first, its halves after come last, in reverse.
 */
export function orderRules(rules: readonly UnorderedRule[]): readonly Rule[] {
  const places = new Map(rules.map((rule, place) => [rule, place]))
  const sorted = rules.toSorted((a, b) => {
    const inside = b.priority - a.priority || (places.get(a) ?? 0) - (places.get(b) ?? 0)
    const rings = ringOf(a.half) - ringOf(b.half)
    return Number(a.always) - Number(b.always) || rings || (a.half === 'after' ? -inside : inside)
  })
  return sorted.map((rule, order) => ({ ...rule, order }))
}

/** Rules by event, the events in the order of an agent's run. */
export function groupByEvent(
  rules: readonly UnorderedRule[],
): readonly (readonly [EventName, readonly UnorderedRule[]])[] {
  const order = Object.keys(events).filter(isEventName)
  return order.flatMap((event) => {
    const own = rules.filter((rule) => rule.event === event)
    return own.length === 0 ? [] : [[event, own] as const]
  })
}

function ringOf(half: Half | undefined): number {
  return half === 'before' ? 0 : half === undefined ? 1 : 2
}
