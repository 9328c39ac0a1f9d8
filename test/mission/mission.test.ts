import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const script = path.resolve(import.meta.dirname, '../../scripts/mission.mjs')
const found = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as object

test('each behaviour has a scenario and a mutant, or waits for something; pages of examples name what their tests do', () => {
  expect(found).toEqual({ missing: [], played: [], unmutated: [], unknown: [], untested: [] })
})
