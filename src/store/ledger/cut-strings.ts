// Of long strings the beginning and the end are kept: a payload is kept to be replayed, not to hold an output.

const KEPT = 8192
/** Read beyond what is kept, so that no secret is cut in half before it is masked. */
const OVERLAP = 4096
const PIECE = KEPT + OVERLAP

const seam = /\n\0(\d+)\0\n/
const mark = /\[hooks: \d+ characters were not kept\]/

/** The value with a seam in each long string; the same value when none is long. */
export function cutStrings(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= 2 * PIECE
      ? value
      : `${value.slice(0, PIECE)}\n\0${value.length}\0\n${value.slice(-PIECE)}`
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  const cut = entries.map(([key, inner]: [string, unknown]) => [key, cutStrings(inner)] as const)
  if (cut.every(([, inner], at) => inner === entries[at]?.[1])) return value
  return Array.isArray(value) ? cut.map(([, inner]) => inner) : Object.fromEntries(cut)
}

/** JSON, masked, whose strings lose what was only read for the mask, and say how much was not kept. */
export function closeSeams(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (_key, value: unknown) => (typeof value === 'string' ? close(value) : value)),
  )
}

function close(text: string): string {
  const found = seam.exec(text)
  if (found === null) return text
  const head = text.slice(0, found.index).slice(0, -OVERLAP)
  const tail = text.slice(found.index + found[0].length).slice(OVERLAP)
  const missing = Number(found[1]) - head.length - tail.length
  return `${head}\n[hooks: ${missing} characters were not kept]\n${tail}`
}

/** Was some of it not kept? */
export function isCut(json: string): boolean {
  return mark.test(json)
}
