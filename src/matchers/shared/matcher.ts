// Matchers of one field of the event.
import { literalsOf, nameLiteralsOf } from '../../patterns/literal.ts'
import { describePattern, matchesName, matchesText } from '../../patterns/pattern.ts'
import type { Event, Match, Matcher, Pattern, Subject } from '../../model/types.ts'

interface FieldMatcher {
  readonly key: string
  readonly summary: string
  readonly events?: Matcher['events']
  readonly domain?: Matcher['domain']
  readonly examples: Matcher['examples']
  /** The index of rules covers the field. */
  readonly indexed?: true
  /** Undefined counts as no match. */
  read(event: Event): string | undefined
  /** Another name of the same. */
  also?(event: Event): string | undefined
}

export function defineNameMatcher(of: FieldMatcher): Matcher<Pattern> {
  return {
    key: of.key,
    summary: of.summary,
    takes: 'names',
    ...(of.domain && { domain: of.domain }),
    ...(of.events && { events: of.events }),
    examples: of.examples,
    literals: of.indexed ? nameLiteralsOf : () => 'any',
    compile(pattern, { linear }) {
      const wanted = describePattern(pattern)
      const absent: Match = { is: 'no', why: `the event has no ${of.key}` }
      return ({ event }: Subject): Match => {
        const name = of.read(event)
        if (name === undefined) return absent
        if (matchesName(pattern, name, { linear, also: of.also?.(event) }) === undefined)
          return { is: 'no', why: `${of.key} "${name}" is not ${wanted}` }
        return { is: 'yes', bind: { [of.key]: name }, why: `${of.key} ${name}` }
      }
    },
  }
}

/** The reason never quotes the text. */
export function defineTextMatcher(of: FieldMatcher): Matcher<Pattern> {
  return {
    key: of.key,
    summary: of.summary,
    takes: 'text',
    domain: 'texts',
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
