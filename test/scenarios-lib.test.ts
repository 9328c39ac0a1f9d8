// Documents of test/scenarios/*.yaml that play inside of an agent: events and runs through the library.
import { describe, test } from 'vitest'
import { playInLibrary } from './support/scenario-lib.ts'
import { libraryScenarios, shown } from './support/scenarios.ts'

describe.each(libraryScenarios.map((scenario) => [shown(scenario), scenario] as const))(
  '%s',
  (_id, scenario) => {
    test('holds', async () => {
      await playInLibrary(scenario)
    })
  },
)
