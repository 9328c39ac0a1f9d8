/** A whole number below `n`. */
export type Random = (n: number) => number

/** The same numbers for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (((mixed ^ (mixed >>> 14)) >>> 0) % 1_000_003) % n
  }
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[random(items.length)] as T // no list here is empty
}

/** In single quotes. */
export function single(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
