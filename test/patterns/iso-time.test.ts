import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoTime } from '../../src/patterns/text/iso-time.ts'
import { check } from '../support/check.ts'

const first = Date.UTC(0, 0, 1) // the four digits of a year
const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

test('is what a date says, in every year of four digits', () => {
  check(
    fc.property(fc.integer({ min: first, max: last }), (ms) => isoTime(ms) === new Date(ms).toISOString()),
  )
})

test.each([
  '2024-02-29T23:59:59.999Z',
  '2000-03-01T00:00:00.000Z',
  '1900-02-28T12:00:00.001Z',
  '1969-12-31T23:59:59.999Z',
])('%s', (text) => expect(isoTime(Date.parse(text))).toBe(text))
