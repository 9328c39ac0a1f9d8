// Cases made by chance: the same few hundred in every run, thousands of new ones in the long run. HOOKS_SEED names others.
import fc from 'fast-check'

export const seed = Number(process.env['HOOKS_SEED'])
fc.configureGlobal({ seed })

const isLong = process.env['HOOKS_LONG'] !== undefined

/** How many cases are tried. */
export const runs = (some: number, many = some * 100): number => (isLong ? many : some)

/** Ends a property of the long run after this time, whatever is left of its cases. */
export const longRun = (ms: number): object =>
  isLong ? { interruptAfterTimeLimit: ms, markInterruptAsFailure: false } : {}
