import type { Diagnostic, Place } from '../../../model/types.ts'
import type { ConvertedYaml, CollectionOrigin } from './convert.ts'
import { type DataPath, valueAt } from '../rules-of.ts'
import type { TextLines } from './lines.ts'

export interface SourceText {
  /** As it is shown. */
  readonly file: string
  /** Absolute. */
  readonly path: string
  readonly text: string
}

/** A file's data, with the place of each part. */
export interface ParsedDocument {
  readonly source: SourceText
  /** Plain data; mappings have no prototype. An empty file is `{}`. */
  readonly value: unknown
  /** Where a value or its key stands; the nearest part around it when there is none. */
  place(path: DataPath, on?: 'key' | 'value'): Place
  /** A value as it is written. */
  text(path: DataPath): string | undefined
  /** What was reported when it was read. */
  readonly diagnostics: readonly Diagnostic[]
  /** One of those concerns this place, and `value` does not have there what was meant. */
  isHidden(at: Place): boolean
}

type Range = readonly [number, number]

interface DocumentParts {
  readonly source: SourceText
  readonly lines: TextLines
  readonly converted: ConvertedYaml
  readonly holes: readonly Range[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What was converted, with the places of its parts. */
export function createDocument({
  source,
  lines,
  converted,
  holes,
  diagnostics,
}: DocumentParts): ParsedDocument {
  const { origins } = converted
  const value = converted.value === null ? Object.create(null) : converted.value

  function place(path: DataPath, on: 'key' | 'value' = 'value'): Place {
    const { start, end } = rangeOf(converted, path, on)
    return lines.place(start, end)
  }

  function text(path: DataPath): string | undefined {
    const last = path.at(-1)
    const origin = origins.get(valueAt(converted.value, last === undefined ? path : path.slice(0, -1)))
    const span = last === undefined ? origin : origin && entryOf(origin, last)?.value
    return span ? source.text.slice(span.start, span.end) : undefined
  }

  const covers = coveredBy(holes)
  function isHidden(at: Place): boolean {
    const start = lines.startOf(at.line) + at.column - 1
    return covers(start, start + (at.length ?? 1))
  }

  return { source, value, place, text, diagnostics, isHidden }
}

/** Whether one of the ranges touches another one. */
function coveredBy(ranges: readonly Range[]): (start: number, end: number) => boolean {
  const joined: [number, number][] = []
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return (start, end) => {
    let low = 0
    let high = joined.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((joined[middle]?.[1] ?? 0) < start) low = middle + 1
      else high = middle
    }
    return (joined[low]?.[0] ?? Infinity) <= end
  }
}

interface NodeSpan {
  readonly start: number
  readonly end: number
}

function entryOf({ keys, spans, aliases }: CollectionOrigin, step: string | number) {
  const at = keys === undefined ? step : keys.indexOf(String(step))
  if (typeof at !== 'number' || at < 0 || at * 4 >= spans.length) return undefined
  const [key, value] = [spanAt(spans, at * 4), spanAt(spans, at * 4 + 2)]
  return { key, value, isAlias: aliases?.has(at) === true }
}

function spanAt(spans: readonly number[], at: number): NodeSpan | undefined {
  const start = spans[at] ?? -1
  return start === -1 ? undefined : { start, end: spans[at + 1] ?? start }
}

/** A key's range, or a value's; of a block of lines only its first key. */
function rangeOf({ value, origins }: ConvertedYaml, path: DataPath, on: 'key' | 'value'): NodeSpan {
  const top = origins.get(value)
  let here = value
  let range: NodeSpan = top === undefined ? { start: 0, end: 1 } : firstEntry(top)
  for (let depth = 0; depth < path.length; depth++) {
    const step = path[depth] ?? ''
    const origin = origins.get(here)
    const entry = origin && entryOf(origin, step)
    if (entry === undefined) return range
    here = (here as Readonly<Record<string | number, unknown>>)[step] // it has an entry of this name
    const wanted = on === 'key' && depth === path.length - 1 ? entry.key : entry.value
    const found = wanted ?? entry.value ?? entry.key
    const inner = found === entry.value && !entry.isAlias ? origins.get(here) : undefined
    range = inner === undefined ? (found ?? { start: 0, end: 1 }) : firstEntry(inner)
  }
  return range
}

function firstEntry(origin: CollectionOrigin): NodeSpan {
  const first = origin.flow ? undefined : (spanAt(origin.spans, 0) ?? spanAt(origin.spans, 2))
  return first ?? origin
}
