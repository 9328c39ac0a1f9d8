// Limits that hold on a busy machine, too.

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
