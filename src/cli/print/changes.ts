// What a change changed, as the few lines that differ.
import { lines, plural } from '../../patterns/text/terminal-text.ts'
import { isObject } from '../../model/plain-object.ts'

export interface Difference {
  readonly sign: '-' | '+' | ' '
  readonly text: string
}

/** Field by field, and line by line inside a text of several lines. */
export function differences(before: unknown, after: unknown, field = ''): Difference[] {
  if (isObject(before) && isObject(after)) return fieldDifferences(before, after, field)
  if (asText(before) === asText(after)) return []
  if (typeof before === 'string' && typeof after === 'string' && isLong(before, after))
    return lineDifferences(before, after, field)
  return [...said('-', before, field), ...said('+', after, field)]
}

function fieldDifferences(
  before: Readonly<Record<string, unknown>>,
  after: typeof before,
  field: string,
): Difference[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => {
    const name = field === '' ? key : `${field}.${key}`
    if (!Object.hasOwn(after, key)) return said('-', before[key], name)
    if (!Object.hasOwn(before, key)) return said('+', after[key], name)
    return differences(before[key], after[key], name)
  })
}

function said(sign: '-' | '+', value: unknown, field: string): Difference[] {
  if (value === undefined) return []
  return lines(asText(value)).map((line, index) => ({
    sign,
    text: index === 0 && field !== '' ? `${field}: ${line}` : line,
  }))
}

function isLong(before: string, after: string): boolean {
  return before.includes('\n') && after.includes('\n')
}

function lineDifferences(before: string, after: string, field: string): Difference[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const least = Math.min(old.length, now.length)
  let start = 0
  while (start < least && old[start] === now[start]) start += 1
  let end = 0
  while (end < least - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const name = field === '' ? 'from' : `${field}, from`
  return [
    { sign: ' ', text: `${name} line ${start + 1}` },
    ...old.slice(start, old.length - end).map((text): Difference => ({ sign: '-', text })),
    ...now.slice(start, now.length - end).map((text): Difference => ({ sign: '+', text })),
  ]
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** How much a text grew or shrank. */
export function sizes(before: unknown, after: unknown): string {
  return `${asText(before).length.toLocaleString('en-US')} → ${plural(asText(after).length, 'character')}`
}
