// test/corpus.json names tests that are there: what it holds is played.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readCorpus } from './support/corpus.ts'

const root = path.resolve(import.meta.dirname, '..')

test.each(Object.keys(readCorpus()))('%s', (name) => {
  const [file = '', ...names] = name.replace(/ #\d+$/, '').split(' > ')
  expect(readFileSync(path.join(root, file), 'utf8')).toContain(names.at(-1))
})

test('each of its counterexamples is there once', () => {
  for (const [name, known] of Object.entries(readCorpus())) {
    const texts = known.map((each) => JSON.stringify(each))
    expect({ name, texts }).toEqual({ name, texts: [...new Set(texts)] })
  }
})
