// A regular expression as it is written, and its parts.
import { type AST, RegExpParser } from '@eslint-community/regexpp'

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

const parser = new RegExpParser()

let last: { readonly source: string; readonly tree: AST.Pattern } | undefined

/** The tree of a regex that compiles. The last one is kept, as each regex is asked about more than once. */
export function regexTree(source: string): AST.Pattern {
  if (last?.source !== source) last = { source, tree: parser.parsePattern(source) }
  return last.tree
}

/** The alternatives of a regex that compiles. */
export function parseRegex(source: string, flags: string): readonly (readonly Piece[])[] {
  return piecesOf(regexTree(source), flags)
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

const nothing: CharTest = () => false
const anything: CharTest = () => true

function piecesOf({ alternatives }: Pick<AST.Pattern, 'alternatives'>, flags: string): readonly Piece[][] {
  return alternatives.map(({ elements }) => elements.map((element) => pieceOf(element, flags)))
}

function pieceOf(element: AST.Element, flags: string): Piece {
  if (element.type !== 'Quantifier') return { ...atomOf(element, flags), min: 1, max: 1 }
  const { min, max } = element
  return { ...atomOf(element.element, flags), min, max }
}

/** A boundary takes nothing; a back-reference may take anything. */
function atomOf(atom: Exclude<AST.Element, AST.Quantifier>, flags: string): Atom {
  switch (atom.type) {
    case 'Assertion':
      return { chars: nothing, looks: true, ...('alternatives' in atom && { body: piecesOf(atom, flags) }) }
    case 'Group':
    case 'CapturingGroup':
      return { chars: nothing, body: piecesOf(atom, flags) }
    case 'Backreference':
      return { chars: anything }
    default:
      return { chars: charsOf(atom.raw, flags) }
  }
}
