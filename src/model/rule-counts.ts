// How many rules there are and what they do: every screen counts by this, and says it in these words.
import { isWritten } from './rule-defaults.ts'
import type { Rule } from './types.ts'

/** How a rule holds, in one word and in the plural; of the steps of one rule the last that any of them has. */
const states = {
  dead: ['is dead', 'are dead'],
  enforce: ['enforces', 'enforce'],
  advise: ['advises', 'advise'],
  watch: ['watches', 'watch'],
  untrusted: ['waits for trust', 'wait for trust'],
} as const

type RuleState = keyof typeof states

const order = Object.keys(states) as readonly RuleState[] // its own keys

export type RuleCounts = Readonly<Record<RuleState, number>>

function stateOf({ mode, withheld, dead }: Pick<Rule, 'mode' | 'withheld' | 'dead'>): RuleState {
  return dead === true ? 'dead' : withheld === undefined ? mode : 'untrusted'
}

/** A rule of several events, halves or steps is one; what no file holds is none. */
export function countRules(rules: readonly Rule[]): RuleCounts {
  const found = new Map<string, RuleState>()
  for (const rule of rules) {
    if (!isWritten(rule) || rule.handler.kind === 'remember') continue
    const key = `${rule.at.file}\0${rule.name.replace(/\/\d+$/, '')}`
    const [one, other] = [stateOf(rule), found.get(key) ?? 'dead']
    found.set(key, order.indexOf(one) > order.indexOf(other) ? one : other)
  }
  const counts = { dead: 0, enforce: 0, advise: 0, watch: 0, untrusted: 0 }
  for (const state of found.values()) counts[state]++
  return counts
}

export const rulesIn = (counts: RuleCounts): number => order.reduce((sum, state) => sum + counts[state], 0)

/** `38 rules`, where some do not hold `38 rules (35 enforce, 1 advises, 1 waits for trust, 1 is dead)`. */
export function sayCounts(counts: RuleCounts): string {
  const all = rulesIn(counts)
  return `${all} ${all === 1 ? 'rule' : 'rules'}${saySplit(counts)}`
}

/** Nothing where all enforce. */
export function saySplit(counts: RuleCounts): string {
  if (counts.enforce === rulesIn(counts)) return ''
  const parts = [...order.slice(1), 'dead' as const].filter((state) => counts[state] > 0)
  return ` (${parts.map((state) => `${counts[state]} ${states[state][counts[state] === 1 ? 0 : 1]}`).join(', ')})`
}
