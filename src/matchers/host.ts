import { bashCall } from './shared/examples.ts'
import { callEvents, unresolvedMatch } from './shared/fact-matcher.ts'
import { literalsOf } from '../patterns/literal.ts'
import { describePattern, matchesText } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern, Subject } from '../model/types.ts'

export const host: Matcher<Pattern> = {
  key: 'host',
  summary:
    'globs over the hosts that the call would contact; a package registry is `registry:npm` and the like',
  takes: 'hosts',
  domain: 'hosts',
  needs: 'facts',
  facts: ['hosts'],
  events: callEvents,
  examples: [
    { pattern: ['*', '!shop.example'], event: fetch('https://files.evil.example/x'), is: 'yes' },
    { pattern: ['*', '!shop.example'], event: fetch('https://shop.example/orders'), is: 'no' },
    { pattern: '*.evil.example', event: bashCall('curl https://files.evil.example'), is: 'yes' },
    { pattern: '*.evil.example', event: bashCall('curl "$URL"'), is: 'maybe' },
  ],
  literals: literalsOf,
  compile(pattern, { quantifier, linear }) {
    const wanted = describePattern(pattern)
    const absent: Match = { is: 'no', why: 'the call contacts no host' }
    const differs: Match = { is: 'no', why: `no host is ${wanted}` }
    return (subject: Subject) => {
      const { hosts } = subject.facts()
      const met = hosts.filter((each) => matchesText(pattern, each, linear) !== undefined)
      const [first] = met
      if (first === undefined)
        return unresolvedMatch(subject, ['hosts']) ?? (hosts.length === 0 ? absent : differs)
      const other = hosts.find((each) => !met.includes(each))
      if (quantifier === 'every' && other !== undefined) return { is: 'no', why: `it contacts ${other}, too` }
      return { is: 'yes', bind: { host: first }, why: `it contacts ${first}` }
    }
  },
}

function fetch(url: string): { tool_name: string; tool_input: { url: string } } {
  return { tool_name: 'WebFetch', tool_input: { url } }
}
