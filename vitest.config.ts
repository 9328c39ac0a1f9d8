import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** What a file's name says about its tests; every other file runs in a worker that it shares with others. */
const named = {
  processes: 'test/**/*.process.test.ts', // starts the built command, or looks at what its own process holds
  clients: 'test/**/*.client.test.ts', // needs agents, frameworks or a Node from the npm registry
  faults: 'test/**/*.fault.test.ts', // makes system calls of the built command fail
}

/** Each takes a minute or half of one. */
const slow =
  /\/test\/(?:scenarios|faults|doors|docs\/(?:pages|rules|writing-a-built-in)|library\/package|packaging\/checks|store\/ledger\/(?:stress|secrets))\.process\.test\.ts$|\/test\/shell\/candidates\.test\.ts$/

/** Begins with slow files, and with processes: a slow one at the end would leave the other worker idle. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, two) => rank(one) - rank(two))
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  return (project.name === 'in-process' ? 2 : 0) + (slow.test(moduleId) ? 0 : 1)
}

export default defineConfig(({ mode }) => {
  const isLong = mode === 'long'
  // Cases made by chance are the same in every run, except in the long one.
  const seed = process.env['HOOKS_SEED'] ?? String(isLong ? Date.now() % 2 ** 31 : 20)
  if (isLong) process.stdout.write(`HOOKS_SEED=${seed} repeats this run\n`)
  const env = { HOOKS_SEED: seed, ...(isLong && { HOOKS_LONG: '1' }) }
  // Vitest reads this file again for each project, in the mode "test": what depends on the mode is named here.
  const byMode = { env, testTimeout: isLong ? 1_200_000 : 120_000 } // stops hanging tests; quick ones set their own limits
  const project = (name: string, more: object) => ({
    extends: true as const,
    test: { name, ...byMode, ...more },
  })
  return {
    test: {
      pool: 'forks',
      maxWorkers: Math.max(2, availableParallelism()),
      sequence: { sequencer: SlowFirst },
      hookTimeout: 120_000,
      setupFiles: ['test/support/seed.ts'],
      tags: [{ name: 'long', description: 'has many more cases in npm run test:long' }],
      projects: [
        project('in-process', {
          include: ['test/**/*.test.ts'],
          exclude: Object.values(named),
          isolate: false,
        }),
        project('processes', { include: [named.processes], globalSetup: 'test/support/code-cache.ts' }),
        project('clients', { include: [named.clients], env: { ...env, HOOKS_CLIENTS: '1' } }),
        project('faults', { include: [named.faults] }),
      ],
    },
  }
})
