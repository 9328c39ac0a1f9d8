// Expectations that hold on a busy machine.
import { expect } from 'vitest'
import { cpuMsOf, cpuPrice, PATIENCE_MS } from './time.ts'

/** As `expect.poll`, whose second is a limit of its own. */
export function eventually<T>(look: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 20 })
}

const MAX_TRIES = 6
/** Room for a garbage collection. */
const NOISE_MS = 60

/** Expects that twice the size takes at most thrice the CPU. What is over is measured again: the least of each counts. */
export async function expectLinear(work: (size: number) => unknown, size: number): Promise<void> {
  let [half, whole, tries] = [Infinity, Infinity, 0]
  do {
    half = Math.min(half, await cpuMsOf(() => work(Math.ceil(size / 2))))
    whole = Math.min(whole, await cpuMsOf(() => work(size)))
  } while (whole >= 3 * half + NOISE_MS && ++tries < MAX_TRIES)
  expect(whole).toBeLessThan(3 * half + NOISE_MS)
}

/** Expects that it costs less CPU than that on an idle machine. What is over is measured again. */
export async function expectCheap(work: () => unknown, idle_ms: number): Promise<void> {
  let [least, most, tries] = [Infinity, idle_ms, 0]
  do {
    least = Math.min(least, await cpuMsOf(work))
    if (least >= most) most = Math.max(most, idle_ms * cpuPrice())
  } while (least >= most && ++tries < MAX_TRIES)
  expect(least).toBeLessThan(most)
}
