import { matchStaged } from './shared/staged.ts'
import { bashCall } from './shared/examples.ts'
import { definePartMatcher, isSo } from './shared/parts.ts'
import { matchesText } from '../patterns/pattern.ts'
import type { Match, Pattern } from '../model/types.ts'

export interface CommitPattern {
  readonly message?: Pattern
  readonly files?: Pattern
  readonly amend?: boolean
  readonly no_verify?: boolean
}

export const commits = definePartMatcher<CommitPattern, 'commits'>({
  key: 'commits',
  domain: { keys: { message: 'texts', files: 'paths' } },
  verb: 'commits',
  doubt:
    'what it commits, or with which message, cannot be known: write the message out with -m, and git add in a call of its own',
  summary:
    'a commit that the call would make: its message by `-m`, `-F` or standard input, and its files; a message that an editor asks for is not known',
  examples: [
    { pattern: { message: '/^wip/' }, event: bashCall('git commit -m wip'), is: 'yes' },
    {
      pattern: { message: ['*', '!/SHOP-[0-9]+/'] },
      event: bashCall('git commit -m "fix" -m "SHOP-12"'),
      is: 'no',
    },
    { pattern: { message: '*' }, event: bashCall('git log -m x'), is: 'no' },
    { pattern: { message: '/^wip/' }, event: bashCall('git commit'), is: 'maybe' },
    { pattern: { amend: true }, event: bashCall('git commit --amend --no-edit'), is: 'yes' },
    { pattern: { no_verify: true }, event: bashCall('git commit -nm cart'), is: 'yes' },
  ],
  test(fact, pattern, { subject, quantifier, linear }) {
    const asked: Match['is'][] = []
    const { message, files, amend, no_verify: noVerify } = pattern
    if (message !== undefined)
      asked.push(
        fact.message === undefined
          ? 'maybe'
          : matchesText(message, fact.message, linear) === undefined
            ? 'no'
            : 'yes',
      )
    asked.push(isSo(amend, fact.amend), isSo(noVerify, fact.no_verify))
    if (files !== undefined && !asked.includes('no')) {
      const place = { dir: fact.dir, states: fact.git ?? [{}] }
      asked.push(
        matchStaged(
          files,
          { place, more: fact.files, only: fact.only === true, isOpen: fact.unlisted === true },
          { subject, quantifier, linear },
        ),
      )
    }
    return asked
  },
  describe: ({ amend }) => (amend === true ? 'anew' : 'changes'),
})
