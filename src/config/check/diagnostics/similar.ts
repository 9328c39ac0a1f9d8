/** The name that was probably meant, or undefined when none is near. */
export function nearest(
  written: string,
  names: readonly string[],
  maxDistance = Math.max(1, Math.floor(written.length / 3)),
): string | undefined {
  const same = names.find((name) => normalizeName(name) === normalizeName(written))
  if (same !== undefined) return same
  if (written.length > 100) return undefined
  const near = names
    .map((name) => ({ name, edits: distance(written, name) }))
    .filter(({ edits }) => edits <= maxDistance)
  return near.sort((a, b) => a.edits - b.edits)[0]?.name
}

const normalizeName = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '')

/** Insertions, deletions, replacements and swapped neighbours between two words. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}
