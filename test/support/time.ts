// Waiting and limits that hold on a busy machine, too.
import { expect } from 'vitest'

/** Only against hanging: less than a test may take. */
const PATIENCE_MS = 100_000
const { setTimeout: startTimer } = globalThis // the real one, whatever clock a test sets

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => startTimer(resolve, ms))
}

/** Waits until it holds. */
export async function until(holds: () => unknown): Promise<void> {
  const ends = performance.now() + PATIENCE_MS
  while ((await holds()) !== true) {
    if (performance.now() > ends) throw new Error(`it never came to hold: ${String(holds)}`)
    await pause(10)
  }
}

/** As `expect.poll`, whose second is a limit of its own. */
export function eventually<T>(look: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 20 })
}

/** Milliseconds of CPU that this process spends on it. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return spentSince(before)
}

export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return spentSince(before)
}

/** How many times as long as its CPU time a piece of work takes at this moment; 1 on an idle machine. */
export function slowness(): number {
  const began = performance.now()
  const before = process.cpuUsage()
  while (spentSince(before) < 25);
  return Math.max(1, (performance.now() - began) / spentSince(before))
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
