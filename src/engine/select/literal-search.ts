// Finds candidate rules in one pass over the event's texts and one over its facts, whatever the number of rules.
import type { Event, FactTexts, ReadFactTexts } from '../../model/types.ts'
import {
  ANYWHERE,
  bitsOf,
  ENTRY,
  EVENT,
  GRAM,
  gramAt,
  gramSource,
  HEAD,
  NEEDS,
  nextGram,
  OUTSIDE,
  spread,
  unpackText,
} from './literal-grams.ts'
import { isObject, toText } from '../../model/plain-object.ts'
import { EDGE } from '../../patterns/literal.ts'
import { mcpToolName } from '../../patterns/pattern.ts'

/** Where the parts of an index begin. */
interface Sections {
  readonly index: Int32Array
  readonly buckets: number
  readonly entries: number
  readonly always: number
  readonly short: number
  readonly factRules: number
  readonly end: number
}

/** A text, and the kinds of facts that it holds. */
interface SearchText {
  readonly text: string
  readonly kinds: number
  readonly inside: boolean
}

const none: readonly never[] = []
const MAX_INSERTION_SORT = 32

/** The places of the rules that could match, ascending; without facts also those that facts could exclude. */
export function candidates(
  index: Int32Array,
  event: Event,
  facts: ReadFactTexts | undefined,
): readonly number[] {
  const sections = sectionsAt(index, 0)
  const found: number[] = []
  for (let at = sections.always; at < sections.short; at++) found.push(index[at] ?? 0)
  if ((index[HEAD - 1] ?? 0) > 0) {
    const own = foundInEvent(sections, event)
    if (own === undefined) return allIn(index)
    for (const place of own) found.push(place)
  }
  if (sections.end > sections.factRules && hasCall(event)) {
    const texts = facts?.()
    if (texts === undefined) return allIn(index)
    searchFacts(sections, texts, found)
  }
  return found.length === 0 ? none : found.length === 1 ? found : inOrder(found)
}

interface Searched {
  readonly index: Int32Array
  readonly texts: readonly string[]
  readonly found: readonly number[]
}

/** By the input, which is asked about before and after the facts are known, and in copies of the event. */
const searched = new WeakMap<object, Searched>()

/** Undefined when the event's texts are not known. */
function foundInEvent(sections: Sections, event: Event): readonly number[] | undefined {
  const { index } = sections
  const texts = eventTexts(event)
  if (texts === undefined) return undefined
  const key = isObject(event.tool_input) ? event.tool_input : event
  const before = searched.get(key)
  if (before?.index === index && texts.every((text, at) => text === before.texts[at])) return before.found
  const found: number[] = []
  for (const text of texts) search(sections, { text, kinds: EVENT, inside: false }, found)
  searched.set(key, { index, texts, found })
  return found
}

function allIn(index: Int32Array): readonly number[] {
  return Array.from({ length: index[0] ?? 0 }, (_, place) => place)
}

function sectionsAt(index: Int32Array, start: number): Sections {
  const buckets = start + HEAD
  const entries = buckets + (index[start + 1] ?? 0) + 1
  const always = entries + (index[start + 2] ?? 0)
  const short = always + (index[start + 3] ?? 0)
  const factRules = short + (index[start + 4] ?? 0)
  return { index, buckets, entries, always, short, factRules, end: factRules + (index[start + 5] ?? 0) }
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
  const { index, factRules, end } = sections
  const unknown = bitsOf(open)
  const known = { text, kinds: bitsOf(kinds) | unknown, inside }
  // Rules about facts that are partly unknown.
  for (let at = factRules; at < end; at += 2) {
    const asked = index[at + 1] ?? 0
    if ((asked & unknown) !== 0 && hasNeeded(asked, known)) found.push(index[at] ?? 0)
  }
  search(sections, known, found)
  if (end < index.length && open.includes('words'))
    search(sectionsAt(index, end), { text, kinds: EVENT, inside: false }, found)
}

/** Adds the rules whose literals are in the text, possibly twice. */
function search(sections: Sections, known: SearchText, found: number[]): void {
  const { index, short, factRules } = sections
  const { text } = known
  const looking: Looking = { sections, known, found, pieces: undefined }
  if (text.length < MIN_NATIVE || !searchNatively(looking)) searchEach(looking)
  for (let at = short; at < factRules; at += 2) {
    const place = index[at + 1] ?? 0
    if (text.includes(unpackText(index[at] ?? 0)) && isAbout(sections, place, known)) found.push(place)
  }
}

interface Looking {
  readonly sections: Sections
  readonly known: SearchText
  readonly found: number[]
  pieces: Map<number, boolean> | undefined
  /** Rules that a long text has brought already: it may say the same a thousand times. */
  readonly places?: Set<number>
}

/** One gram after the other. */
function searchEach(looking: Looking): void {
  const { index, buckets, entries } = looking.sections
  const { text } = looking.known
  const mask = entries - buckets - 1 - 1
  let gram = 0
  for (let at = 0; at < text.length; at++) {
    gram = nextGram(gram, text.charCodeAt(at))
    if (at < GRAM - 1) continue
    const bucket = buckets + (spread(gram) & mask)
    const [from, to] = [index[bucket] ?? 0, index[bucket + 1] ?? 0]
    if (from < to) addFiled(looking, gram, at - GRAM + 1)
  }
}

/** Adds the rules that are filed by the gram at this place of the text. Could another place of it add more? */
function addFiled(looking: Looking, gram: number, at: number): boolean {
  const { sections, known, found, places } = looking
  const { index, buckets, entries } = sections
  const { text } = known
  const bucket = buckets + (spread(gram) & (entries - buckets - 1 - 1))
  const end = entries + (index[bucket + 1] ?? 0)
  let depends = false
  for (let entry = entries + (index[bucket] ?? 0); entry < end; entry += ENTRY) {
    const place = index[entry + 4] ?? 0
    if (index[entry] !== gram || places?.has(place) === true) continue
    const other = index[entry + 1] ?? 0
    const distance = index[entry + 2] ?? 0
    const isThere =
      distance === ANYWHERE
        ? containsGram(text, other, (looking.pieces ??= new Map())) &&
          containsGram(text, index[entry + 3] ?? 0, looking.pieces)
        : gramAt(text, at + distance) === other
    const isFound = isThere && isAbout(sections, place, known)
    if (isFound) found.push(place)
    if (isFound) places?.add(place)
    depends ||= !isFound && distance !== ANYWHERE
  }
  return depends
}

/** From this length on a regular expression is faster than code that V8 has not compiled yet. */
const MIN_NATIVE = 4096
const MAX_ALTERNATIVES = 4000

/** The same by one regular expression; false when there are too many grams. */
function searchNatively(asked: Looking): boolean {
  const looking = { ...asked, places: new Set<number>() }
  const { sections, known } = looking
  const { index, entries, always } = sections
  const grams = new Set<number>()
  const about = Array.from({ length: index[0] ?? 0 }, (_, place) => isAbout(sections, place, known))
  for (let entry = entries; entry < always; entry += ENTRY)
    if (about[index[entry + 4] ?? 0] === true) grams.add(index[entry] ?? 0)
  if (grams.size > MAX_ALTERNATIVES) return false
  if (grams.size === 0) return true
  const regex = new RegExp([...grams].map(gramSource).join('|'), 'g')
  const done = new Set<string>()
  for (let hit = regex.exec(known.text); hit !== null; hit = regex.exec(known.text)) {
    const [gram] = hit
    if (!done.has(gram) && !addFiled(looking, gramAt(known.text, hit.index), hit.index)) done.add(gram)
    regex.lastIndex = hit.index + 1
  }
  return true
}

/** Is the rule about one of the text's kinds? Rules without facts are about the event. */
function isAbout({ index, factRules, end }: Sections, place: number, known: SearchText): boolean {
  let [low, high] = [0, (end - factRules) >> 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((index[factRules + 2 * middle] ?? 0) < place) low = middle + 1
    else high = middle
  }
  const at = factRules + 2 * low
  const asked = at < end && index[at] === place ? (index[at + 1] ?? 0) : EVENT
  return (asked & known.kinds) !== 0 && hasNeeded(asked, known)
}

/** The event's own texts are searched before facts are known. */
function hasNeeded(asked: number, { kinds, inside }: SearchText): boolean {
  if (inside && (asked & OUTSIDE) !== 0) return false
  const needs = asked >>> NEEDS
  return needs === 0 || kinds === EVENT || (needs & kinds) !== 0
}

/** Is the gram in the text? Cached, as many rules may need it. */
function containsGram(text: string, piece: number, known: Map<number, boolean>): boolean {
  if (piece === 0) return true
  const before = known.get(piece)
  if (before !== undefined) return before
  const word = unpackText(piece)
  const is =
    text.includes(word) || (word.length === 3 && word.startsWith(' -') && hasLetter(text, word.charAt(2)))
  known.set(piece, is)
  return is
}

/** Letters after one dash may be combined options. */
function hasLetter(text: string, letter: string): boolean {
  for (let at = text.indexOf(' -'); at >= 0; at = text.indexOf(' -', at + 2)) {
    const end = text.indexOf(' ', at + 2)
    if (text[at + 2] !== '-' && text.slice(at + 2, end < 0 ? text.length : end).includes(letter)) return true
  }
  return false
}

/** Ascending and unique. For few places V8's sort would take longer than the search. */
function inOrder(places: number[]): readonly number[] {
  if (places.length > MAX_INSERTION_SORT) return [...new Set(places)].sort((one, two) => one - two)
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

/** The event's tool, input fields and prompt in lower case; undefined when the input is not JSON. */
function eventTexts({
  tool_name: tool,
  native_tool: native,
  tool_input: input,
  prompt,
}: Event): readonly string[] | undefined {
  const texts: string[] = []
  for (const name of [tool, native]) if (name !== undefined) texts.push(namesOf(name).toLowerCase())
  try {
    if (typeof input === 'object' && input !== null)
      for (const field in input) texts.push(toText(input[field as never]).toLowerCase())
    else if (input !== undefined) texts.push(toText(input).toLowerCase())
  } catch {
    return undefined
  }
  if (prompt !== undefined) texts.push(prompt.toLowerCase())
  return texts
}

function namesOf(tool: string): string {
  const last = mcpToolName(tool)
  return last === undefined ? EDGE + tool + EDGE : EDGE + tool + EDGE + last + EDGE
}

/** Only calls have facts. */
function hasCall({ tool_input: input }: Event): boolean {
  return input !== undefined
}
