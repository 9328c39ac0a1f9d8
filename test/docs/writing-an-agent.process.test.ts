// docs/writing-an-agent.md, followed to the letter in a copy of the repository.
import { describe, expect, test } from 'vitest'
import { isTouched } from '../support/part.ts'
import { isNightly } from '../support/seed.ts'
import { copyWith } from './copy.ts'

const copy = copyWith('docs/writing-an-agent.md')
/** It checks and tests a repository: half a minute on an idle machine. */
const HANGING_MS = 600_000

/** Beside its own those that go through all agents; in the nightly run all of agents, and those that list them. */
const tests = isNightly
  ? ['test/agents', ...['main', 'terminal', 'validate'].map((name) => `test/cli/${name}.test.ts`)]
  : ['test/agents/acme.test.ts', 'test/agents/agents.test.ts']

describe('docs/writing-an-agent.md', { timeout: HANGING_MS }, () => {
  const plays = isTouched('docs/writing-an-agent.md', 'src/agents', import.meta.filename)
  test.runIf(plays)('its types are right', async () => {
    expect(await copy.typeErrors('src/agents/acme.ts', 'test/agents/acme.test.ts')).toEqual([])
  })

  test.runIf(plays)('its test, and those of every agent, pass', async () => {
    const { exit, stdout } = await copy.vitest(...tests)
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringContaining('encodes a denial') })
  })
})
