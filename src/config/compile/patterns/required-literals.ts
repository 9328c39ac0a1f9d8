import { weightOf } from '../../../patterns/literal.ts'
import type { Condition, FactKind, Rule } from '../../../model/types.ts'
import type { MatchScope } from '../condition.ts'

type FactSource = FactKind | 'event'

/** What must stand somewhere for a condition to hold, and where. */
interface LiteralRequirement {
  readonly literals: readonly string[]
  readonly facts: readonly FactSource[]
  readonly programs: readonly string[] | 'any'
}

/** A rule's literals, as far as something must stand in an event for its condition to hold. */
export function requiredLiterals(
  condition: Condition,
  matchers: MatchScope['matchers'],
): Pick<Rule, 'literals' | 'facts' | 'programs' | 'needs' | 'outside'> {
  const demand = requirementOf(condition, matchers)
  if (demand === 'any') return {}
  const { literals, facts, programs } = demand
  if (facts.every((kind) => kind === 'event')) return { literals }
  const needs = requiredFacts(condition, matchers)
  return {
    literals,
    facts,
    ...(facts.includes('commands') && programs !== 'any' && { programs }),
    ...(needs !== undefined && needs.some((kind) => !facts.includes(kind)) && { needs }),
    ...(isOutside(condition, matchers) && { outside: true }),
  }
}

/** Kinds of facts of which there has to be one; undefined when it could hold without. Every call that is asked about runs or touches something, so that `commands` say little. */
function requiredFacts(
  condition: Condition,
  matchers: MatchScope['matchers'],
): readonly FactKind[] | undefined {
  switch (condition.kind) {
    case 'key': {
      const facts = matchers.get(condition.key)?.facts
      return facts?.includes('commands') === false ? facts : undefined
    }
    case 'all':
      return condition.of.map((part) => requiredFacts(part, matchers)).reduce(fewer, undefined)
    case 'any': {
      const all = condition.of.map((part) => requiredFacts(part, matchers))
      return all.includes(undefined) ? undefined : [...new Set(all.flatMap((kinds) => kinds ?? []))]
    }
    case 'not':
      return undefined
  }
}

/** Does it hold for no call whose paths all lie inside of the root? */
function isOutside(condition: Condition, matchers: MatchScope['matchers']): boolean {
  switch (condition.kind) {
    case 'key':
      return matchers.get(condition.key)?.outside?.(condition.pattern as never) === true // this very matcher's own
    case 'all':
      return condition.of.some((part) => isOutside(part, matchers))
    case 'any':
      return condition.of.length > 0 && condition.of.every((part) => isOutside(part, matchers))
    case 'not':
      return false
  }
}

function fewer(
  one: readonly FactKind[] | undefined,
  other: readonly FactKind[] | undefined,
): readonly FactKind[] | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return other.length < one.length ? other : one
}

function requirementOf(condition: Condition, matchers: MatchScope['matchers']): LiteralRequirement | 'any' {
  switch (condition.kind) {
    case 'key': {
      const matcher = matchers.get(condition.key)
      const pattern = condition.pattern as never // this very matcher's own
      const literals = matcher?.literals(pattern) ?? 'any'
      if (literals === 'any') return 'any'
      const facts: readonly FactSource[] = matcher?.facts ?? ['event']
      const programs = facts.includes('commands') ? (matcher?.programs?.(pattern) ?? 'any') : []
      return { literals, facts, programs }
    }
    case 'all':
      return condition.of.map((part) => requirementOf(part, matchers)).reduce(moreSpecific, 'any')
    case 'any':
      return anyOf(condition.of.map((part) => requirementOf(part, matchers)))
    case 'not':
      return 'any'
  }
}

function moreSpecific(
  one: LiteralRequirement | 'any',
  other: LiteralRequirement | 'any',
): LiteralRequirement | 'any' {
  if (one === 'any' || other === 'any') return one === 'any' ? other : one
  return weightOf(other.literals) > weightOf(one.literals) ? other : one
}

function anyOf(demands: readonly (LiteralRequirement | 'any')[]): LiteralRequirement | 'any' {
  const known = demands.filter((demand) => demand !== 'any')
  if (known.length < demands.length) return 'any'
  return {
    literals: known.flatMap(({ literals }) => literals),
    facts: [...new Set(known.flatMap(({ facts }) => facts))],
    programs: known.some(({ programs }) => programs === 'any')
      ? 'any'
      : known.flatMap(({ programs }) => programs),
  }
}
