import { matchBranch } from './shared/branches.ts'
import { bashCall } from './shared/examples.ts'
import { definePartMatcher, isSo } from './shared/parts.ts'
import { matchesName } from '../patterns/pattern.ts'
import type { Match, Pattern } from '../model/types.ts'

export interface PushPattern {
  readonly to?: Pattern
  readonly remote?: Pattern
  readonly force?: boolean
  readonly deletes?: boolean
}

export const pushes = definePartMatcher<PushPattern, 'pushes'>({
  key: 'pushes',
  domain: { keys: { to: 'pushed_branches', remote: 'remotes' } },
  verb: 'pushes',
  doubt: 'to which branch it pushes cannot be known: name it, as in git push origin BRANCH',
  summary:
    'a branch of another repository that the call would change: by refspecs, settings and upstream, or by merging a pull request',
  examples: [
    { pattern: { to: 'main' }, event: bashCall('git push origin HEAD:main'), is: 'yes' },
    { pattern: { to: 'main' }, event: bashCall('git push origin maintenance'), is: 'no' },
    { pattern: { to: 'main' }, event: { ...bashCall('git push'), branch: 'main' }, is: 'yes' },
    { pattern: { to: ['*', '!cart'] }, event: bashCall('git push origin cart'), is: 'no' },
    { pattern: { to: 'main' }, event: bashCall('git push origin "$BRANCH"'), is: 'maybe' },
    { pattern: { force: true }, event: bashCall('git push origin +cart'), is: 'yes' },
    { pattern: { force: true }, event: bashCall('git push $FLAGS'), is: 'maybe' },
    { pattern: { deletes: true }, event: bashCall('git push origin :cart'), is: 'yes' },
    { pattern: { remote: ['*', '!origin'] }, event: bashCall('git push backup cart'), is: 'yes' },
  ],
  test({ to, starts, not, ref, remote, force, deletes, maybe }, pattern, { linear }) {
    const asked: Match['is'][] = maybe === true ? ['maybe'] : []
    const isTo = { ...(to !== undefined && { name: to }), ...(starts && { starts }), ...(not && { not }) }
    if (pattern.to !== undefined) asked.push(ref === undefined ? matchBranch(pattern.to, isTo, linear) : 'no')
    if (pattern.remote !== undefined)
      asked.push(
        remote === undefined
          ? 'maybe'
          : matchesName(pattern.remote, remote, { linear }) === undefined
            ? 'no'
            : 'yes',
      )
    asked.push(isSo(pattern.force, force), isSo(pattern.deletes, deletes))
    return asked
  },
  describe: ({ to, ref, remote }) => `${remote === undefined ? '' : `${remote} `}${to ?? ref ?? 'a branch'}`,
})
