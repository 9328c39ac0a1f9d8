import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { reporter } from './test/support/reporter.ts'

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

/** Of the change since HOOKS_BASE, by default the last commit; none where Git does not answer. */
function changedFiles(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const base = process.env['HOOKS_BASE'] ?? 'HEAD~1'
    return git('diff', '--name-only', base) + git('ls-files', '--others', '--exclude-standard')
  } catch {
    return ''
  }
}

export default defineConfig(({ mode }) => {
  const isNightly = mode === 'nightly'
  // Cases made by chance are the same in every run, except in the nightly one.
  const seed = process.env['HOOKS_SEED'] ?? String(isNightly ? Date.now() % 2 ** 31 : 20)
  if (isNightly) process.stdout.write(`HOOKS_SEED=${seed} repeats this run\n`)
  const env = { HOOKS_SEED: seed, HOOKS_CHANGED: changedFiles(), ...(isNightly && { HOOKS_NIGHTLY: '1' }) }
  // Vitest reads this file again for each project, in the mode "test": what depends on the mode is named here.
  const byMode = { env, testTimeout: isNightly ? 3_600_000 : 300_000 } // stops hanging tests; quick ones set their own limits
  const project = (name: string, more: object) => ({
    extends: true as const,
    test: { name, ...byMode, ...more },
  })
  return {
    test: {
      pool: 'forks',
      maxWorkers: Math.max(2, availableParallelism()),
      sequence: { sequencer: SlowFirst },
      hookTimeout: 300_000,
      reporters: ['default', reporter],
      setupFiles: ['test/support/seed.ts', 'test/support/after-file.ts'],
      tags: [{ name: 'long', description: 'has many more cases in npm run test:nightly' }],
      projects: [
        project('in-process', {
          include: ['test/**/*.test.ts'],
          exclude: Object.values(named),
          isolate: false,
        }),
        project('processes', {
          include: [named.processes],
          globalSetup: 'test/support/code-cache.ts',
          isolate: false,
        }),
        project('clients', { include: [named.clients], env: { ...env, HOOKS_CLIENTS: '1' } }),
        project('faults', { include: [named.faults] }),
      ],
    },
  }
})
