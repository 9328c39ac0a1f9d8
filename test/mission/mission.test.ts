import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = path.resolve(import.meta.dirname, '../../scripts/mission.mjs')
const found = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as {
  readonly open: readonly string[]
  readonly unknown: readonly object[]
}

test('every behaviour has a test that shows it, or says what it waits for', () => {
  expect(found.open).toEqual([])
})

test('no test names a behaviour that there is not', () => {
  expect(found.unknown).toEqual([])
})
