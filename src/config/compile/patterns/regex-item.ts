// A `/regex/` of a pattern: what becomes of it, and which ones are refused.
import { prepareRegex } from '../../../patterns/pattern.ts'
import { regexLiterals } from '../../../patterns/regex/regex-literals.ts'
import type { PatternItem } from '../../../model/types.ts'
import type { ReportPattern } from '../../check/pattern-problem.ts'
import { readRegex, strayFlags } from '../../../patterns/regex/regex.ts'
import { linearProblem, longestFor, unsafeBecause } from '../../../patterns/regex/regex-cost.ts'

interface RegexScope {
  /** It may be one that only RE2 can hold against a text in time. */
  readonly linear?: true
  readonly report: ReportPattern
}

/** Characters that every regex must be able to look at. */
const MIN_CHARACTERS = 256
/** For a regex that is held against every text by RE2. */
const MAX_INSTRUCTIONS = 64

/** Undefined when the text is no regex, or none that may be taken. */
export function regexItem(text: string, scope: RegexScope): PatternItem | undefined {
  const stray = strayFlags(text)
  if (stray !== undefined) {
    scope.report({
      code: 'bad-regex',
      message: `regex flags "${stray}" are not supported; only i, m and s are`,
    })
    return undefined
  }
  const regex = readRegex(text)
  if (regex === undefined) return undefined
  try {
    prepareRegex(regex.source, regex.flags)
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error)
    scope.report({ code: 'bad-regex', message: `regex does not compile: ${reason}` })
    return undefined
  }
  const unsafe = unsafeBecause(regex.source, regex.flags)
  const isLinear = (most?: number): boolean => linearProblem(regex.source, regex.flags, most) === undefined
  if (unsafe !== undefined && scope.linear === true && isLinear(MAX_INSTRUCTIONS))
    return withLiterals({ text, source: regex.source, flags: regex.flags, most: 0 })
  if (unsafe !== undefined) {
    scope.report({
      code: 'unsafe-regex',
      message: `regex "${text}" is refused: ${unsafe}`,
      hint: 'repeat only once',
    })
    return undefined
  }
  const most = longestFor(regex.source, regex.flags)
  if (most !== undefined && most < MIN_CHARACTERS && !isLinear()) {
    scope.report({
      code: 'unsafe-regex',
      message: `regex "${text}" is refused: it takes too long over more than ${most} characters`,
      hint: 'leave out optional parts, or repeat fewer of them',
    })
    return undefined
  }
  const item = { text, source: regex.source, flags: regex.flags }
  return most === undefined ? item : withLiterals({ ...item, most })
}

/** A text without them need not be held against the regex, which is compiled when it first is. */
export function withLiterals(item: PatternItem): PatternItem {
  const all = regexLiterals(item.source ?? '').map((literal) => literal.toLowerCase())
  const literals = all.filter((one) => !all.some((other) => other !== one && one.includes(other)))
  return literals.length === 0 ? item : { ...item, literals: [...new Set(literals)] }
}
