// Which run an invocation of an agent is: one middleware serves many at once.
import type { Run } from '../../library/run-types.ts'

/** Runs that are kept; one that ended without `afterAgent` goes when it is the oldest. */
const MOST_RUNS = 1000

export interface Runs {
  add(run: Run): void
  get(id: unknown): Run | undefined
  end(run: Run): void
}

export function createRuns(): Runs {
  const runs = new Map<string, Run>()
  return {
    add(run) {
      runs.set(run.run_id, run)
      const [oldest] = runs.keys()
      if (runs.size > MOST_RUNS && oldest !== undefined) runs.delete(oldest)
    },
    get: (id) => (typeof id === 'string' ? runs.get(id) : undefined),
    end: (run) => void runs.delete(run.run_id),
  }
}
