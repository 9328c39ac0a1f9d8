// Waiting, and CPU time, on a machine that may be busy.

/** Only against hanging: less than a test may take. */
export const PATIENCE_MS = 100_000
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

/** Milliseconds of CPU that this process spends on it. */
export function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  return spentSince(before)
}

export async function cpuMsOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return spentSince(before)
}

/** How many times as much CPU as on an idle machine work costs now; at least 1. A busy neighbour makes it dearer. */
export function cpuPrice(): number {
  return Math.max(1, Math.min(...[1, 2, 3].map(() => cpuMs(sample))) / IDLE_SAMPLE_MS)
}

const IDLE_SAMPLE_MS = 5

function sample(): number {
  const rows = Array.from({ length: 4000 }, (_, at) => ({ at, text: `order ${(at * 7919) % 4001} of tea` }))
  const texts = rows.map(({ text }) => text.replace(/\d+/, (digits) => digits.padStart(5, '0'))).sort()
  return JSON.stringify(JSON.parse(JSON.stringify({ rows, texts }))).length
}

function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
