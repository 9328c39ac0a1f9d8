import type { EventName, Rule, RuleList } from '../../model/types.ts'
import { buildIndex } from './literal-index.ts'
import { candidates } from './literal-search.ts'

/** The lists of rules by event. */
export type RuleLists = (event: EventName) => RuleList | undefined

/** What is known of rules without reading them. */
export function measureRules(rules: readonly Rule[]): Pick<RuleList, 'length' | 'longest_ms' | 'facts'> {
  return {
    length: rules.length,
    longest_ms: longestOf(rules),
    facts: rules.some(({ facts }) => facts !== undefined),
  }
}

function longestOf(rules: readonly Rule[]): number {
  return rules.reduce((longest, rule) => Math.max(longest, rule.timeout_ms), 0)
}

/** A list that is held in memory, with what it is looked up by. */
export interface HeldList extends RuleList {
  index(): Int32Array
}

/** Rules in memory as the lists of their events. */
export function listRules(rules: readonly Rule[]): (event: EventName) => HeldList | undefined {
  const lists = new Map<EventName, HeldList>()
  for (const event of new Set(rules.map((rule) => rule.event))) {
    lists.set(event, listInMemory(rules.filter((rule) => rule.event === event)))
  }
  return (event) => lists.get(event)
}

function listInMemory(unordered: readonly Rule[]): HeldList {
  const rules = unordered.toSorted((one, two) => one.order - two.order)
  const measured = measureRules(rules)
  let built: Int32Array | undefined
  const index = (): Int32Array => (built ??= buildIndex(rules))
  return {
    ...measured,
    index,
    at(place) {
      const rule = rules[place]
      if (rule === undefined) throw new RangeError(`there is no rule at ${place}`)
      return rule
    },
    candidates: (event, facts) => candidates(index(), event, facts),
  }
}
