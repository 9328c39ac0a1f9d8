/** As `toISOString` says it, whose first call takes 0.9 MB. `ms` since 1970, up to the year 9999. */
export function isoTime(ms: number): string {
  const at = new Date(ms)
  const day = [two(at.getUTCFullYear(), 4), two(at.getUTCMonth() + 1), two(at.getUTCDate())]
  const time = [two(at.getUTCHours()), two(at.getUTCMinutes()), two(at.getUTCSeconds())]
  return `${day.join('-')}T${time.join(':')}.${two(at.getUTCMilliseconds(), 3)}Z`
}

function two(value: number, digits = 2): string {
  return String(value).padStart(digits, '0')
}
