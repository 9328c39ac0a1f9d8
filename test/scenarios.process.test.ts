// Each document of test/scenarios/*.yaml: files, then payloads through the built command, then what must have come of them.
// SCENARIOS names another directory of such documents to play.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { playScenario, type Scenario } from './support/scenario.ts'

const dir = process.env.SCENARIOS ?? path.join(import.meta.dirname, 'scenarios')
const scenarios = readdirSync(dir)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => parseAllDocuments(readFileSync(path.join(dir, file), 'utf8')))
  .map((document) => document.toJS() as Scenario)
  .filter(({ mode }) => mode !== 'lib') // what needs a whole agent is played by the test of the library
  .map((scenario) => [shown(scenario), scenario] as const)

describe.each(scenarios)('%s', (_id, scenario) => {
  test('holds', { timeout: 60_000 }, async () => {
    await playScenario(scenario)
  })
})

function shown({ id, from }: Scenario): string {
  return from === undefined ? id : `${id} (${from.join(', ')})`
}
