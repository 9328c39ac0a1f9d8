// Which rules could match an event: one pass over its own texts and one over those of its facts, whatever the number of rules.
import type { Event, FactTexts, ReadFactTexts } from '../../model/types.ts'
import { hasCall, ownTexts } from './haystack.ts'
import {
  ANYWHERE,
  bitsOf,
  ENTRY,
  EVENT,
  GRAM,
  gramAt,
  HEAD,
  mix,
  NEEDS,
  OUTSIDE,
  unpackText,
} from './literal-grams.ts'

/** The parts of an index, and where it ends. */
interface Sections {
  readonly index: Int32Array
  readonly buckets: number
  readonly entries: number
  readonly always: number
  readonly short: number
  readonly asking: number
  readonly end: number
}

/** A text, and the kinds of what it is a text of: rules that ask for none of them are not meant. */
interface Text {
  readonly text: string
  readonly kinds: number
  readonly inside: boolean
}

const none: readonly never[] = []
const FEW = 32

/** The places of the rules that could match, ascending, each once; without facts those that only facts could rule out are among them. */
export function candidates(
  index: Int32Array,
  event: Event,
  facts: ReadFactTexts | undefined,
): readonly number[] {
  const sections = sectionsAt(index, 0)
  const found: number[] = []
  for (let at = sections.always; at < sections.short; at++) found.push(index[at] ?? 0)
  if ((index[HEAD - 1] ?? 0) > 0) {
    const texts = ownTexts(event)
    if (texts === undefined) return allIn(index)
    for (const text of texts) search(sections, { text, kinds: EVENT, inside: false }, found)
  }
  if (sections.end > sections.asking && hasCall(event)) {
    const texts = facts?.()
    if (texts === undefined) return allIn(index)
    searchFacts(sections, texts, found)
  }
  return found.length === 0 ? none : found.length === 1 ? found : inOrder(found)
}

function allIn(index: Int32Array): readonly number[] {
  return Array.from({ length: index[0] ?? 0 }, (_, place) => place)
}

function sectionsAt(index: Int32Array, start: number): Sections {
  const buckets = start + HEAD
  const entries = buckets + (index[start + 1] ?? 0) + 1
  const always = entries + (index[start + 2] ?? 0)
  const short = always + (index[start + 3] ?? 0)
  const asking = short + (index[start + 4] ?? 0)
  return { index, buckets, entries, always, short, asking, end: asking + (index[start + 5] ?? 0) }
}

function searchFacts(
  sections: Sections,
  { text, kinds, open, inside = false }: FactTexts,
  found: number[],
): void {
  if (open.length === 0) {
    if (text !== '') search(sections, { text, kinds: bitsOf(kinds), inside }, found)
    return
  }
  const { index, asking, end } = sections
  const unknown = bitsOf(open)
  const known = { text, kinds: bitsOf(kinds) | unknown, inside }
  // Those that look for facts of kinds that cannot all be known.
  for (let at = asking; at < end; at += 2) {
    const asked = index[at + 1] ?? 0
    if ((asked & unknown) !== 0 && hasNeeded(asked, known)) found.push(index[at] ?? 0)
  }
  search(sections, known, found)
  if (end < index.length && open.includes('words'))
    search(sectionsAt(index, end), { text, kinds: EVENT, inside: false }, found)
}

/** Adds the rules whose literals stand in the text, some of them twice. */
function search(sections: Sections, known: Text, found: number[]): void {
  const { index, buckets, entries, short, asking } = sections
  const { text } = known
  const mask = entries - buckets - 1 - 1
  let pieces: Map<number, boolean> | undefined
  let [one, two, three] = [text.charCodeAt(0), text.charCodeAt(1), text.charCodeAt(2)]
  for (let at = GRAM - 1; at < text.length; at++) {
    const four = text.charCodeAt(at)
    const gram = mix(one | (two << 16), three | (four << 16))
    const bucket = buckets + (gram & mask)
    const end = entries + (index[bucket + 1] ?? 0)
    for (let entry = entries + (index[bucket] ?? 0); entry < end; entry += ENTRY) {
      if (index[entry] !== gram) continue
      const other = index[entry + 1] ?? 0
      const distance = index[entry + 2] ?? 0
      const isThere =
        distance === ANYWHERE
          ? holds(text, other, (pieces ??= new Map())) && holds(text, index[entry + 3] ?? 0, pieces)
          : gramAt(text, at - GRAM + 1 + distance) === other
      const place = index[entry + 4] ?? 0
      if (isThere && isMeant(sections, place, known)) found.push(place)
    }
    one = two
    two = three
    three = four
  }
  for (let at = short; at < asking; at += 2) {
    const place = index[at + 1] ?? 0
    if (text.includes(unpackText(index[at] ?? 0)) && isMeant(sections, place, known)) found.push(place)
  }
}

/** Does a rule ask for one of the kinds? Those that ask for no facts ask for the event. */
function isMeant({ index, asking, end }: Sections, place: number, known: Text): boolean {
  let [low, high] = [0, (end - asking) >> 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((index[asking + 2 * middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  const at = asking + 2 * low
  const asked = at < end && index[at] === place ? (index[at + 1] ?? 0) : EVENT
  return (asked & known.kinds) !== 0 && hasNeeded(asked, known)
}

/** The event's own texts come before anything is known of its facts. */
function hasNeeded(asked: number, { kinds, inside }: Text): boolean {
  if (inside && (asked & OUTSIDE) !== 0) return false
  const needs = asked >>> NEEDS
  return needs === 0 || kinds === EVENT || (needs & kinds) !== 0
}

/** Does a piece stand anywhere? Each is looked for once, however many rules demand it. */
function holds(text: string, piece: number, known: Map<number, boolean>): boolean {
  if (piece === 0) return true
  const before = known.get(piece)
  if (before !== undefined) return before
  const word = unpackText(piece)
  const is =
    text.includes(word) || (word.length === 3 && word.startsWith(' -') && hasLetter(text, word.charAt(2)))
  known.set(piece, is)
  return is
}

/** Letters behind one dash may be options of their own. */
function hasLetter(text: string, letter: string): boolean {
  for (let at = text.indexOf(' -'); at >= 0; at = text.indexOf(' -', at + 2)) {
    const end = text.indexOf(' ', at + 2)
    if (text[at + 2] !== '-' && text.slice(at + 2, end < 0 ? text.length : end).includes(letter)) return true
  }
  return false
}

/** Ascending, each once. An event meets few rules, for which V8's sort takes longer than the search. */
function inOrder(places: number[]): readonly number[] {
  if (places.length > FEW) return [...new Set(places)].sort((one, two) => one - two)
  let end = 0
  for (const place of places) {
    let at = end
    while (at > 0 && (places[at - 1] ?? 0) > place) at--
    if (at > 0 && places[at - 1] === place) continue
    for (let to = end++; to > at; to--) places[to] = places[to - 1] ?? 0
    places[at] = place
  }
  places.length = end
  return places
}
