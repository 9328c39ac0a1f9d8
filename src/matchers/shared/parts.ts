// Matchers over facts with parts, of which one fact has to meet all that are asked.
import { callEvents, asSentences, unresolvedMatch } from './fact-matcher.ts'
import { both } from './branches.ts'
import type { CompileContext, Facts, Match, Matcher, Subject } from '../../model/types.ts'

type PartKind = 'pushes' | 'commits'

interface PartMatcher<P, K extends PartKind> extends Pick<Matcher<P>, 'summary' | 'examples' | 'domain'> {
  readonly key: K
  /** What the call would do, and why that is not known. */
  readonly verb: string
  readonly doubt: string
  /** What is asked of one fact, each answered. */
  test(
    fact: Facts[K][number],
    pattern: P,
    at: { readonly subject: Subject } & CompileContext,
  ): readonly Match['is'][]
  describe(fact: Facts[K][number]): string
}

/** Is it as the pattern wants it? What the pattern does not name may be anything. */
export function isSo(wanted: boolean | undefined, found: boolean | undefined): Match['is'] {
  if (wanted === undefined || wanted === found) return 'yes'
  return found === undefined ? 'maybe' : 'no'
}

export function definePartMatcher<P, K extends PartKind>(of: PartMatcher<P, K>): Matcher<P> {
  const { key, verb, doubt } = of
  return {
    key,
    summary: of.summary,
    takes: key,
    ...(of.domain && { domain: of.domain }),
    needs: 'facts',
    facts: [key],
    events: callEvents,
    examples: of.examples,
    literals: () => 'any',
    compile: (pattern, context) => (subject) => {
      const found = subject.facts()[key].map((fact) => {
        const is = both(of.test(fact, pattern, { ...context, subject }))
        return { fact, is }
      })
      const met = found.find(({ is }) => is === 'yes')
      const why = (fact: Facts[K][number]): string => `it ${verb} ${of.describe(fact)}`
      if (context.quantifier === 'every' && found.some(({ is }) => is !== 'yes'))
        return { is: 'no', why: `not all that it ${verb} is named` }
      if (met !== undefined) return { is: 'yes', bind: { [key]: of.describe(met.fact) }, why: why(met.fact) }
      if (found.some(({ is }) => is === 'maybe'))
        return { is: 'maybe', why: doubt, unknown: asSentences(doubt) }
      return unresolvedMatch(subject, [key]) ?? { is: 'no', why: `the call ${verb} nothing like it` }
    },
  }
}
