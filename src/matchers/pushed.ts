import { directoriesOf } from './shared/branches.ts'
import type { CommandFact, Matcher, Subject } from '../model/types.ts'

/** What the same call pushed before is not in `.git` yet. */
function pushesFirst(subject: Subject): boolean {
  const isPush = ({ argv }: CommandFact): boolean => (subject.look?.words(argv).path[1] ?? argv[1]) === 'push'
  const git = (subject.call ?? subject).facts().commands.filter(({ program }) => program === 'git')
  return git.slice(0, -1).some(isPush)
}

export const pushed: Matcher<boolean> = {
  key: 'pushed',
  summary:
    'is the commit that is checked out on a remote, as far as `.git` tells? neither true nor false when it does not',
  takes: 'boolean',
  needs: 'facts',
  examples: [
    { pattern: true, event: { cwd: '/shop' }, is: 'yes' },
    { pattern: false, event: { cwd: '/shop' }, is: 'no' },
    { pattern: true, event: { cwd: '/elsewhere' }, is: 'no' },
    { pattern: false, event: { cwd: '/elsewhere' }, is: 'no' },
  ],
  literals: () => 'any',
  compile: (pattern) => (subject) => {
    const found = directoriesOf(subject).map((dir) => subject.look?.pushed(dir))
    const isPushing = subject.event.tool_input !== undefined && pushesFirst(subject)
    const known = found.includes(true) ? true : isPushing || found.includes(undefined) ? undefined : false
    const why =
      known === undefined
        ? 'whether the commit was pushed cannot be known'
        : `the commit ${known ? 'is' : 'is not'} on a remote`
    return { is: known === pattern ? 'yes' : 'no', why }
  },
}
