// A regular expression as it is written, and its parts.

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

type CharTest = (char: string) => boolean

/** One step of a sequence: what it takes and how often. */
export interface Piece {
  /** What one character of it may be; nothing for a boundary or a group. */
  readonly chars: CharTest
  readonly min: number
  readonly max: number
  /** The alternatives of a group. */
  readonly body?: readonly (readonly Piece[])[]
  /** It only looks around and takes nothing. */
  readonly looks?: true
}

type Atom = Omit<Piece, 'min' | 'max'>

interface RegexCursor {
  readonly source: string
  readonly flags: string
  at: number
}

/** The alternatives of a regex that compiles. */
export function parseRegex(source: string, flags: string): readonly (readonly Piece[])[] {
  return readAlternatives({ source, flags, at: 0 })
}

/** Most regexes are made of the same few. */
const charTests = new Map<string, CharTest>()
const MAX_CHAR_TESTS = 2_000

function charsOf(source: string, flags: string): CharTest {
  const key = `${flags}/${source}`
  const chars = charTests.get(key) ?? compileChars(source, flags)
  if (charTests.size < MAX_CHAR_TESTS) charTests.set(key, chars)
  return chars
}

function compileChars(source: string, flags: string): CharTest {
  try {
    const one = new RegExp(`^(?:${source})$`, flags)
    return (char) => one.test(char)
  } catch {
    return anything // half of a character beyond the basic plane
  }
}

const bitsBySamples = new WeakMap<readonly string[], WeakMap<CharTest, bigint>>()

/** Which of the samples it takes, one bit each. */
export function bitsOf(chars: CharTest, samples: readonly string[]): bigint {
  const own = bitsBySamples.get(samples) ?? new WeakMap<CharTest, bigint>()
  bitsBySamples.set(samples, own)
  const bits =
    own.get(chars) ??
    BigInt(
      `0b${samples
        .map((char) => (chars(char) ? 1 : 0))
        .toReversed()
        .join('')}`,
    )
  own.set(chars, bits)
  return bits
}

function readClass(cursor: RegexCursor): string {
  const start = cursor.at++
  while (cursor.source[cursor.at] !== ']') cursor.at += cursor.source[cursor.at] === '\\' ? 2 : 1
  return cursor.source.slice(start, ++cursor.at)
}

function readEscape(cursor: RegexCursor): string {
  const rest = cursor.source.slice(cursor.at)
  const [whole = '\\'] =
    /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[0-9a-fA-F]+\}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|\d+|[^])/.exec(
      rest,
    ) ?? []
  cursor.at += whole.length
  return whole
}

const nothing: CharTest = () => false
const anything: CharTest = () => true

function readGroup(cursor: RegexCursor): Atom {
  const [open = '('] = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(cursor.source.slice(cursor.at)) ?? []
  cursor.at += open.length
  const body = readAlternatives(cursor)
  cursor.at++
  return { chars: nothing, body, ...(/[=!]$/.test(open) && { looks: true as const }) }
}

function readAtom(cursor: RegexCursor): Atom {
  const char = cursor.source[cursor.at]
  if (char === '(') return readGroup(cursor)
  if (char === '[') return { chars: charsOf(readClass(cursor), cursor.flags) }
  if (char === '\\') {
    const escape = readEscape(cursor)
    // A boundary takes nothing; a back-reference may take anything.
    if (/^\\[bB]$/.test(escape)) return { chars: nothing, looks: true }
    return { chars: /^\\(?:[1-9]|k<)/.test(escape) ? anything : charsOf(escape, cursor.flags) }
  }
  cursor.at++
  if (char === '^' || char === '$') return { chars: nothing, looks: true }
  return {
    chars: charsOf(char === '{' || char === '}' || char === ']' ? `\\${char}` : (char ?? ''), cursor.flags),
  }
}

function readQuantifier(cursor: RegexCursor): Pick<Piece, 'min' | 'max'> {
  const found = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(cursor.source.slice(cursor.at))
  if (found === null) return { min: 1, max: 1 }
  cursor.at += found[0].length
  const sign = found[0].charAt(0)
  if (sign !== '{') return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
  const min = Number(found[1])
  return { min, max: found[2] === '' ? min : found[3] === '' ? Infinity : Number(found[3]) }
}

function readAlternatives(cursor: RegexCursor): Piece[][] {
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
