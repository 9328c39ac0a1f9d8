import { bashCall } from './shared/examples.ts'
import { callEvents, unresolvedMatch } from './shared/fact-matcher.ts'
import { literalsOf } from '../patterns/literal.ts'
import { describePattern, matchesItem } from '../patterns/pattern.ts'
import type { Match, Matcher, Pattern, Subject, AddFact, Engines, PatternItem } from '../model/types.ts'
import { textGlobSearch } from '../patterns/globs/glob.ts'
import { mustSpend } from '../patterns/work.ts'

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

// Which item of a pattern a hunk meets that the lines in whose place it stands did not meet as often.
type LoadLinear = Engines['linear']
type Hunk = Pick<AddFact, 'text' | 'removed'>

const CHARACTERS_PER_STEP = 200

function findNew({ yes, no }: Pattern, hunk: Hunk, linear: LoadLinear): PatternItem | undefined {
  const isHeld = (item: PatternItem): boolean => matchesItem(item, hunk.text, linear)
  if (no.some(isHeld)) return undefined
  return yes.length === 0
    ? { text: '*' }
    : yes.find((item) => isHeld(item) && (hunk.removed === undefined || isMore(item, hunk, linear)))
}

/** Does the text of a match stand there more often than before? */
function isMore(item: PatternItem, { text, removed = '' }: Hunk, linear: LoadLinear): boolean {
  return [...matchesIn(item, text, linear)].some((each) => {
    mustSpend((text.length + removed.length) / CHARACTERS_PER_STEP)
    return each === '' || countOf(each, text) > countOf(each, removed)
  })
}

const countOf = (part: string, text: string): number => text.split(part).length - 1

/** The texts of its matches; of a text that is too long for its regex, those of each line. */
function matchesIn(item: PatternItem, text: string, linear: LoadLinear): ReadonlySet<string> {
  if (item.exact !== undefined) return new Set([item.exact])
  mustSpend(text.length / CHARACTERS_PER_STEP)
  const isLong = (part: string): boolean => item.most !== undefined && part.length > item.most
  if (!isLong(text)) return new Set(Array.from(text.matchAll(searchOf(item)), ([match]) => match))
  const lines = text.split('\n').filter((line) => matchesItem(item, line, linear))
  const found = lines.flatMap((line) => (isLong(line) ? [line] : [...matchesIn(item, line, linear)]))
  return new Set(found.length === 0 ? [''] : found)
}

const searches = new WeakMap<PatternItem, RegExp>()

/** Of a glob without the `*` at its ends. */
function searchOf(item: PatternItem): RegExp {
  const known = searches.get(item)
  if (known !== undefined) return known
  const { text, source = '', flags } = item
  const made = new RegExp(flags === undefined ? textGlobSearch(text) : source, `${flags ?? ''}g`)
  searches.set(item, made)
  return made
}
