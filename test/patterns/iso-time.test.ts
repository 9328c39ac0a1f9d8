import { assert, date, property } from 'fast-check'
import { test } from 'vitest'
import { isoTime } from '../../src/store/ledger/append.ts'

test('a time is written as toISOString does', () => {
  const years = date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  assert(property(years, (at) => isoTime(at.getTime()) === at.toISOString()))
})
