// Which regular expressions are let in: those that V8 can compile and whose repetitions cannot explode.

/** What `/source/flags` says; undefined for text that is not a regex. */
export function readRegex(text: string): { source: string; flags: string } | undefined {
  const found = /^\/([^]+)\/([ims]*)$/.exec(text)
  return found === null ? undefined : { source: found[1] ?? '', flags: found[2] ?? '' }
}

/** Flags after the last `/` that look meant but are not taken; undefined when there are none. */
export function strayFlags(text: string): string | undefined {
  const flags = /^\/[^]+\/([dgimsuvy]{1,4})$/.exec(text)?.[1]
  return flags === undefined || /^[ims]*$/.test(flags) ? undefined : flags
}

type Chars = (char: string) => boolean

/** One step of a sequence: what it takes and how often. */
interface Piece {
  readonly chars: Chars
  readonly min: number
  readonly unbounded: boolean
  /** The alternatives of a group. */
  readonly body?: readonly (readonly Piece[])[]
}

const samples = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  'é',
  '漢',
  '\u2028',
  '\u00a0',
]

interface Cursor {
  readonly source: string
  readonly flags: string
  at: number
}

function charsOf(source: string, flags: string): Chars {
  const one = new RegExp(`^(?:${source})$`, flags)
  return (char) => one.test(char)
}

function readClass(cursor: Cursor): string {
  const start = cursor.at++
  while (cursor.source[cursor.at] !== ']') cursor.at += cursor.source[cursor.at] === '\\' ? 2 : 1
  return cursor.source.slice(start, ++cursor.at)
}

function readEscape(cursor: Cursor): string {
  const rest = cursor.source.slice(cursor.at)
  const [whole = '\\'] = /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z]|k<[^>]*>|\d+|[^])/.exec(rest) ?? []
  cursor.at += whole.length
  return whole
}

function readGroup(cursor: Cursor): Pick<Piece, 'chars' | 'body'> {
  cursor.at += /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(cursor.source.slice(cursor.at))?.[0].length ?? 1
  const body = readAlternatives(cursor)
  cursor.at++
  return { chars: (char) => body.some((sequence) => sequence.some((piece) => piece.chars(char))), body }
}

function readAtom(cursor: Cursor): Pick<Piece, 'chars' | 'body'> {
  const char = cursor.source[cursor.at]
  if (char === '(') return readGroup(cursor)
  if (char === '[') return { chars: charsOf(readClass(cursor), cursor.flags) }
  if (char === '\\') {
    const escape = readEscape(cursor)
    // A boundary takes nothing; a back-reference may take anything.
    if (/^\\[bB]$/.test(escape)) return { chars: () => false }
    return { chars: /^\\(?:[1-9]|k<)/.test(escape) ? () => true : charsOf(escape, cursor.flags) }
  }
  cursor.at++
  if (char === '^' || char === '$') return { chars: () => false }
  return {
    chars: charsOf(char === '{' || char === '}' || char === ']' ? `\\${char}` : (char ?? ''), cursor.flags),
  }
}

function readQuantifier(cursor: Cursor): { min: number; unbounded: boolean } {
  const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(cursor.source.slice(cursor.at))
  if (found === null) return { min: 1, unbounded: false }
  cursor.at += found[0].length
  const sign = found[0].charAt(0)
  if (sign !== '{') return { min: sign === '+' ? 1 : 0, unbounded: sign !== '?' }
  const min = Number(found[1])
  // A large bound explodes as surely as none.
  const max = found[2] === '' ? min : found[3] === '' ? Infinity : Number(found[3])
  return { min, unbounded: max > 12 && max > min }
}

function readAlternatives(cursor: Cursor): Piece[][] {
  const sequences: Piece[][] = [[]]
  while (cursor.at < cursor.source.length && cursor.source[cursor.at] !== ')') {
    if (cursor.source[cursor.at] === '|') {
      cursor.at++
      sequences.push([])
      continue
    }
    const atom = readAtom(cursor)
    sequences.at(-1)?.push({ ...atom, ...readQuantifier(cursor) })
  }
  return sequences
}

/** The repetitions inside a sequence, at any depth. */
function repeated(sequence: readonly Piece[]): Piece[] {
  return sequence.flatMap((piece) => [
    ...(piece.unbounded ? [piece] : []),
    ...(piece.body ?? []).flatMap(repeated),
  ])
}

/** One character that must come in each round and that no inner repetition can take tells the rounds apart. */
function isTold(sequence: readonly Piece[]): boolean {
  const inner = repeated(sequence)
  if (inner.length === 0) return true
  const marks = sequence.filter((piece) => piece.min > 0 && !piece.unbounded && piece.body === undefined)
  return marks.some((mark) => {
    const taken = samples.filter(mark.chars)
    return taken.length > 0 && !taken.some((char) => inner.some((piece) => piece.chars(char)))
  })
}

function explodes(sequence: readonly Piece[]): boolean {
  return sequence.some((piece) => {
    const body = piece.body ?? []
    return body.some(explodes) || (piece.unbounded && body.some((alternative) => !isTold(alternative)))
  })
}

/** Why a regex that compiles is refused all the same; undefined when it is let in. */
export function unsafeBecause(source: string, flags: string): string | undefined {
  const sequences = readAlternatives({ source, flags, at: 0 })
  return sequences.some(explodes) ? 'a repetition inside a repetition can take exponentially long' : undefined
}
