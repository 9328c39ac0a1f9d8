import type { EngineStats } from '../run/call.ts'

/** The last calls count. */
const MAX_TIMES = 1000
const MAX_PROJECTS = 1000

interface Tally {
  /** Calls that are being judged. */
  open(): number
  idleMs(): number
  timed<T>(cwd: string, work: () => Promise<T>): Promise<T>
  said(): EngineStats
}

/** `projectOf` is asked once of each directory. */
export function createTally(projectOf: (cwd: string) => string): Tally {
  const since = Date.now()
  const times: number[] = []
  const projects = new Map<string, string>()
  let [open, calls, last] = [0, 0, performance.now()]
  const part = (share: number): number => {
    const sorted = times.toSorted((one, two) => one - two)
    return Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 100) / 100
  }
  return {
    open: () => open,
    idleMs: () => performance.now() - last,
    async timed(cwd, work) {
      const began = performance.now()
      open++
      try {
        return await work()
      } finally {
        last = performance.now()
        open--
        times[calls++ % MAX_TIMES] = last - began
        if (projects.size < MAX_PROJECTS && !projects.has(cwd)) projects.set(cwd, projectOf(cwd))
      }
    },
    said: () => ({
      pid: process.pid,
      since,
      calls,
      p50: part(0.5),
      p99: part(0.99),
      memory_mb: Math.round(process.memoryUsage.rss() / 1_048_576),
      projects: new Set(projects.values()).size,
    }),
  }
}
