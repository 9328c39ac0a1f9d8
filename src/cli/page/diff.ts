// A diff of settings for people: of a whole file the first entry, elsewhere the first of those that differ only in their texts.
import { plural } from '../../patterns/text/terminal-text.ts'
import type { Paint } from './page.ts'

/** `+    "Stop": [` up to `+    ],` at the same depth. */
interface Entry {
  readonly name: string
  readonly start: string
  readonly lines: readonly string[]
}

/** Of a file without entries that is new, or goes. */
const MAX_WHOLE_LINES = 16

/** A line of a diff. */
export function paintDiff(line: string, paint: Paint): string {
  return line.startsWith('+')
    ? paint('green', line)
    : line.startsWith('-')
      ? paint('red', line)
      : paint('dim', line)
}

export function shortDiff(diff: string): string {
  const lines = diff.trimEnd().split('\n')
  const isWhole = /^@@ (?:-0,0 |\S+ \+0,0 )/.test(diff)
  const shown = folded(lines, isWhole)
  const more = shown.length - MAX_WHOLE_LINES
  if (!isWhole) return fewHunks(shown)
  if (more < 2 || shown.some((line) => /^[+-]\s+…/.test(line))) return shown.join('\n')
  return [...shown.slice(0, MAX_WHOLE_LINES), `${shown[1]?.[0]} … ${more} more lines`].join('\n')
}

const MAX_HUNKS = 4
const MAX_CONTEXT = 100

function fewHunks(lines: readonly string[]): string {
  const starts = lines.flatMap((line, at) => (line.startsWith('@@ ') ? [at] : []))
  const shown = lines.slice(0, starts[MAX_HUNKS])
  const short = shown.map((line) =>
    line.startsWith(' ') && line.length > MAX_CONTEXT ? `${line.slice(0, MAX_CONTEXT)}…` : line,
  )
  const left = starts.length - MAX_HUNKS
  return [...short, ...(left > 0 ? [`… ${left} more like these`] : [])].join('\n')
}

/** In a whole file all entries are alike. */
function folded(lines: readonly string[], isWhole: boolean): readonly string[] {
  const shown: string[] = []
  const shapes = new Set<string>()
  let alike: Entry[] = []
  const tell = (): void => {
    const [first] = alike
    const names = alike.map(({ name }) => name).join(', ')
    if (first !== undefined)
      shown.push(`${first.start}… ${plural(alike.length, 'more event')}${isWhole ? '' : ' alike'}: ${names}`)
    alike = []
  }
  for (let at = 0; at < lines.length;) {
    const entry = entryAt(lines, at)
    const shape = entry && `${entry.start}${isWhole ? '' : shapeOf(entry)}`
    if (entry !== undefined && shape !== undefined && shapes.has(shape)) alike.push(entry)
    else {
      tell()
      shown.push(...(entry?.lines ?? lines.slice(at, at + 1)))
      if (shape !== undefined) shapes.add(shape)
    }
    at += entry?.lines.length ?? 1
  }
  tell()
  return shown
}

function entryAt(lines: readonly string[], at: number): Entry | undefined {
  const [, start, name] = /^([+-]\s+)"(\w+)": \[$/.exec(lines[at] ?? '') ?? []
  if (start === undefined || name === undefined) return undefined
  const end = lines.findIndex(
    (line, index) => index > at && !line.startsWith(`${start} `) && !line.startsWith(`${start}\t`),
  )
  const last = lines[end]
  return last === `${start}]` || last === `${start}],`
    ? { name, start, lines: lines.slice(at, end + 1) }
    : undefined
}

/** Its keys, without their values; not every event has a matcher. */
function shapeOf({ lines }: Entry): string {
  return lines
    .slice(1)
    .filter((line) => !/^[+-]\s+"matcher": /.test(line))
    .map((line) => line.replace(/: (?:".*"|\d+)/, '').replace(/,$/, ''))
    .join('\n')
}
