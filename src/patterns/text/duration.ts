const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const

/** Milliseconds of `200ms`, `5s`, `10m` or `1h`; a bare number is seconds. Undefined when it is none of these. */
export function parseDuration(written: unknown): number | undefined {
  if (typeof written === 'number')
    return Number.isFinite(written) && written > 0 ? Math.round(written * unit.s) : undefined
  if (typeof written !== 'string') return undefined
  const [, amount, name] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)?$/.exec(written.trim()) ?? []
  if (amount === undefined) return undefined
  const ms = Math.round(Number(amount) * unit[unitNamed(name)])
  return ms > 0 ? ms : undefined
}

/** As it would be written: in the largest unit that leaves no rest. */
export function writeDuration(ms: number): string {
  const name = (['h', 'm', 's'] as const).find((each) => ms % unit[each] === 0) ?? 'ms'
  return `${ms / unit[name]}${name}`
}

function unitNamed(name: string | undefined): keyof typeof unit {
  return name === 'ms' || name === 'm' || name === 'h' ? name : 's'
}
