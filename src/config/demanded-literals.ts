import { mostTelling } from '../literal.ts'
import type { Condition } from '../types.ts'
import type { MatchScope } from './condition.ts'

/** A condition holds only where one of these stands; `any` when that cannot be said. */
export function demandedLiterals(condition: Condition, matchers: MatchScope['matchers']): string[] | 'any' {
  switch (condition.kind) {
    case 'key':
      return matchers.get(condition.key)?.literals(condition.pattern as never) ?? 'any' // this very matcher's own pattern
    case 'all':
      return mostTelling(condition.of.map((part) => demandedLiterals(part, matchers)))
    case 'any':
      return either(condition.of.map((part) => demandedLiterals(part, matchers)))
    case 'not':
      return 'any'
  }
}

function either(found: readonly (string[] | 'any')[]): string[] | 'any' {
  const all = found.flatMap((literals) => (literals === 'any' ? [] : literals))
  return found.includes('any') ? 'any' : all
}
