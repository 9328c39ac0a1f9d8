// Compiles a `/regex/` of a pattern, or refuses it.
import { errorMessage } from '../../../model/errors.ts'
import { regexLiterals } from '../../../patterns/regex/regex-literals.ts'
import type { PatternItem } from '../../../model/types.ts'
import type { ReportPattern } from '../../diagnostics/diagnostics.ts'
import { readRegex, strayFlags } from '../../../patterns/regex/regex.ts'
import { linearProblem, maxTextLength, unsafeReason } from '../../../patterns/regex/regex-cost.ts'

interface RegexScope {
  /** Regexes that only RE2 matches in time are allowed. */
  readonly linear?: true
  readonly report: ReportPattern
}

/** Every regex must be able to match this many characters. */
const MIN_CHARACTERS = 256
/** For a regex that RE2 matches against every text. */
const MAX_INSTRUCTIONS = 64

/** Undefined when the text is no regex, or none that may be used. */
export function regexItem(text: string, { linear, report }: RegexScope): PatternItem | undefined {
  const stray = strayFlags(text)
  const refuse = (code: 'bad-regex' | 'unsafe-regex', message: string, hint?: string): undefined => {
    report({ code, message, ...(hint !== undefined && { hint }) })
  }
  if (stray !== undefined)
    return refuse('bad-regex', `regex flags "${stray}" are not supported; only i, m and s are`)
  const regex = readRegex(text)
  if (regex === undefined) return undefined
  const { source, flags } = regex
  try {
    void new RegExp(source, flags)
  } catch (error) {
    const reason = errorMessage(error).replace(/^Invalid regular expression: /, '')
    return refuse('bad-regex', `regex does not compile: ${reason}`)
  }
  const unsafe = unsafeReason(source, flags)
  const isLinear = (most?: number): boolean => linearProblem(source, flags, most) === undefined
  if (unsafe !== undefined && linear === true && isLinear(MAX_INSTRUCTIONS))
    return withLiterals({ text, source, flags, most: 0 })
  if (unsafe !== undefined)
    return refuse('unsafe-regex', `regex "${text}" is refused: ${unsafe}`, 'repeat only once')
  const most = maxTextLength(source, flags)
  if (most === undefined) return { text, source, flags }
  if (most >= MIN_CHARACTERS || isLinear()) return withLiterals({ text, source, flags, most })
  const message = `regex "${text}" is refused: it takes too long over more than ${most} characters`
  return refuse('unsafe-regex', message, 'leave out optional parts, or repeat fewer of them')
}

/** Texts without them are not matched against the regex, which is compiled at its first use. */
export function withLiterals(item: PatternItem): PatternItem {
  const all = regexLiterals(item.source ?? '').map((literal) => literal.toLowerCase())
  const literals = all.filter((one) => !all.some((other) => other !== one && one.includes(other)))
  return literals.length === 0 ? item : { ...item, literals: [...new Set(literals)] }
}

/** `^rm `, `^(?:\S*\/)?(?:rm|rmdir) `: the names that a regex begins with. */
export function programsOf({ source = '', flags = '' }: PatternItem): readonly string[] | undefined {
  const [, names, name] = /^\^(?:\(\?:\\S\*\\\/\)\?)?(?:\(\?:([\w|-]+)\)|([\w-]+)) /.exec(source) ?? []
  return flags.includes('i') || hasAlternatives(source) ? undefined : (names ?? name)?.split('|')
}

/** Outside of all groups. */
function hasAlternatives(source: string): boolean {
  let rest = source.replace(/\\.|\[(?:[^\]\\]|\\.)*\]/g, '')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(/\([^()]*\)/g, '')
  }
  return rest.includes('|')
}
