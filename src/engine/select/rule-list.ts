import type { EventName, Rule, RuleList, RuleMeasures } from '../../model/types.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { buildIndex } from './literal-index.ts'
import { candidates } from './literal-search.ts'

export type RuleLists = (event: EventName) => RuleList | undefined

export function measureRules(rules: readonly Rule[]): RuleMeasures {
  return {
    length: rules.length,
    written: rules.filter(isWritten).length,
    longest_ms: rules.reduce((longest, { timeout_ms }) => Math.max(longest, timeout_ms), 0),
    facts: rules.some((rule) => rule.facts !== undefined && isWritten(rule)),
  }
}

export interface MemoryRuleList extends RuleList {
  index(): Int32Array
}

export function listRules(rules: readonly Rule[]): (event: EventName) => MemoryRuleList | undefined {
  const lists = new Map<EventName, MemoryRuleList>()
  for (const event of new Set(rules.map((rule) => rule.event))) {
    lists.set(event, listInMemory(rules.filter((rule) => rule.event === event)))
  }
  return (event) => lists.get(event)
}

function listInMemory(unordered: readonly Rule[]): MemoryRuleList {
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
