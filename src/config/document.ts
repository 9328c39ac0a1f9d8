import { isAlias } from 'yaml'
import type { Diagnostic, Place } from '../types.ts'
import type { Converted, Origin } from './convert.ts'
import { type DataPath, valueAt } from './data-path.ts'
import type { Lines } from './lines.ts'

export interface Source {
  /** As it is shown. */
  readonly file: string
  /** Absolute. */
  readonly path: string
  readonly text: string
}

/** A file's data, with the place of each part. */
export interface ParsedDocument {
  readonly source: Source
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

interface Parts {
  readonly source: Source
  readonly lines: Lines
  readonly converted: Converted
  readonly holes: readonly Range[]
  readonly diagnostics: readonly Diagnostic[]
}

/** What was converted, with the places of its parts. */
export function createDocument({ source, lines, converted, holes, diagnostics }: Parts): ParsedDocument {
  const { origins } = converted
  const value = converted.value === null ? Object.create(null) : converted.value

  function place(path: DataPath, on: 'key' | 'value' = 'value'): Place {
    const [start, end] = rangeOf(converted, path, on)
    return lines.place(start, end)
  }

  function text(path: DataPath): string | undefined {
    const parent = valueAt(converted.value, path.slice(0, -1))
    const last = path.at(-1)
    const node =
      last === undefined ? origins.get(converted.value)?.node : origins.get(parent)?.keys.get(last)?.value
    return node ? source.text.slice(node.range[0], node.range[1]) : undefined
  }

  const covers = createCover(holes)
  function isHidden(at: Place): boolean {
    const start = lines.startOf(at.line) + at.column - 1
    return covers(start, start + (at.length ?? 1))
  }

  return { source, value, place, text, diagnostics, isHidden }
}

/** Whether one of the ranges touches another one. */
function createCover(ranges: readonly Range[]): (start: number, end: number) => boolean {
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

/** A key's range, or a value's; of a block of lines only its first key. */
function rangeOf({ value, origins }: Converted, path: DataPath, on: 'key' | 'value'): Range {
  const top = origins.get(value)
  let here = value
  let range: Range = top === undefined ? [0, 1] : beginning(top)
  for (const [depth, step] of path.entries()) {
    const entry = origins.get(here)?.keys.get(step)
    if (entry === undefined) return range
    here = valueAt(here, [step])
    const wanted = on === 'key' && depth === path.length - 1 ? entry.key : entry.value
    const node = wanted ?? entry.value ?? entry.key
    const origin = node === entry.value && !isAlias(node) ? origins.get(here) : undefined
    range = origin === undefined ? [node?.range[0] ?? 0, node?.range[1] ?? 1] : beginning(origin)
  }
  return range
}

function beginning({ node, keys }: Origin): Range {
  const isFlow = 'flow' in node && node.flow
  const [entry] = isFlow ? [] : keys.values()
  const { range } = entry?.key ?? entry?.value ?? node
  return [range[0], range[1]]
}
