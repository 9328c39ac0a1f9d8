// The index against looking for each literal in turn: it misses none, and hardly anything else is found.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildIndex, type IndexedRule } from '../../src/engine/select/literal-index.ts'
import { candidates } from '../../src/engine/select/literal-search.ts'
import { AND } from '../../src/patterns/literal.ts'
import type { Event, FactKind, FactTexts } from '../../src/model/types.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

const word = fc.constantFrom(
  'git',
  'push',
  'docker',
  'rm',
  '-f',
  ' npm ',
  'deploy',
  'part-7',
  'part-77/',
  'é',
  'a',
)
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
const long = word.filter(({ length }) => length >= 4)
const literal = fc.oneof(
  word,
  fc.tuple(word, word).map((words) => words.join('')),
  fc
    .tuple(
      long,
      word.filter((each) => each.length > 1),
    )
    .map((pieces) => pieces.join(AND)),
)
const kind = fc.constantFrom<FactKind | 'event'>('event', 'commands', 'reads')
const rule: fc.Arbitrary<IndexedRule> = fc.record(
  {
    literals: fc.array(literal, { minLength: 1, maxLength: 3 }),
    facts: fc.uniqueArray(kind, { minLength: 1 }),
    needs: fc.constantFrom<FactKind[]>(['edits'], ['edits', 'deletes']),
  },
  { requiredKeys: [] },
)

const holds = (written: string, among: string): boolean =>
  written.split(AND).every((piece) => among.toLowerCase().includes(piece.toLowerCase()))

/** So long that a regular expression searches it. */
const pad = (short: string): string => `${'\n'.repeat(5000)}${short}${'\n'.repeat(5000)}`

/** Where a rule's literals would have to stand. */
function isDue(
  { literals, facts = ['event'], needs }: IndexedRule,
  own: readonly string[],
  known: FactTexts,
): boolean {
  if (literals === undefined) return true
  const places = facts.includes('event') ? [...own] : []
  // What stands in the event itself is found before anything is known of its facts.
  if (needs?.some((each) => [...known.kinds, ...known.open].includes(each)) === false)
    return literals.some((each) => places.some((place) => holds(each, place)))
  if (facts.some((each) => known.open.includes(each as FactKind))) return true // never of the event itself
  if (facts.some((each) => known.kinds.includes(each as FactKind))) places.push(known.text)
  return literals.some((each) => places.some((place) => holds(each, place)))
}

test('finds each rule whose literals stand where it looks for them', { tags: 'long' }, () => {
  let found = 0
  let due = 0
  const kinds = fc.uniqueArray(fc.constantFrom<FactKind>('commands', 'reads', 'edits'))
  const call = fc.record({ command: text, description: text })
  const facts = fc.record({ text, kinds, open: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, kinds) })
  check(
    fc.property(fc.array(rule, { maxLength: 12 }), call, facts, (rules, input, known) => {
      const event: Event = {
        event: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: input,
        cwd: '/',
        root: '/',
        raw: {},
      }
      const lower = { ...known, text: known.text.toLowerCase() }
      const places = candidates(buildIndex(rules), event, () => lower)
      expect(places).toEqual([...new Set(places)].toSorted((one, other) => one - other))
      const padded = {
        ...event,
        tool_input: { command: pad(input.command), description: pad(input.description) },
      }
      const native = candidates(buildIndex(rules), padded, () => ({ ...lower, text: pad(lower.text) }))
      expect(native).toEqual(places)
      const wanted = rules.flatMap((each, place) => (isDue(each, Object.values(input), known) ? [place] : []))
      expect(wanted.filter((place) => !places.includes(place))).toEqual([])
      found += places.length
      due += wanted.length
    }),
    { numRuns: runs(1000) },
  )
  expect(found).toBeLessThan(due * 1.1)
})
