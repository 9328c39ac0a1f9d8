import { bashCall } from './shared/example-events.ts'
import { callEvents, unresolvedMatch } from './shared/fact-matcher.ts'
import { literalsOf } from '../patterns/literal.ts'
import { describePattern, matchesText } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern, Subject } from '../model/types.ts'

export const adds: Matcher<Pattern> = {
  key: 'adds',
  summary: 'text pattern over the text that the call would add to files',
  takes: 'text',
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
      const { adds: texts } = subject.facts()
      const met = texts.map((each) => matchesText(pattern, each, linear))
      const item = met.find((each) => each !== undefined)
      if (item === undefined)
        return unresolvedMatch(subject, ['adds']) ?? (texts.length === 0 ? absent : differs)
      if (quantifier === 'every' && met.includes(undefined)) return differs
      return { is: 'yes', why: `an added text matches "${item.text}"` }
    }
  },
}
