// Which run an invocation of an agent is: one middleware serves many at once.
import type { Run } from '../../library/run/run-types.ts'

/** Runs that are kept; one that ended without `afterAgent` goes when it is the oldest. */
const MAX_RUNS = 1000

export interface Runs {
  add(run: Run): void
  /** The run of an invocation; one that is not known is begun, once. */
  of(id: string | undefined, begin: () => Promise<Run>): Promise<Run>
  end(run: Run): void
}

export function createRuns(): Runs {
  const runs = new Map<string, Promise<Run>>()
  const keys = new WeakMap<Run, string>()
  const keep = (key: string, run: Promise<Run>): void => {
    runs.set(key, run)
    const [oldest] = runs.keys()
    if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest)
  }
  return {
    add(run) {
      keys.set(run, run.run_id)
      keep(run.run_id, Promise.resolve(run))
    },
    of(id, begin) {
      if (id === undefined) return begin()
      const known = runs.get(id)
      if (known !== undefined) return known
      const begun = begin().then(
        (run) => {
          keys.set(run, id)
          return run
        },
        (error: unknown) => {
          runs.delete(id)
          throw error
        },
      )
      keep(id, begun)
      return begun
    },
    end: (run) => void runs.delete(keys.get(run) ?? run.run_id),
  }
}
