import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = path.resolve(import.meta.dirname, '../../scripts/mission.mjs')
const found = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as object

test('a scenario plays each behaviour, or it says what it waits for; none plays what there is not', () => {
  expect(found).toEqual({ missing: [], played: [], unknown: [] })
})
