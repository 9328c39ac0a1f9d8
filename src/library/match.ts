// Patterns for matchers of one's own: the pattern is what `takes` made of what stands in hooks.yaml.
import * as patterns from '../patterns/pattern.ts'
import * as re2 from '../patterns/regex/re2.ts'
import type { Pattern, PatternItem } from '../model/types.ts'

const linear = (): typeof re2 => re2

/** The item of the pattern that a name meets, undefined when none does; `deploy` also meets `mcp__shop__deploy`. Throws a RangeError for a text that is too long. */
export function matchesName(pattern: Pattern, name: string): PatternItem | undefined {
  return patterns.matchesName(pattern, name, linear)
}

/** The item of the pattern that a text meets; undefined when none does. Throws a RangeError for a text that is too long. */
export function matchesText(pattern: Pattern, text: string): PatternItem | undefined {
  return patterns.matchesText(pattern, text, linear)
}

/** The item of the pattern that a path meets; undefined when none does. `relative` is the path seen from the root. */
export function matchesPath(pattern: Pattern, path: patterns.Whereabouts): PatternItem | undefined {
  return patterns.matchesPath(pattern, path, linear)
}
