type Line = readonly [' ' | '-' | '+', string]

const context = 3

const same = (line: string): Line => [' ', line]
const gone = (line: string): Line => ['-', line]
const come = (line: string): Line => ['+', line]

/** A unified diff without its head; empty when nothing changes. */
export function diffLines(before: string, after: string): string {
  if (before === after) return ''
  const lines = compare(splitLines(before), splitLines(after))
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(([sign]) => sign !== ' '),
  )
  const parts: string[] = []
  let old = 1
  let fresh = 1
  for (const [at, [sign, text]] of lines.entries()) {
    if (shown[at] === true && shown[at - 1] !== true) parts.push(`@@ -${old} +${fresh} @@`)
    if (shown[at] === true) parts.push(`${sign}${text}`)
    if (sign !== '+') old++
    if (sign !== '-') fresh++
  }
  return `${parts.join('\n')}\n`
}

function splitLines(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const most = Math.min(before.length, after.length) - head
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++
  return [
    ...before.slice(0, head).map(same),
    ...changed(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ]
}

/** By the longest common subsequence; of two very long texts just the one after the other. */
function changed(before: readonly string[], after: readonly string[]): Line[] {
  if (before.length * after.length > 1_000_000) return [...before.map(gone), ...after.map(come)]
  const length = before.map(() => after.map(() => 0))
  const at = (i: number, j: number) => length[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--) {
    const row = length[i] ?? []
    for (let j = after.length - 1; j >= 0; j--) {
      row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const lines: Line[] = []
  let i = 0
  let j = 0
  while (i < before.length && j < after.length) {
    const line = before[i] ?? ''
    if (line === after[j]) lines.push(same(line))
    else if (at(i + 1, j) >= at(i, j + 1)) lines.push(gone(line))
    else lines.push(come(after[j] ?? ''))
    const [sign] = lines.at(-1) ?? [' ']
    if (sign !== '+') i++
    if (sign !== '-') j++
  }
  return [...lines, ...before.slice(i).map(gone), ...after.slice(j).map(come)]
}
