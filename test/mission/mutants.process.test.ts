// What each mutant breaks is noticed by a scenario of its behaviour.
import { describe, expect, test } from 'vitest'
import { playInLibrary } from '../support/scenario-lib.ts'
import { playScenario } from '../support/scenario.ts'
import { commandScenarios, libraryScenarios } from '../support/scenarios.ts'
import { buildMutants, mutants, problemOf, sourceOf } from '../support/mutants.ts'

const shows = (id: string) => (scenario: { readonly from?: readonly string[] | undefined }) =>
  scenario.from?.includes(id) === true

describe.each(Object.entries(mutants))('%s', (id, mutant) => {
  test('fits the source', () => {
    expect(problemOf(mutant, sourceOf)).toBeUndefined()
  })

  test('is of a behaviour that a scenario shows', () => {
    expect([...libraryScenarios, ...commandScenarios].some(shows(id))).toBe(true)
  })
})

test('a scenario fails for each mutant, and none without one', { tags: 'long' }, async () => {
  const build = await buildMutants()
  const survivors: string[] = []
  for (const id of Object.keys(mutants)) {
    expect(await firstFailure(id, '', build)).toBeUndefined()
    if ((await firstFailure(id, id, build)) === undefined) survivors.push(id)
  }
  expect(survivors).toEqual([])
})

/** What the scenarios of a behaviour say, up to the first that fails. */
async function firstFailure(
  id: string,
  mutant: string,
  build: Awaited<ReturnType<typeof buildMutants>>,
): Promise<string | undefined> {
  const plays = [
    ...libraryScenarios
      .filter(shows(id))
      .map((scenario) => async () => playInLibrary(scenario, await build.library(mutant))),
    ...commandScenarios
      .filter(shows(id))
      .map((scenario) => async () => playScenario(scenario, build.command(mutant))),
  ]
  for (const play of plays) {
    const failure = await play().then(() => undefined, String)
    if (failure !== undefined) return failure
  }
  return undefined
}
