import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hideDeep } from '../../src/patterns/secrets/hide-deep.ts'
import { hideSecrets } from '../../src/patterns/secrets/secrets.ts'
import { made, named, phrases, tokens } from './data/secret-kinds.ts'

/** Where a text of any kind can stand. */
const around: Readonly<Record<string, (text: string) => string>> = {
  'bare text': (text) => `please use ${text} for it`,
  'a JSON field': (text) => JSON.stringify({ note: text, at: 1 }),
  'an assignment': (text) => `export NOTE='${text}'`,
  'an argument': (text) => `deploy --note "${text}" --dry-run`,
  'a header': (text) => `X-Note: ${text}\nAccept: */*`,
}

/** What a name and its value look like in texts. */
const assigned: Readonly<Record<string, (name: string, value: string) => string>> = {
  'bare text': (name, value) => `the ${name.toLowerCase().replaceAll('_', ' ')} is ${value}`,
  'a JSON field': (name, value) => JSON.stringify({ [name.toLowerCase()]: value, at: 1 }),
  'an assignment': (name, value) => `export ${name}='${value}' && make`,
  'an argument': (name, value) => `deploy --${name.toLowerCase().replaceAll('_', '-')} '${value}' --dry-run`,
  YAML: (name, value) => `db:\n  ${name.toLowerCase()}: ${value}\n  port: 5432`,
}

const cases = [
  ...Object.entries(tokens).flatMap(([kind, make]) =>
    Object.entries(around).map(([place, put]) => ({ kind, place, secret: make(), put })),
  ),
  ...Object.entries(phrases).flatMap(([kind, say]) =>
    Object.entries(around).map(([place, put]) => ({
      kind,
      place,
      secret: made(20),
      put: (secret: string) => put(say(secret)),
    })),
  ),
  ...Object.entries(named).flatMap(([kind, make]) =>
    Object.entries(assigned).map(([place, put]) => ({
      kind,
      place,
      secret: make(),
      put: (secret: string) => put(kind, secret),
    })),
  ),
]

test('at least 66 kinds in 5 places', () => {
  expect(new Set(cases.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(66)
  expect(new Set(cases.map(({ kind, place }) => `${kind} in ${place}`)).size).toBe(cases.length)
})

test.each(cases)('$kind is masked in $place', ({ secret, put }) => {
  const text = put(secret)
  expect(hideSecrets(text, '***')).not.toContain(secret)
  expect(hideSecrets(text, '***')).toContain('***')
})

const harmless = readFileSync(path.join(import.meta.dirname, 'data/harmless-texts.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')

test('at most 1 of 200 harmless texts is touched', () => {
  const touched = harmless.filter((text) => {
    const value = { content: text, lines: [text] }
    return hideSecrets(text, '***') !== text || hideDeep(value, { replace: '***', record: true }) !== value
  })
  expect(harmless.length).toBeGreaterThanOrEqual(200)
  expect(touched.slice(Math.floor(harmless.length / 200))).toEqual([])
})
