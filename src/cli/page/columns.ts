import { type Colour, type Paint, USUAL_WIDTH } from './page.ts'
import { fitStart, pad, visible, widthOf, wrap } from '../../patterns/text/terminal-text.ts'
import type { Plan } from '../../model/types.ts'
import { isWritten } from '../../model/rule-defaults.ts'

/** One line of a listing: what it is, its name, a word, a text, and where it is written. */
export interface Row {
  readonly glyph: string
  readonly colour: Colour
  readonly name: string
  readonly word: string
  readonly text: string
  readonly place: string
  /** Wraps a long text over a few lines instead of cutting its end. */
  readonly whole?: boolean
  /** Lines below it. */
  readonly more?: readonly string[]
}

const GAP = 2
const MARGIN = 2
const LEAST_TEXT = 18
const LEAST_NAME = 8
/** Of the width, at most, for the column of names. */
const NAME_SHARE = 0.45
const MAX_LINES = 3
/** Stands in a text for a space where no line may end. */
export const NO_BREAK = '\u00a0'

interface Columns {
  readonly glyph: number
  readonly name: number
  readonly word: number
  /** The width of all but the glyph. */
  readonly whole: number
  /** The width of text and place together. */
  readonly room: number
  /** Places stand on lines of their own. */
  readonly placesBelow: boolean
}

/**
 * Rows in columns, their places flush right. A place is never cut, so that it can be opened, nor is a name, so that it can
 * be typed: a name wider than its column has a line of its own.
 */
export function drawRows(rows: readonly Row[], width: number, paint: Paint): string[] {
  const used = Math.min(width, Math.max(USUAL_WIDTH, widthNeeded(rows, width)))
  const columns = columnsOf(rows, used)
  return rows.flatMap((row) => drawRow(row, columns, { width: used, paint }))
}

/** What the rows take on one line each: places stay near their texts on a wide terminal. */
function widthNeeded(rows: readonly Row[], width: number): number {
  const { room } = columnsOf(rows, width)
  const texts = rows.map(({ text, place }) => widthOf(visible(text)) + GAP + widthOf(place))
  return width - room + Math.max(0, ...texts)
}

function columnsOf(rows: readonly Row[], width: number): Columns {
  const widths = (of: (row: Row) => string): number[] => rows.map((row) => widthOf(visible(of(row))))
  const widest = (of: (row: Row) => string): number => Math.max(0, ...widths(of))
  const fitting = widths((row) => row.name).filter((each) => each <= width * NAME_SHARE)
  const name = Math.max(fitting.length < rows.length ? LEAST_NAME : 0, ...fitting)
  const word = widest((row) => row.word)
  const glyph = widest((row) => row.glyph)
  const whole = width - MARGIN - glyph - 1
  const room = whole - name - GAP - (word === 0 ? 0 : word + GAP)
  return { glyph, name, word, room, whole, placesBelow: room - widest((row) => row.place) - GAP < LEAST_TEXT }
}

function drawRow(row: Row, columns: Columns, { width, paint }: { width: number; paint: Paint }): string[] {
  const { room, placesBelow } = columns
  const indent = ' '.repeat(width - room)
  const beside = placesBelow || row.place === '' ? '' : row.place
  const most = beside === '' ? room : room - widthOf(beside) - GAP
  const [text = '', ...rest] = linesOf(row, most).map((line) => line.replaceAll(NO_BREAK, ' '))
  const fill = beside === '' ? '' : ' '.repeat(room - widthOf(text) - widthOf(beside))
  const below = [...rest, ...(row.more ?? []).flatMap((line) => wrap(line, room))].map(
    (line) => indent + paint('dim', line),
  )
  const first =
    `${head(row, columns, paint)}${paintText(text, row, paint)}${fill}${paint('dim', beside)}`.trimEnd()
  const left = ' '.repeat(Math.max(MARGIN, Math.min(indent.length, width - widthOf(row.place))))
  return [
    ...first.split('\n'),
    ...below,
    ...(placesBelow && row.place !== '' ? [left + paint('dim', row.place)] : []),
  ]
}

/** The last one ends in … where there would be more. */
function linesOf({ text, whole }: Row, width: number): readonly string[] {
  if (whole !== true) return [fitStart(text, width)]
  const all = wrap(text, width)
  const last = all.slice(MAX_LINES - 1).join(' ')
  return all.length <= MAX_LINES ? all : [...all.slice(0, MAX_LINES - 1), fitStart(last, width)]
}

function head(row: Row, columns: Columns, paint: Paint): string {
  const glyph = `${' '.repeat(MARGIN)}${paint(row.colour, row.glyph.padStart(columns.glyph))} `
  const word = columns.word === 0 ? '' : paint(row.colour, pad(row.word, columns.word) + ' '.repeat(GAP))
  const name = visible(row.name)
  if (widthOf(name) <= columns.name)
    return `${glyph}${paintText(pad(name, columns.name), row, paint)}${' '.repeat(GAP)}${word}`
  const indent = ' '.repeat(MARGIN + columns.glyph + 1)
  const whole = wrap(name, columns.whole).map((line) => paintText(line, row, paint))
  return `${glyph}${whole.join(`\n${indent}`)}\n${indent}${' '.repeat(columns.name + GAP)}${word}`
}

function paintText(text: string, { colour }: Row, paint: Paint): string {
  return colour === 'dim' ? paint('dim', text) : text
}

/** The names that the rules which no file holds begin with; none where nothing is configured. */
export function builtInNames(plan: Plan | undefined): readonly string[] {
  const rules = Object.values(plan?.events ?? {}).flat()
  const names = rules.filter((rule) => !isWritten(rule)).map(({ name }) => name.replace(/\/.*/, ''))
  return [...new Set(names)]
}

export function describeBuiltIn(name: string): string {
  return `${name}  denies changes of the rules and of hooks itself`
}
