import { statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { daysIn, figuresFile } from './spool.ts'

const DAY_MS = 86_400_000
const MAX_DAYS = 90
const MAX_BYTES = 200_000_000

/** How much of the ledger a file keeps; absent: 90 days and 200 MB. */
export interface LedgerLimits {
  readonly ledger_days?: number
  readonly ledger_bytes?: number
}

/** The files of days above the limits with their figures, oldest first; today's are never among them. */
export function oldDays(
  project: string,
  now: number,
  { ledger_days: days = MAX_DAYS, ledger_bytes: most = MAX_BYTES }: LedgerLimits = {},
): readonly string[] {
  const [today, first] = [dayOf(now), dayOf(now - days * DAY_MS)]
  const files = ['ledger', 'contents']
    .flatMap((spool) => daysIn(join(project, spool)))
    .map((file) => ({ file, day: basename(file, '.jsonl'), size: statSync(file).size }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
  let total = files.reduce((sum, { size }) => sum + size, 0)
  return files.flatMap(({ file, day, size }) => {
    if (day >= today || (day >= first && total <= most)) return []
    total -= size
    return [file, figuresFile(file)]
  })
}

function dayOf(time: number): string {
  return new Date(Math.max(0, time)).toISOString().slice(0, 10)
}
