import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { diagnosticCodes } from '../../src/model/errors.ts'

const docs = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const sections = docs.split(/^## /m).slice(1)
const headings = sections.map((section) => section.slice(0, section.indexOf('\n')))

test('docs/errors.md has a heading for each code, in the order of the table', () => {
  expect(headings).toEqual(Object.keys(diagnosticCodes))
})

test('the table of codes is alphabetical', () => {
  expect(Object.keys(diagnosticCodes)).toEqual(Object.keys(diagnosticCodes).toSorted())
})

test.each(sections)('says why and what to do: %s', (section) => {
  expect(section).toMatch(/^[a-z-]+\n\n\S[^]+\n\n\*\*Fix:\*\* \S/)
})
