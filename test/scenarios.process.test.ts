// Each document of test/scenarios/*.yaml: files, then payloads through the built command, then what must have come of them.
// SCENARIOS names another directory of such documents to play.
import { describe, test } from 'vitest'
import { playScenario } from './support/scenario.ts'
import { commandScenarios, shown } from './support/scenarios.ts'

describe.each(commandScenarios.map((scenario) => [shown(scenario), scenario] as const))(
  '%s',
  (_id, scenario) => {
    test('holds', async () => {
      await playScenario(scenario)
    })
  },
)
