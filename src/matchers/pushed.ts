import { directoriesOf } from './shared/branches.ts'
import type { Matcher } from '../model/types.ts'

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
    // What the same call pushes is not in `.git` yet.
    const isPushing =
      subject.event.tool_input !== undefined &&
      subject.facts().commands.some(({ argv }) => argv.includes('push'))
    const known = found.includes(true) ? true : isPushing || found.includes(undefined) ? undefined : false
    const why =
      known === undefined
        ? 'whether the commit was pushed cannot be known'
        : `the commit ${known ? 'is' : 'is not'} on a remote`
    return { is: known === pattern ? 'yes' : 'no', why }
  },
}
