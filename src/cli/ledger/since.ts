import { parseDuration } from '../../patterns/text/duration.ts'

const DAY_MS = 86_400_000
/** Years of four digits only: their texts are in the order of their times. */
const LAST_MS = Date.UTC(9999, 11, 31)

/** A day or time where the reader is, or how long ago, as ISO 8601 in UTC; undefined when it is none of these. */
export function sinceTime(written: string, now: number): string | undefined {
  const ms = agoTime(written, now) ?? dateTime(written)
  return ms === undefined || !(ms >= 0 && ms < LAST_MS) ? undefined : new Date(ms).toISOString()
}

function agoTime(written: string, now: number): number | undefined {
  const [, days] = /^(\d{1,6})d$/.exec(written) ?? []
  const ago = days === undefined ? duration(written) : Number(days) * DAY_MS
  return ago === undefined ? undefined : now - ago
}

function duration(written: string): number | undefined {
  return /[a-z]$/.test(written) ? parseDuration(written) : undefined
}

function dateTime(written: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/.test(written))
    return undefined
  // A day alone would be read as one in UTC.
  return Date.parse(written.length === 10 ? `${written}T00:00` : written)
}
