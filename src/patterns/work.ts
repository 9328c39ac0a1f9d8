// The counted budget of work of one call. Reading, paths, looks at files and matching spend from it. It counts steps and reads no clock, so that a verdict depends on no load.

/** What is left to spend. */
export interface Work {
  left: number
  /** Something was left undone because nothing was left. */
  spent: boolean
}

/** A step costs about a microsecond of CPU, so all of them take about 0.4 s. */
const MAX_STEPS = 400_000

export function createWork(): Work {
  return { left: MAX_STEPS, spent: false }
}

let current: Work | undefined

/** Everything that the action does spends from this work. The action is synchronous, so that no other call meets it. */
export function spendingFrom<T>(work: Work, action: () => T): T {
  const outer = current
  current = work
  try {
    return action()
  } finally {
    current = outer
  }
}

/** Gives the action half of what is left, so that what comes after it has the other half, and takes back the rest. */
export function spendingHalf<T>(action: () => T): T {
  const whole = current ?? createWork()
  const half = takePart(2, whole)
  try {
    return spendingFrom(half, action)
  } finally {
    whole.left += half.left
    whole.spent ||= half.spent
  }
}

/** Takes one of so many equal parts of what is left out of the work. */
export function takePart(parts: number, work = current ?? createWork()): Work {
  const left = Math.floor(work.left / parts)
  work.left -= left
  return { left, spent: work.spent }
}

/** Counts steps; false when nothing is left. */
export function spend(steps: number): boolean {
  if (current === undefined) return true
  current.left -= Math.ceil(steps)
  if (current.left >= 0) return true
  current.left = 0
  current.spent = true
  return false
}

/** Counts steps; throws when nothing is left. For what ends in a maybe. */
export function mustSpend(steps: number): void {
  if (!spend(steps)) throw spentError
}

/** For what spent a part of its own: the whole is not known, either. */
export function markSpent(): void {
  if (current !== undefined) current.spent = true
}

export function isSpent(): boolean {
  return current?.spent === true
}

export const SPENT = 'the call is more work than one call may be: split it into several calls'

/** One for all, as a stack costs more than the step. */
const spentError = new RangeError(SPENT)
