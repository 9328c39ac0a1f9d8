const DAY_MS = 86_400_000

/** A time as ISO 8601 in UTC. A Date would read the time zone, which costs more than the rest of a ledger line. */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms)
  const days = Math.floor(whole / DAY_MS)
  const rest = whole - days * DAY_MS
  const [hours, minutes, seconds] = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map((part) =>
    two(Math.floor(part)),
  )
  return `${dateOf(days)}T${hours}:${minutes}:${seconds}.${String(rest % 1000).padStart(3, '0')}Z`
}

/** The day by its number since 1970, counted in eras of 400 years that begin in March. */
function dateOf(days: number): string {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const year = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const day = dayOfEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100))
  const month = Math.floor((5 * day + 2) / 153)
  const january = month >= 10 ? 1 : 0
  return `${era * 400 + year + january}-${two(january === 1 ? month - 9 : month + 3)}-${two(day - Math.floor((153 * month + 2) / 5) + 1)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
