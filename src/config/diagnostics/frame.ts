import { findSecrets } from '../../patterns/secrets/secrets.ts'
import type { Diagnostic, Place, Severity } from '../../model/types.ts'

export interface FrameOptions {
  readonly color?: boolean
}

const MAX_COLUMNS = 100
const codes = { red: 31, yellow: 33, cyan: 36, dim: 2, bold: 1 } as const
const colors: Readonly<Record<Severity, 'red' | 'yellow' | 'cyan'>> = {
  error: 'red',
  warning: 'yellow',
  info: 'cyan',
}

const paint = (text: string, color: keyof typeof codes, on: boolean | undefined) =>
  on === true ? `\x1b[${codes[color]}m${text}\x1b[0m` : text

export const placeText = ({ file, line, column }: Place) => visible(`${file}:${line}:${column}`)

/** A diagnostic with the line it is about; `text` is the file's, and without it there is no line. */
export function formatDiagnostic(
  diagnostic: Diagnostic,
  text: string | undefined,
  options: FrameOptions = {},
): string {
  const { at, code, severity, message, notes = [], hint, related = [] } = diagnostic
  const { color } = options
  const kind = severity === 'error' ? '' : `${paint(severity, colors[severity], color)}: `
  const head = `${paint(placeText(at), 'bold', color)}: ${kind}${visible(message)} ${paint(`[${code}]`, 'dim', color)}`
  const gutter = ' '.repeat(String(at.line).length)
  const say = (line: string) => `${gutter} ${paint('=', 'dim', color)} ${visible(line)}`
  return [
    head,
    ...frame(at, text, (carets) => paint(carets, colors[severity], color)),
    ...related.map((each) => say(`${each.message} at ${placeText(each.at)}`)),
    ...notes.map(say),
    ...(hint === undefined ? [] : [say(`hint: ${hint}`)]),
  ].join('\n')
}

function frame(at: Place, text: string | undefined, painted: (carets: string) => string): string[] {
  const source = text === undefined ? undefined : lineOf(text, at.line)
  if (source === undefined) return []
  const gutter = ' '.repeat(String(at.line).length)
  const { shown, start, length } = crop(starSecrets(source), at.column - 1, at.length ?? 1)
  const before = blanks(visible(shown.slice(0, start)))
  const carets = blanks(visible(shown.slice(start, start + length)), '^') || '^'
  return [
    `${gutter} |`,
    `${at.line} | ${visible(shown)}`.trimEnd(),
    `${gutter} | ${before}${painted(carets)}`,
  ]
}

function lineOf(text: string, line: number): string | undefined {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  let start = 0
  for (let count = 1; count < line; count++) {
    start = source.indexOf('\n', start) + 1
    if (start === 0) return undefined
  }
  const end = source.indexOf('\n', start)
  return source.slice(start, end === -1 ? undefined : end).replace(/\r$/, '')
}

/** Masks every secret with as many stars as it has characters, so that the carets stay aligned. */
function starSecrets(line: string): string {
  return findSecrets(line).reduce(
    (shown, { from, to }) => shown.slice(0, from) + '*'.repeat(to - from) + shown.slice(to),
    line,
  )
}

/** Cuts a long line to the part around the marked range. */
function crop(line: string, start: number, length: number): { shown: string; start: number; length: number } {
  if (line.length <= MAX_COLUMNS)
    return { shown: line, start, length: Math.max(1, Math.min(length, line.length - start)) }
  const from = Math.max(0, Math.min(start - 20, line.length - MAX_COLUMNS))
  const head = from === 0 ? '' : '…'
  const tail = from + MAX_COLUMNS < line.length ? '…' : ''
  const shown = head + line.slice(from, from + MAX_COLUMNS) + tail
  const moved = start - from + head.length
  return { shown, start: moved, length: Math.max(1, Math.min(length, MAX_COLUMNS + head.length - moved)) }
}

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unsafe = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Control characters and those that turn the writing direction are shown as U+FFFD. */
export function visible(text: string): string {
  return text.replace(unsafe, '\uFFFD')
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
const zeroWidth = /^(?:\p{Mn}|\p{Me}|[\u200b-\u200d])$/u

/** Columns of one character on a terminal. */
function columns(sign: string): number {
  if (zeroWidth.test(sign)) return 0
  return wide.test(sign) ? 2 : 1
}

/** Blanks that take as much room as a text; tabs stay tabs. */
function blanks(text: string, fill = ' '): string {
  return Array.from(text, (sign) => (sign === '\t' && fill === ' ' ? sign : fill.repeat(columns(sign)))).join(
    '',
  )
}
