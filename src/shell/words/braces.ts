// Brace expansion: `{a,b}` and `{1..9}`, textually, as bash does it before everything else.

const MAX_WORDS = 1000
const MAX_STEPS = 200_000
const MAX_LENGTH = 4096

/** The words that a word's braces expand to; undefined when they are too many. */
export function expandBraces(text: string): readonly string[] | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const done: string[] = []
  let steps = 0
  const open = [text]
  while (open.length > 0) {
    const next = open.pop() ?? ''
    steps += next.length * countOf(next)
    if (steps > MAX_STEPS) return undefined
    const parts = firstBrace(next)
    if (parts === undefined) done.push(next)
    else {
      if (done.length + open.length + parts.length > MAX_WORDS) return undefined
      for (const part of parts.toReversed()) open.push(part)
    }
  }
  return done
}

/** How often the scan could restart. */
function countOf(text: string): number {
  let count = 1
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) count++
  return count
}

/** The words that the first brace expands to; undefined without one. */
function firstBrace(text: string): readonly string[] | undefined {
  for (let at = 0; at < text.length; at = skip(text, at)) {
    if (text[at] !== '{') continue
    const brace = readBrace(text, at)
    if (brace === undefined) continue
    const before = text.slice(0, at)
    const after = text.slice(brace.end)
    return brace.choices.map((choice) => `${before}${choice}${after}`)
  }
  return undefined
}

function readBrace(
  text: string,
  start: number,
): { readonly choices: readonly string[]; readonly end: number } | undefined {
  const commas: number[] = []
  let depth = 0
  for (let at = start; at < text.length; at = skip(text, at)) {
    const char = text[at]
    if (char === '{') depth++
    else if (char === ',' && depth === 1) commas.push(at)
    else if (char === '}' && --depth === 0) {
      const choices =
        commas.length > 0 ? split(text, [start, ...commas, at]) : sequence(text.slice(start + 1, at))
      return choices === undefined ? undefined : { choices, end: at + 1 }
    }
  }
  return undefined
}

function split(text: string, marks: readonly number[]): readonly string[] {
  return marks.slice(1).map((mark, index) => text.slice((marks[index] ?? 0) + 1, mark))
}

function sequence(body: string): readonly string[] | undefined {
  const found = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(body)
  if (found === null) return undefined
  const [, from = '', to = '', by = '1'] = found
  const letters = /[A-Za-z]/.test(from)
  if (letters !== /[A-Za-z]/.test(to)) return undefined
  const first = letters ? from.charCodeAt(0) : Number(from)
  const last = letters ? to.charCodeAt(0) : Number(to)
  const step = Math.max(1, Math.abs(Number(by)))
  const count = Math.min(Math.floor(Math.abs(last - first) / step), MAX_WORDS) + 1
  const sign = last < first ? -1 : 1
  const width =
    !letters && [from, to].some((end) => /^-?0\d/.test(end)) ? Math.max(from.length, to.length) : 0
  return Array.from({ length: count }, (_, index) => {
    const value = first + sign * step * index
    return letters ? String.fromCharCode(value) : String(value).padStart(width, '0')
  })
}

/** The index after the character at `at`, or after the quoted text that it opens. */
function skip(text: string, at: number): number {
  const char = text[at]
  if (char === '\\') return at + 2
  if (char === "'") return past(text, text.indexOf("'", at + 1))
  if (char === '"' || char === '`') return skipQuoted(text, at)
  if (char === '$' && (text[at + 1] === '(' || text[at + 1] === '{')) return skipNested(text, at + 1)
  return at + 1
}

function past(text: string, at: number): number {
  return at < 0 ? text.length : at + 1
}

function skipQuoted(text: string, start: number): number {
  const quote = text[start]
  let at = start + 1
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipNested(text: string, start: number): number {
  const [left, right] = text[start] === '(' ? ['(', ')'] : ['{', '}']
  let depth = 0
  for (let at = start; at < text.length; at += text[at] === '\\' ? 2 : 1) {
    if (text[at] === left) depth++
    else if (text[at] === right && --depth === 0) return at + 1
  }
  return text.length
}
