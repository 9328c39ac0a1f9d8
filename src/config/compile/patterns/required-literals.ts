import { EDGE, shortestLength } from '../../../patterns/literal.ts'
import { regexLiteralsOf } from '../../../patterns/regex/regex-literals.ts'
import type { Condition, FactKind, Rule } from '../../../model/types.ts'
import type { MatchScope } from '../match.ts'

type Matchers = MatchScope['matchers']

type LiteralSource = FactKind | 'event'

/** What must occur for a condition to hold, and where. */
interface LiteralRequirement {
  readonly literals: readonly string[]
  readonly facts: readonly LiteralSource[]
  readonly programs: readonly string[] | 'any'
}

/** The literals of which one must occur in an event for the condition to hold. */
export function requiredLiterals(
  condition: Condition,
  matchers: Matchers,
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
    ...(onlyOutside(condition, matchers) && { outside: true }),
  }
}

/** Kinds of facts of which one must be present; undefined when the condition could hold without. `commands` are left out: nearly every call has some. */
function requiredFacts(condition: Condition, matchers: Matchers): readonly FactKind[] | undefined {
  switch (condition.kind) {
    case 'key': {
      const facts = matchers.get(condition.key)?.facts
      return facts?.includes('commands') === false && facts.length > 0 ? facts : undefined
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

/** Whether it never holds for a call whose paths all lie inside the root. */
function onlyOutside(condition: Condition, matchers: Matchers): boolean {
  switch (condition.kind) {
    case 'key':
      return matchers.get(condition.key)?.outside?.(condition.pattern as never) === true // this very matcher's own
    case 'all':
      return condition.of.some((part) => onlyOutside(part, matchers))
    case 'any':
      return condition.of.length > 0 && condition.of.every((part) => onlyOutside(part, matchers))
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

function requirementOf(condition: Condition, matchers: Matchers): LiteralRequirement | 'any' {
  switch (condition.kind) {
    case 'key': {
      const matcher = matchers.get(condition.key)
      const pattern = condition.pattern as never // this very matcher's own
      const literals = matcher?.literals(pattern, regexLiteralsOf) ?? 'any'
      if (literals === 'any') return 'any'
      const facts: readonly LiteralSource[] = factsOf(matcher?.facts)
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

/** What is read from commands and tools alike names no kind. */
function factsOf(facts: readonly FactKind[] | undefined): readonly LiteralSource[] {
  if (facts === undefined) return ['event']
  return facts.length === 0 ? ['event', 'commands'] : facts
}

function moreSpecific(
  one: LiteralRequirement | 'any',
  other: LiteralRequirement | 'any',
): LiteralRequirement | 'any' {
  if (one === 'any' || other === 'any') return one === 'any' ? other : one
  return saysOf(other) > saysOf(one) ? other : one
}

/** That a call is one of the shell says least: most are. A path may be one that a tree does not name. */
function saysOf({ literals, facts }: LiteralRequirement): number {
  if (literals.includes(SHELL)) return 0
  return shortestLength(literals) - (facts.includes('reads') ? HIDDEN : 0)
}

const HIDDEN = 3

const SHELL = `${EDGE}Bash${EDGE}`

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
