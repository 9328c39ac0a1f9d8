// Editing the text of a hooks.yaml by value.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { editYaml } from '../../src/config/read/yaml/edit.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

interface Data {
  [key: string]: unknown
}

const edited = (text: string, change: (data: Data) => void): string | undefined => {
  const before = parse(text) as Data
  const after = structuredClone(before)
  change(after)
  return editYaml(text, before, after)
}
const rule = (data: Data, at: number): Data => (data as { rules: Data[] }).rules[at] ?? {}

test.each([
  {
    name: 'a value becomes a list, and comments stay',
    text: '# top\nrules:\n  - name: a # first\n    match:\n      command: git push  # why\n\n  # second\n  - { name: b }\n',
    change: (data: Data) => (rule(data, 0)['match'] = { command: ['git push', '!git push x'] }),
    is: '# top\nrules:\n  - name: a # first\n    match:\n      command:\n        - git push\n        - "!git push x"  # why\n\n  # second\n  - { name: b }\n',
  },
  {
    name: 'a key is added behind the last, in front of what follows',
    text: 'rules:\n- name: a\n  deny: >-\n    Long\n    text.\n\n- name: b\n',
    change: (data: Data) => (rule(data, 0)['examples'] = { proceed: ['ls'] }),
    is: 'rules:\n- name: a\n  deny: >-\n    Long\n    text.\n  examples:\n    proceed:\n      - ls\n\n- name: b\n',
  },
  {
    name: 'flow stays flow',
    text: 'rules: [{ name: a, match: { command: [x] } }, { name: b }] # all\n',
    change: (data: Data) => {
      rule(data, 0)['match'] = { command: ['x', '!y'] }
      rule(data, 1)['examples'] = { proceed: ['ls'] }
    },
    is: 'rules: [{ name: a, match: { command: [x, "!y"] } }, { name: b, examples: {proceed: [ls]} }] # all\n',
  },
  {
    name: 'an empty key is filled, and a last line without its end is ended',
    text: 'overrides:\nrules:\n  - name: a',
    change: (data: Data) => {
      data['overrides'] = { a: { enabled: false } }
      data['rules'] = [...(data['rules'] as unknown[]), { name: 'b' }]
    },
    is: 'overrides:\n  a:\n    enabled: false\nrules:\n  - name: a\n  - name: b\n',
  },
  {
    name: 'an alias is not written through',
    text: 'all: &all { command: x }\nrules:\n  - { name: a, match: *all }\n',
    change: (data: Data) => (rule(data, 0)['match'] = { command: 'y' }),
    is: undefined,
  },
])('$name', ({ text, change, is }) => {
  expect(edited(text, change)).toBe(is)
})

test('whatever the file holds and however it is written, it says what was meant', () => {
  const word = fc.stringMatching(/^[a-z!*: #'"{},[\]-]{1,8}$/)
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 3 }, word, fc.integer(), tie('map'), tie('list')),
    map: fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), tie('tree'), { maxKeys: 3 }),
    list: fc.array(tie('tree'), { maxLength: 3 }),
  }))
  check(
    fc.property(
      fc.record({ hooks: tree, more: tree }),
      tree,
      fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
      (data, added, collectionStyle) => {
        const before = JSON.parse(JSON.stringify(data)) as Data
        const after = structuredClone(before)
        for (const [key, value] of Object.entries(before)) {
          if (Array.isArray(value)) after[key] = [...(value as unknown[]), added]
          else after[key] = typeof value === 'object' && value !== null ? { ...value, zz: added } : added
        }
        after['fresh'] = added
        const edit = editYaml(stringify(before, { collectionStyle }), before, after)
        expect(edit === undefined ? undefined : parse(edit)).toEqual(after)
      },
    ),
    { numRuns: runs(200) },
  )
})
