// test/corpus.json: what random tests failed with, by the name of the test; played before any new case.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { isNightly } from './seed.ts'

const root = path.resolve(import.meta.dirname, '../..')
const file = path.join(root, 'test/corpus.json')

type Corpus = Readonly<Record<string, readonly unknown[]>>

export const readCorpus = (): Corpus => JSON.parse(readFileSync(file, 'utf8')) as Corpus // the file is ours

const last = { test: '', properties: 0 }

/** Of the property that the running test checks now: its first, its second and so on. */
export function knownCounterexamples(): { readonly name: string; readonly known: readonly unknown[] } {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const test = `${path.relative(root, testPath)} > ${currentTestName}`
  Object.assign(last, { test, properties: last.test === test ? last.properties + 1 : 1 })
  const name = last.properties === 1 ? test : `${test} #${last.properties}`
  return { name, known: readCorpus()[name] ?? [] }
}

/** Puts it into the corpus in a nightly run, else says what to add. */
export function keepCounterexample(name: string, counterexample: unknown): string {
  const corpus = readCorpus()
  const known = corpus[name] ?? []
  const text = JSON.stringify(counterexample)
  if (known.some((each) => JSON.stringify(each) === text)) return 'a case of test/corpus.json fails again\n'
  if (!isNightly) return `to keep the case: in test/corpus.json, ${JSON.stringify(name)}: [${text}]\n`
  const entries = Object.entries({ ...corpus, [name]: [...known, counterexample] })
  const sorted = Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(sorted, undefined, 2)}\n`)
  return 'the case stands in test/corpus.json now\n'
}
