// A diff of settings for people: of entries that differ only in their texts the first.
import { plural } from '../../patterns/text/terminal-text.ts'

/** `+    "Stop": [` up to `+    ],` at the same depth. */
interface Entry {
  readonly name: string
  readonly start: string
  readonly lines: readonly string[]
}

export function shortDiff(diff: string): string {
  const lines = diff.trimEnd().split('\n')
  const shown: string[] = []
  const shapes = new Set<string>()
  let alike: Entry[] = []
  const tell = (): void => {
    const [first] = alike
    const names = alike.map(({ name }) => name).join(', ')
    if (first !== undefined)
      shown.push(`${first.start}… ${plural(alike.length, 'more event')} alike: ${names}`)
    alike = []
  }
  for (let at = 0; at < lines.length;) {
    const entry = entryAt(lines, at)
    const shape = entry && `${entry.start}${shapeOf(entry)}`
    if (entry !== undefined && shape !== undefined && shapes.has(shape)) alike.push(entry)
    else {
      tell()
      shown.push(...(entry?.lines ?? lines.slice(at, at + 1)))
      if (shape !== undefined) shapes.add(shape)
    }
    at += entry?.lines.length ?? 1
  }
  tell()
  return shown.join('\n')
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
