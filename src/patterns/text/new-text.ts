// Which item of a pattern a hunk meets that the lines in whose place it stands did not meet as often.
import { textGlobSearch } from '../globs/glob.ts'
import { matchesItem } from '../pattern.ts'
import { mustSpend } from '../work.ts'
import type { AddFact, Engines, Pattern, PatternItem } from '../../model/types.ts'

type LoadLinear = Engines['linear']
type Hunk = Pick<AddFact, 'text' | 'removed'>

const CHARACTERS_PER_STEP = 200

export function findNew({ yes, no }: Pattern, hunk: Hunk, linear: LoadLinear): PatternItem | undefined {
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
