// Text of unknown origin made fit for a terminal: nothing in it is obeyed, nothing in it overflows.

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const NO_WIDTH = /^[\p{Mn}\p{Me}]$/u
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}\p{Emoji_Presentation}]$/u
const ASCII = /^[ -~]*$/
/** No line is longer than this, so what lies between the two ends never shows. */
const END_CHARS = 2000

/** Every control, formatting and bidirectional character as an escape. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => NAMED[char] ?? escaped(char.codePointAt(0) ?? 0))
}

const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /\u001b(?!\[[\d;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** The same with controls other than colours and line ends, and what changes the order of characters, as `\u202e`, which JSON reads as it was. */
export function withoutControls(text: string): string {
  return text.replace(UNSAFE, escapedUnit)
}

/** JSON text with characters that have no width or change the order of others as `\u200b`, which reads as it was. */
export function visibleJson(json: string): string {
  return json.replace(/\p{Cf}/gu, (char) => char.split('').map(escapedUnit).join(''))
}

function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

function escaped(code: number): string {
  const hex = code.toString(16)
  return code <= 0xff
    ? `\\x${hex.padStart(2, '0')}`
    : code <= 0xffff
      ? `\\u${hex.padStart(4, '0')}`
      : `\\u{${hex}}`
}

/** How many columns a visible text takes. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const char of text) width += charWidth(char)
  return width
}

function charWidth(char: string): number {
  if (NO_WIDTH.test(char)) return 0
  return WIDE.test(char) ? 2 : 1
}

/** One visible line of at most `width` columns, its middle left out when it is longer. */
export function fit(text: string, width: number): string {
  const short = text.length > 2 * END_CHARS ? `${text.slice(0, END_CHARS)}${text.slice(-END_CHARS)}` : text
  const line = visible(short)
  if (widthOf(line) <= width) return line
  if (width < 2) return '…'.slice(0, Math.max(0, width))
  const head = Math.ceil((width - 1) / 2)
  return `${take(Array.from(line), head)}…${reversed(take(Array.from(line).toReversed(), width - 1 - head))}`
}

/** One visible line of at most `width` columns, its end left out when it is longer. */
export function fitStart(text: string, width: number): string {
  const line = visible(text.slice(0, 2 * END_CHARS))
  return widthOf(line) <= width ? line : `${take(Array.from(line), width - 1)}…`
}

function take(chars: readonly string[], width: number): string {
  let room = width
  let taken = 0
  for (const char of chars) {
    room -= charWidth(char)
    if (room < 0) break
    taken += 1
  }
  return chars.slice(0, taken).join('')
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('')
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Visible lines of at most `width` columns, broken at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  return lines(text).flatMap((line) => wrapLine(visible(line.replaceAll('\t', '  ')), width))
}

/** The lines of a text without empty ones at its end. */
export function lines(text: string): string[] {
  return text.replace(/\s+$/, '').split(/\r?\n/)
}

function wrapLine(line: string, width: number): string[] {
  const indent = /^ */.exec(line)?.[0].slice(0, width >> 1) ?? ''
  const wrapped: string[] = []
  let current = ''
  for (const word of line
    .trim()
    .split(/ +/)
    .flatMap((each) => pieces(each, width - indent.length))) {
    const longer = current === '' ? indent + word : `${current} ${word}`
    if (current !== '' && widthOf(longer) > width) wrapped.push(current)
    current = current !== '' && widthOf(longer) > width ? indent + word : longer
  }
  return [...wrapped, current]
}

function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word]
  const found: string[] = []
  for (let rest = Array.from(word); rest.length > 0;) {
    const piece = take(rest, width) || (rest[0] ?? '')
    found.push(piece)
    rest = rest.slice(Array.from(piece).length)
  }
  return found
}

/** The first `most` lines, and how many more there were. */
export function clip(all: readonly string[], most: number): string[] {
  if (all.length <= most + 1) return [...all]
  return [...all.slice(0, most), `… ${plural(all.length - most, 'more line')}`]
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}

/** Milliseconds for people. */
export function duration(ms: number): string {
  if (ms < 9.95) return `${ms.toFixed(1)} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 99_950) return `${(ms / 1000).toFixed(1)} s`
  return ms < HOUR ? `${Math.round(ms / 1000)} s` : `${(ms / HOUR).toFixed(1)} h`
}

const HOUR = 3_600_000

const UNITS = [
  ['day', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const

/** A long time for people, to two digits or so: `41 min`, `3 h`. */
export function span(ms: number): string {
  const [unit, size] = UNITS.find(([, each]) => ms >= each * 1.5) ?? ['s', 1000]
  const count = Math.max(1, Math.round(ms / size))
  return unit === 'day' ? plural(count, 'day') : `${count} ${unit}`
}
