import type { Clock } from '../model/types.ts'

/** The machine's clock; `elapsed` is monotonic, and by `hrtime` because `performance` would load a module for it. */
export function createClock(): Clock {
  return { now: () => Date.now(), elapsed }
}

function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
