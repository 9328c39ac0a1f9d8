import { askGit } from './shared/git-state.ts'
import type { Matcher } from '../model/types.ts'

export const pushed: Matcher<boolean> = {
  key: 'pushed',
  summary: 'the older form of `git: {pushed: true}`; neither true nor false when that is not known',
  takes: 'boolean',
  needs: 'facts',
  examples: [
    { pattern: true, event: { cwd: '/shop' }, is: 'yes' },
    { pattern: false, event: { cwd: '/shop' }, is: 'no' },
    { pattern: true, event: { cwd: '/elsewhere' }, is: 'no' },
    { pattern: false, event: { cwd: '/elsewhere' }, is: 'no' },
  ],
  literals: () => 'any',
  compile(pattern, context) {
    const test = askGit({ pushed: pattern }, context)
    return (subject) => {
      const match = test(subject)
      return match.is === 'maybe' ? { is: 'no', why: 'whether the commit was pushed cannot be known' } : match
    }
  },
}
