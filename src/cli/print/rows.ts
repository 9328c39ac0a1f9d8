import { clip, fit, fitStart, pad, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import type { Colour, Paint } from './page.ts'

/** One line of a listing: what it is, its name, a word, a text, and where it is written. */
export interface Row {
  readonly glyph: string
  readonly colour: Colour
  readonly name: string
  readonly word: string
  readonly text: string
  readonly place: string
  /** Wraps a long text over a few lines instead of cutting its middle. */
  readonly whole?: boolean
  /** Cuts a long text at its end instead of its middle. */
  readonly end?: boolean
  /** Lines below it. */
  readonly more?: readonly string[]
}

const GAP = 2
const MARGIN = 2
const LEAST_TEXT = 18
const MAX_LINES = 3

interface Columns {
  readonly glyph: number
  readonly name: number
  readonly word: number
  /** The width of text and place together. */
  readonly room: number
  /** Places stand on lines of their own. */
  readonly placesBelow: boolean
}

/** Rows in columns, their places flush right; a place is never cut, so that it can be opened. */
export function drawRows(rows: readonly Row[], width: number, paint: Paint): string[] {
  const columns = columnsOf(rows, width)
  return rows.flatMap((row) => drawRow(row, columns, { width, paint }))
}

function columnsOf(rows: readonly Row[], width: number): Columns {
  const widest = (of: (row: Row) => string): number =>
    Math.max(0, ...rows.map((row) => widthOf(visible(of(row)))))
  const name = Math.min(
    widest((row) => row.name),
    Math.floor(width / 3),
  )
  const word = widest((row) => row.word)
  const glyph = widest((row) => row.glyph)
  const room = width - MARGIN - glyph - 1 - name - GAP - (word === 0 ? 0 : word + GAP)
  return { glyph, name, word, room, placesBelow: room - widest((row) => row.place) - GAP < LEAST_TEXT }
}

function drawRow(row: Row, columns: Columns, { width, paint }: { width: number; paint: Paint }): string[] {
  const { room, placesBelow } = columns
  const indent = ' '.repeat(width - room)
  const beside = placesBelow || row.place === '' ? '' : row.place
  const most = beside === '' ? room : room - widthOf(beside) - GAP
  const [text = '', ...rest] =
    row.whole === true
      ? clip(wrap(row.text, most), MAX_LINES).map((line) => fit(line, most))
      : [row.end === true ? fitStart(row.text, most) : fit(row.text, most)]
  const fill = beside === '' ? '' : ' '.repeat(room - widthOf(text) - widthOf(beside))
  const below = [...rest, ...(row.more ?? []).flatMap((line) => wrap(line, room))].map(
    (line) => indent + paint('dim', line),
  )
  const first =
    `${head(row, columns, paint)}${paintText(text, row, paint)}${fill}${paint('dim', beside)}`.trimEnd()
  const left = ' '.repeat(Math.max(MARGIN, Math.min(indent.length, width - widthOf(row.place))))
  return [first, ...below, ...(placesBelow && row.place !== '' ? [left + paint('dim', row.place)] : [])]
}

function head(row: Row, columns: Columns, paint: Paint): string {
  const name = pad(fit(row.name, columns.name), columns.name)
  const word = columns.word === 0 ? '' : pad(row.word, columns.word) + ' '.repeat(GAP)
  return `${' '.repeat(MARGIN)}${paint(row.colour, row.glyph.padStart(columns.glyph))} ${paintText(name, row, paint)}${' '.repeat(GAP)}${paint(row.colour, word)}`
}

function paintText(text: string, { colour }: Row, paint: Paint): string {
  return colour === 'dim' ? paint('dim', text) : text
}
