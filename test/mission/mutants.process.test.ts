// What each mutant breaks is noticed by a scenario of its behaviour.
import { describe, expect, test } from 'vitest'
import { playInLibrary } from '../support/scenario-lib.ts'
import { playScenario } from '../support/scenario.ts'
import { commandScenarios, libraryScenarios } from '../support/scenarios.ts'
import { buildMutants, type Mutable, mutants, problemOf, sourceOf } from '../support/mutants.ts'

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

const isLong = process.env.HOOKS_LONG === '1' // a build of its own, and each scenario twice
/** MUTANTS=W1,K7 plays these alone. */
const played = process.env.MUTANTS?.split(',') ?? Object.keys(mutants)

test.runIf(isLong)('a scenario fails for each mutant, and none without one', { tags: 'long' }, async () => {
  const build = await buildMutants()
  expect(await failuresOf('', build, played)).toEqual([])
  const survivors: string[] = []
  for (const id of played) if ((await failuresOf(id, build, [id])).length === 0) survivors.push(id)
  expect(survivors).toEqual([])
})

/** What scenarios of these behaviours say when this mutant is played: of all of them, or of a mutant's own up to the first. */
async function failuresOf(
  mutant: string,
  build: Mutable,
  ids: readonly string[],
): Promise<readonly string[]> {
  const isShown = ({ from = [] }: { readonly from?: readonly string[] | undefined }): boolean =>
    from.some((id) => ids.includes(id))
  const plays = [
    ...libraryScenarios
      .filter(isShown)
      .map((scenario) => async () => playInLibrary(scenario, await build.library(mutant))),
    ...commandScenarios
      .filter(isShown)
      .map((scenario) => async () => playScenario(scenario, build.command(mutant))),
  ]
  const failures: string[] = []
  for (const play of plays) {
    await play().catch((error: unknown) => failures.push(String(error)))
    if (mutant !== '' && failures.length > 0) break
  }
  return failures
}
