import { bashCall } from './shared/example-events.ts'
import { callEvents, unresolvedMatch } from './shared/fact-matcher.ts'
import { literalsOf } from '../patterns/literal.ts'
import { describePattern } from '../patterns/pattern.ts'
import { findNew } from '../patterns/text/new-text.ts'
import type { Match, Matcher, Pattern, Subject } from '../model/types.ts'

export const adds: Matcher<Pattern> = {
  key: 'adds',
  summary:
    'text pattern over what the call would add to files: lines that a line diff shows as new, hunk by hunk',
  takes: 'text',
  domain: 'texts',
  needs: 'facts',
  facts: ['adds'],
  events: callEvents,
  examples: [
    {
      pattern: '/AKIA[0-9A-Z]{16}/',
      event: {
        tool_name: 'Write',
        tool_input: { file_path: 'a.ts', content: "const key = 'AKIAABCDEFGHIJKLMNOP'" },
      },
      is: 'yes',
    },
    {
      pattern: '*debugger*',
      event: { tool_name: 'Edit', tool_input: { file_path: 'a.ts', old_string: '', new_string: 'debugger' } },
      is: 'yes',
    },
    {
      pattern: '*debugger*',
      event: { tool_name: 'Edit', tool_input: { file_path: 'a.ts', old_string: 'debugger', new_string: '' } },
      is: 'no',
    },
    { pattern: '*DROP TABLE*', event: bashCall("echo 'DROP TABLE carts;' > down.sql"), is: 'yes' },
  ],
  literals: literalsOf,
  compile(pattern, { quantifier, linear }) {
    const absent: Match = { is: 'no', why: 'the call adds no text' }
    const differs: Match = { is: 'no', why: `no added text is ${describePattern(pattern)}` }
    return (subject: Subject) => {
      const { adds: found } = subject.facts()
      const met = found.map((each) => findNew(pattern, each, linear))
      const sure = met.find((each, at) => each !== undefined && found[at]?.maybe !== true)
      if (sure !== undefined)
        return quantifier === 'every' && met.includes(undefined)
          ? differs
          : { is: 'yes', why: `an added text matches "${sure.text}"` }
      const open = met.find((each) => each !== undefined)
      if (open !== undefined) return { is: 'maybe', why: `a text that it may add matches "${open.text}"` }
      return unresolvedMatch(subject, ['adds']) ?? (found.length === 0 ? absent : differs)
    }
  },
}
