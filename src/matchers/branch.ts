import { branchesOf } from './shared/branches.ts'
import { describePattern, matchesName } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern } from '../model/types.ts'

export const branch: Matcher<Pattern> = {
  key: 'branch',
  summary:
    "the branch of the command's or the call's directory, read from `.git/HEAD`; a commit's hash where none is checked out",
  takes: 'names',
  domain: 'branches',
  needs: 'facts',
  examples: [
    { pattern: 'main', event: { event: 'PreToolUse', branch: 'main' }, is: 'yes' },
    { pattern: ['main', 'release/*'], event: { branch: 'release/1.2' }, is: 'yes' },
    { pattern: ['*', '!main'], event: { branch: 'main' }, is: 'no' },
  ],
  literals: () => 'any',
  compile(pattern, { quantifier, linear }) {
    const wanted = describePattern(pattern)
    return (subject) => {
      const branches = branchesOf(subject)
      if (branches.length === 0) return { is: 'no', why: 'the call works in no repository' }
      const met = branches.map(
        (each) => each !== undefined && matchesName(pattern, each, { linear }) !== undefined,
      )
      const name = branches.find((each, at) => each !== undefined && met[at])
      const isAll = quantifier !== 'every' || !met.includes(false)
      if (name !== undefined && isAll)
        return { is: 'yes', bind: { branch: name }, why: `the branch is ${name}` }
      const unknown: Match = {
        is: 'maybe',
        why: 'the directory of a command cannot be known, nor its branch',
      }
      return branches.includes(undefined)
        ? unknown
        : { is: 'no', why: `branch "${branches.join(', ')}" is not ${wanted}` }
    }
  },
}
