import { linkedPath, matchPath } from '../patterns/paths/path-match.ts'
import { describePattern } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern } from '../model/types.ts'

export const cwd: Matcher<Pattern> = {
  key: 'cwd',
  summary: 'globs over the directory that the agent is in',
  takes: 'paths',
  domain: 'paths',
  examples: [
    { pattern: 'api', event: { root: '/shop', cwd: '/shop/api' }, is: 'yes' },
    { pattern: './api/**', event: { root: '/shop', cwd: '/shop/api/src' }, is: 'yes' },
    { pattern: './api', event: { root: '/shop', cwd: '/shop/web' }, is: 'no' },
    { pattern: '.', event: { root: '/shop', cwd: '/shop' }, is: 'yes' },
    { pattern: '/tmp/**', event: { root: '/shop', cwd: '/tmp/work' }, is: 'yes' },
    { pattern: ['**', '!/shop/**'], event: { root: '/shop', cwd: '/shop' }, is: 'no' },
  ],
  literals: () => 'any',
  compile(pattern, { quantifier, linear }) {
    const differs: Match = { is: 'no', why: `cwd is not ${describePattern(pattern)}` }
    return (subject) => {
      const { cwd: dir } = subject.event
      const is = matchPath(pattern, dir, { subject, quantifier, linear })
      if (is === 'no') return differs
      return { is, bind: { cwd: dir }, why: is === 'yes' ? `cwd is ${dir}` : linkedPath(dir) }
    }
  },
}
