import { agreed, branchesAt, matchBranch, placesOf } from './shared/branches.ts'
import { bashCall } from './shared/examples.ts'
import { asSentences } from './shared/fact-matcher.ts'
import { describePattern } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern } from '../model/types.ts'

export const branch: Matcher<Pattern> = {
  key: 'branch',
  summary:
    "the branch that a command finds checked out in its directory, after what the call did before; a commit's hash, or `HEAD`, where none is",
  takes: 'names',
  domain: 'branches',
  needs: 'facts',
  examples: [
    { pattern: 'main', event: { event: 'PreToolUse', branch: 'main' }, is: 'yes' },
    { pattern: ['main', 'release/*'], event: { branch: 'release/1.2' }, is: 'yes' },
    { pattern: ['*', '!main'], event: { branch: 'main' }, is: 'no' },
    { pattern: 'main', event: { ...bashCall('cd $X && git commit -m cart'), branch: 'cart' }, is: 'maybe' },
  ],
  literals: () => 'any',
  compile(pattern, { quantifier, linear }) {
    const wanted = describePattern(pattern)
    return (subject) => {
      const found = placesOf(subject).flatMap((place) => {
        const branches = branchesAt(place, subject)
        if (branches.length === 0) return []
        return [{ is: agreed(branches.map((each) => matchBranch(pattern, each, linear))), branches }]
      })
      if (found.length === 0) return { is: 'no', why: 'the call works in no repository' }
      const met = found.find(({ is }) => is === 'yes')
      const isAll = quantifier !== 'every' || found.every(({ is }) => is === 'yes')
      const name = met?.branches[0]?.name
      if (met !== undefined && isAll)
        return { is: 'yes', ...(name && { bind: { branch: name } }), why: `the branch is ${name ?? wanted}` }
      const doubt = found.find(({ is }) => is === 'maybe')
      return doubt === undefined
        ? {
            is: 'no',
            why: `branch "${found.map(({ branches }) => branches[0]?.name ?? '?').join(', ')}" is not ${wanted}`,
          }
        : doubtful(doubt.branches.map(({ name: each }) => each))
    }
  },
}

function doubtful(names: readonly (string | undefined)[]): Match {
  const known = names.filter((name) => name !== undefined)
  const why =
    known.length > 1
      ? `the branch could be ${known.join(' or ')}: switch branches in a call of its own`
      : 'the branch of a command cannot be known: name the directory with git -C, or switch branches in a call of its own'
  return { is: 'maybe', why, unknown: asSentences(why) }
}
