// Texts that a regular expression matches, made from its parts: the plainest first.
import { parseRegex, type Piece } from '../../patterns/regex/regex.ts'

/** How a text is made: which alternative is taken, and what need not be there. */
interface Way {
  readonly pick: number
  readonly optional: boolean
  readonly looks: boolean
}

const MAX_PICKS = 12
const MAX_REPEATS = 100_000

export function regexTexts(source: string, flags: string): readonly string[] {
  const [, own = '', rest = source] = /^\(\?([ims]+)\)(.*)$/s.exec(source) ?? [] // as RE2 writes flags
  const sequences = parseRegex(rest, flags + own)
  const regex = new RegExp(rest, flags + own)
  const picks = Array.from({ length: Math.min(MAX_PICKS, widest(sequences)) }, (_, pick) => pick)
  const ways = [false, true].flatMap((looks) =>
    [false, true].flatMap((optional) => picks.map((pick): Way => ({ pick, optional, looks }))),
  )
  const made = ways.map((way) => textOf(sequences, way))
  return [...new Set(made)].filter((text) => regex.test(text))
}

/** The most alternatives that stand anywhere in it. */
function widest(sequences: readonly (readonly Piece[])[]): number {
  const inner = sequences.flat().map(({ body }) => (body === undefined ? 1 : widest(body)))
  return Math.max(sequences.length, ...inner)
}

function textOf(sequences: readonly (readonly Piece[])[], way: Way): string {
  const sequence = sequences[way.pick % sequences.length] ?? []
  return sequence.map((piece) => pieceText(piece, way)).join('')
}

function pieceText({ chars, min, max, body, looks }: Piece, way: Way): string {
  if (looks === true && !(way.looks && body !== undefined)) return ''
  const times = Math.min(MAX_REPEATS, Math.max(min, way.optional ? Math.min(1, max) : 0))
  return (body === undefined ? charOf(chars) : textOf(body, way)).repeat(times)
}

/** What a reader expects first. */
const usual = Array.from(
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 /_-.!"#$%&\'()*+,:;<=>?@[\\]^`{|}~\t\né',
)

const charOf = (chars: Piece['chars']): string => usual.find((char) => chars(char)) ?? ''
