import { placesOf } from './shared/branches.ts'
import { bashCall } from './shared/examples.ts'
import { either } from './shared/branches.ts'
import { linkedPath, matchPath } from '../patterns/paths/path-match.ts'
import { describePattern } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern } from '../model/types.ts'

export const inside: Matcher<Pattern> = {
  key: 'in',
  summary:
    'globs over the directory that a command runs in, or one above it, after `cd`, `-C` and `--prefix`',
  takes: 'paths',
  domain: 'paths',
  needs: 'facts',
  examples: [
    { pattern: 'api', event: bashCall('cd api && npm test'), is: 'yes' },
    { pattern: 'api', event: bashCall('git -C api/src status'), is: 'yes' },
    { pattern: 'api', event: bashCall('npm test'), is: 'no' },
    { pattern: 'api', event: bashCall('cd "$X" && npm test'), is: 'maybe' },
    { pattern: ['api', '!api/vendor'], event: bashCall('cd api/vendor && make'), is: 'no' },
  ],
  literals: () => 'any',
  compile(pattern, { quantifier, linear }) {
    const differs: Match = { is: 'no', why: `no command runs in ${describePattern(pattern)}` }
    const test = (dir: string, subject: Parameters<typeof placesOf>[0]): Match['is'] => {
      if (dir === '') return 'maybe'
      const above = (wanted: Pattern): Match['is'] =>
        either(parentsOf(dir).map((each) => matchPath(wanted, each, { subject, quantifier: 'some', linear })))
      const isOut = pattern.no.length > 0 ? above({ yes: pattern.no, no: [] }) : 'no'
      if (isOut === 'yes') return 'no'
      const isIn = pattern.yes.length === 0 ? 'yes' : above({ yes: pattern.yes, no: [] })
      return isIn === 'yes' && isOut === 'maybe' ? 'maybe' : isIn
    }
    return (subject) => {
      const found = placesOf(subject).map(({ dir }) => ({ dir, is: test(dir, subject) }))
      const met = found.find(({ is }) => is === 'yes')
      if (met !== undefined && (quantifier !== 'every' || found.every(({ is }) => is === 'yes')))
        return { is: 'yes', bind: { in: met.dir }, why: `it runs in ${met.dir}` }
      const doubt = found.find(({ is }) => is === 'maybe')
      if (doubt === undefined) return differs
      const why = doubt.dir === '' ? 'the directory of a command cannot be known' : linkedPath(doubt.dir)
      return { is: 'maybe', why }
    }
  },
}

function parentsOf(dir: string): readonly string[] {
  const names = dir.split('/').slice(1)
  return names.map((_, at) => `/${names.slice(0, names.length - at).join('/')}`)
}
