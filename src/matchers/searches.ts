import { bashCall } from './shared/examples.ts'
import { asSentences, callEvents, unresolvedMatch } from './shared/fact-matcher.ts'
import { describePattern, matchesText } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern } from '../model/types.ts'

const doubt = 'what it searches for cannot be known: write the pattern out'

export const searches: Matcher<Pattern> = {
  key: 'searches',
  summary: 'text pattern over what a search in files looks for, as it is written',
  takes: 'text',
  domain: 'texts',
  needs: 'facts',
  facts: ['reads'],
  events: callEvents,
  examples: [
    { pattern: '/PRIVATE KEY/', event: bashCall('grep -rn "BEGIN PRIVATE KEY" .'), is: 'yes' },
    {
      pattern: '/PRIVATE KEY/',
      event: { tool_name: 'Grep', tool_input: { pattern: 'PRIVATE KEY' } },
      is: 'yes',
    },
    { pattern: '/PRIVATE KEY/', event: bashCall('rg TODO'), is: 'no' },
    { pattern: '/PRIVATE KEY/', event: bashCall('grep -rn "$WHAT" .'), is: 'maybe' },
  ],
  literals: () => 'any',
  compile(pattern, { quantifier, linear }) {
    const differs: Match = { is: 'no', why: `it searches for nothing that is ${describePattern(pattern)}` }
    return (subject) => {
      const { reads } = subject.facts()
      const sought = reads.flatMap(({ seeks = [] }) => seeks)
      const met = sought.find((text) => matchesText(pattern, text, linear) !== undefined)
      if (quantifier === 'every' && sought.some((text) => matchesText(pattern, text, linear) === undefined))
        return differs
      if (met !== undefined) return { is: 'yes', bind: { searches: met }, why: `it searches for "${met}"` }
      if (reads.some(({ by, seeks }) => by === 'search' && seeks === undefined))
        return { is: 'maybe', why: doubt, unknown: asSentences(doubt) }
      return unresolvedMatch(subject, ['commands']) ?? differs
    }
  },
}
