import type { Place } from '../../model/types.ts'

/** A part of a text: where it begins and how long it is. */
export type TextRange = readonly [offset: number, length: number]

/** The place of a part of a one-line text, plain or quoted; otherwise the place of the whole text. */
export function placeOfRange(whole: Place, written: string | undefined, [offset, length]: TextRange): Place {
  if (written === undefined || /[\n\r]/.test(written) || /^[|>&*!]/.test(written)) return whole
  const quote = /^['"]/.exec(written)?.[0]
  if (quote === '"' && written.includes('\\')) return whole
  const start = quote === undefined ? offset : 1 + offset + escapedQuotes(written, offset)
  return {
    ...whole,
    column: whole.column + start,
    length: Math.max(1, Math.min(length, written.length - start)),
  }
}

/** A quote inside single quotes is written twice: how many stand before. */
function escapedQuotes(written: string, offset: number): number {
  if (!written.startsWith("'")) return 0
  return written.slice(1).replaceAll("''", '\0').slice(0, offset).split('\0').length - 1
}
