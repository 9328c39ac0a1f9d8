// A clock that stands still: timers, and what scripts are timed by, move only where a test says so. Processes run on.
import { vi } from 'vitest'
import { pause } from './time.ts'

/** Undone by `startClock()`. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'hrtime'] })
}

/** First lets time pass for what waits by the stopped clock: it would wait for ever, and a script hold its place. */
export async function startClock(): Promise<void> {
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
}

/** Lets time pass until the work is done. */
export async function passUntilDone<T>(work: Promise<T>): Promise<T> {
  const end = { isReached: false }
  const reach = (): void => void (end.isReached = true)
  work.then(reach, reach)
  while (!end.isReached) {
    await vi.advanceTimersByTimeAsync(25)
    await pause(5)
  }
  return work
}
