import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editJson, parseJson } from '../../src/agents/shared/settings/json.ts'
import { check } from '../support/check.ts'

const value = fc.jsonValue({ maxDepth: 3 })
const object = fc.dictionary(fc.string({ maxLength: 2 }), value, { maxKeys: 4 })
const layout = fc.record({
  value: object,
  indent: fc.constantFrom(0, 1, 2, 4, '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\uFEFF'),
})

const write = ({ value, indent, newline, mark }: typeof layout extends fc.Arbitrary<infer L> ? L : never) =>
  mark + JSON.stringify(value, null, indent).replaceAll('\n', newline)

const read = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''))

test('reads what JSON.parse reads, and nothing else', () => {
  const pieces = fc.constantFrom(
    ...'{}[],:"\\/*-+.0123eEtfnu \t\r\n\u00a0\u2028',
    'true',
    '"a"',
    '"\\u00e',
    '\u0001',
  )
  const broken = fc.array(pieces, { maxLength: 8 }).map((list) => list.join(''))
  const damaged = fc.tuple(layout.map(write), fc.nat(), fc.nat(3), pieces).map(([text, at, gone, piece]) => {
    const from = at % (text.length + 1)
    return text.slice(0, from) + piece + text.slice(from + gone)
  })
  check(
    fc.property(fc.oneof(broken, damaged, layout.map(write)), (text) => {
      const expected = attempt(() => read(text))
      const parsed = parseJson(text)
      if ('value' in parsed) expect(expected).toEqual({ value: parsed.value })
      else expect([expected, parsed.offset >= 0 && parsed.offset <= text.length]).toEqual([undefined, true])
    }),
    { numRuns: 2000 },
  )
})

function attempt(run: () => unknown): { value: unknown } | undefined {
  try {
    return { value: run() }
  } catch {
    return undefined
  }
}

describe('an edit', () => {
  test('turns any value into any other one', () => {
    check(
      fc.property(layout, object, (before, after) => {
        const text = write(before)
        const edited = editJson(text, read(text), after)
        expect(read(edited)).toEqual(JSON.parse(JSON.stringify(after)))
        expect(edited.startsWith(before.mark)).toBe(true)
        if (text.includes('\r\n')) expect(edited.replaceAll('\r\n', '')).not.toContain('\n')
      }),
      { numRuns: 500 },
    )
  })

  test('keeps what it does not change, byte for byte', () => {
    const text = '{ "b" : [1,  2],\r\n\t"a":{ "x":1,"y" :2 } , "c":[ {"k" :1}, 7,{ "k":2 } ]\r\n}\r\n'
    const after = { b: [1, 2], a: { x: 1, y: 3, z: 4 }, c: [7, { k: 2 }, 8] }
    expect(editJson(text, read(text), after)).toBe(
      '{ "b" : [1,  2],\r\n\t"a":{ "x":1,"y" :3,\r\n    "z": 4\r\n  } , "c":[ 7,{ "k":2 },\r\n    8\r\n  ]\r\n}\r\n',
    )
  })

  test('keeps the layout of an entry that it changes', () => {
    const text = '{\n  "hooks": [ { "a": [1,2], "b":  3 } ]\n}\n'
    expect(editJson(text, read(text), { hooks: [{ a: [2], b: 3 }] })).toBe(
      '{\n  "hooks": [ { "a": [2], "b":  3 } ]\n}\n',
    )
  })

  test('changes the one that counts of two members with one key, and removes both', () => {
    const text = '{"a": 1, "a": 2, "b": 3}'
    expect(editJson(text, read(text), { a: 4, b: 3 })).toBe('{"a": 1, "a": 4, "b": 3}')
    expect(editJson(text, read(text), { b: 3 })).toBe('{"b": 3}')
  })

  const comment = fc.constantFrom('', '', ' // note, "a": 1', ' /* note, } */', '\n  // note')
  const flat = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(1, '//', true), {
    maxKeys: 4,
  })

  test('keeps every comment around what it removes and adds', () => {
    const comments = (text: string): number => text.split('note').length
    check(
      fc.property(flat, flat, fc.array(comment, { minLength: 12, maxLength: 12 }), (before, after, notes) => {
        const lines = JSON.stringify(before, null, 2).replaceAll('{}', '{\n}').split('\n')
        const text = lines
          .map((line, at) => line + (at < lines.length - 1 ? (notes[at] ?? '') : ''))
          .join('\n')
        const edited = editJson(text, before, after)
        expect(parseJson(edited, 'jsonc')).toEqual({ value: after })
        expect(comments(edited)).toBe(comments(text))
        expect(editJson(text, before, before)).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  test('adds behind a comment, and takes back what it added', () => {
    const text = '{\n  // mine\n  "a": 1 // one\n}\n'
    const added = editJson(text, { a: 1 }, { a: 1, b: 2 })
    expect(added).toBe('{\n  // mine\n  "a": 1, // one\n  "b": 2\n}\n')
    expect(editJson(added, { a: 1, b: 2 }, { a: 1 })).toBe(text)
  })
})
