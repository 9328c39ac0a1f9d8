// What matchers of one kind share: each reads one field of the event and asks a pattern about it.
import { literalsOf, nameLiteralsOf } from '../../patterns/literal.ts'
import { describePattern, matchesName, matchesText } from '../../patterns/pattern.ts'
import type { Event, Match, Matcher, Pattern, Subject } from '../../model/types.ts'

interface FieldMatcher {
  readonly key: string
  readonly summary: string
  readonly events?: Matcher['events']
  readonly examples: Matcher['examples']
  /** The field is among the texts that rules are looked up by. */
  readonly indexed?: true
  /** The field; undefined when the event has none, and then the answer is no. */
  read(event: Event): string | undefined
}

/** A matcher over names: exact, glob, regex, group. */
export function defineNameMatcher(of: FieldMatcher): Matcher<Pattern> {
  return {
    key: of.key,
    summary: of.summary,
    takes: 'names',
    ...(of.events && { events: of.events }),
    examples: of.examples,
    literals: of.indexed ? nameLiteralsOf : () => 'any',
    compile(pattern, { linear }) {
      const wanted = describePattern(pattern)
      const absent: Match = { is: 'no', why: `the event has no ${of.key}` }
      return ({ event }: Subject): Match => {
        const name = of.read(event)
        if (name === undefined) return absent
        if (matchesName(pattern, name, linear) === undefined)
          return { is: 'no', why: `${of.key} "${name}" is not ${wanted}` }
        return { is: 'yes', bind: { [of.key]: name }, why: `${of.key} ${name}` }
      }
    },
  }
}

/** A matcher over free text; the text itself never stands in the reason. */
export function defineTextMatcher(of: FieldMatcher): Matcher<Pattern> {
  return {
    key: of.key,
    summary: of.summary,
    takes: 'text',
    ...(of.events && { events: of.events }),
    examples: of.examples,
    literals: of.indexed ? literalsOf : () => 'any',
    compile(pattern, { linear }) {
      const absent: Match = { is: 'no', why: `the event has no ${of.key}` }
      const differs: Match = { is: 'no', why: `${of.key} is not ${describePattern(pattern)}` }
      return ({ event }: Subject): Match => {
        const text = of.read(event)
        if (text === undefined) return absent
        const item = matchesText(pattern, text, linear)
        return item === undefined ? differs : { is: 'yes', why: `${of.key} matches "${item.text}"` }
      }
    },
  }
}
