import type { Place } from '../../../model/types.ts'

/** A text's lines: where an offset is, as a person counts. */
export interface TextLines {
  readonly count: number
  /** The offset of a line's first character; lines count from 1. */
  startOf(line: number): number
  lineAt(offset: number): number
  /** The place of `start` to `end`, ended at its first line's end. */
  place(start: number, end: number): Place
}

export function createLines(file: string, text: string): TextLines {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const startOf = (line: number) => starts[line - 1] ?? text.length

  function lineAt(offset: number): number {
    let low = 1
    let high = starts.length
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (startOf(middle) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  function place(start: number, end: number): Place {
    const line = lineAt(start)
    const lineEnd = line < starts.length ? startOf(line + 1) - 1 : text.length
    const visibleEnd = text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd
    return {
      file,
      line,
      column: start - startOf(line) + 1,
      length: Math.max(1, Math.min(end, visibleEnd) - start),
    }
  }

  return { count: starts.length, startOf, lineAt, place }
}
