import { describePattern, matchesPath } from '../pattern.ts'
import { locate } from '../paths.ts'
import type { Match, Matcher, Pattern } from '../types.ts'

export const cwd: Matcher<Pattern> = {
  key: 'cwd',
  summary: 'globs over the directory that the agent is in',
  takes: 'paths',
  examples: [
    { pattern: 'api', event: { root: '/shop', cwd: '/shop/api' }, is: 'yes' },
    { pattern: './api/**', event: { root: '/shop', cwd: '/shop/api/src' }, is: 'yes' },
    { pattern: './api', event: { root: '/shop', cwd: '/shop/web' }, is: 'no' },
    { pattern: '.', event: { root: '/shop', cwd: '/shop' }, is: 'yes' },
    { pattern: '/tmp/**', event: { root: '/shop', cwd: '/tmp/work' }, is: 'yes' },
    { pattern: ['**', '!/shop/**'], event: { root: '/shop', cwd: '/shop' }, is: 'no' },
  ],
  literals: () => 'any',
  compile(pattern) {
    const differs: Match = { is: 'no', why: `cwd is not ${describePattern(pattern)}` }
    return ({ event }) => {
      const item = matchesPath(pattern, locate(event.cwd, event))
      return item === undefined
        ? differs
        : { is: 'yes', bind: { cwd: event.cwd }, why: `cwd is ${event.cwd}` }
    }
  },
}
