import { bashCall } from './shared/examples.ts'
import { askGit, type GitPattern } from './shared/git-state.ts'
import type { Matcher } from '../model/types.ts'

export const git: Matcher<GitPattern> = {
  key: 'git',
  summary:
    "the state of the command's repository when it runs: `staged` globs; `dirty` (of paths or a worktree that the command names, these), `ahead`, `behind`, `pushed`, `worktree`; `operation` that is begun",
  takes: 'git',
  domain: {
    keys: {
      staged: 'paths',
      operation: { known: ['rebase', 'merge', 'cherry-pick', 'bisect'], closed: true },
    },
  },
  needs: 'facts',
  examples: [
    { pattern: { pushed: true }, event: { cwd: '/shop' }, is: 'yes' },
    { pattern: { worktree: false }, event: bashCall('git commit -m cart'), is: 'yes' },
    { pattern: { operation: 'rebase' }, event: bashCall('git commit -m cart'), is: 'no' },
    { pattern: { dirty: true }, event: { cwd: '/elsewhere' }, is: 'no' },
    { pattern: { pushed: false }, event: bashCall('git commit -m cart && git push -f'), is: 'yes' },
  ],
  literals: () => 'any',
  compile: askGit,
}
