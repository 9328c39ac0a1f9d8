// Regular expressions that take an engine which tries again exponentially or polynomially long, each with the text that does it.
import { compilePattern } from '../src/config/compile/patterns/compile-pattern.ts'
import { matchesText } from '../src/library/define.ts'
import type { Pattern } from '../src/model/types.ts'

export interface Evil {
  readonly source: string
  /** Repeated, it keeps the regex busy. */
  readonly pump: string
}

const atoms: readonly (readonly [atom: string, pump: string])[] = [
  ['a', 'a'],
  ['\\w', 'a'],
  ['[a-z]', 'k'],
  ['\\d', '7'],
  ['\\s', ' '],
  ['.', '='],
  ['[^"]', 'x'],
  ['(?:ab|a|b)', 'ab'],
  ['[\\w.-]', 'a.'],
  ['\\S', '%'],
]

/** `@` stands for the atom. */
const shapes = [
  '(@+)+$',
  '(@*)*!',
  '(@|@)*!',
  '(@|@@)+$',
  '(@+@+)+!',
  '(@?@?)*$',
  '(@*)+!',
  '((@+)+)+!',
  '(@{2,20})*!',
  '(@+\\s?)*!',
  '^(@+)*$',
  '^(@+,?)+;',
  '(?:@*@*,)*!',
  '(@+)+\\b!',
  '((@)+.)+Z$',
  '@*@*!',
  '@+@+@+$',
  '@*.*@*!',
  '.*@.*@.*!',
  '^@*@*@*$Q',
  '\\s*@*\\s*@*!',
  '"?@*"?@*"?!',
  '(?=(@+)+!)x',
  '(@+)\\1+!',
  '(.*@){8}!',
  '(@{1,40}){1,10}!',
  '(?:@+=@+&?)+!',
  '(@+|!)*Q$',
  '(@*?)*?!',
  '(?:(?:@?){20}){2}@{20}!',
]

export const evil: readonly Evil[] = shapes.flatMap((shape) =>
  atoms.map(([atom, pump]) => ({ source: shape.replaceAll('@', atom), pump })),
)

export const MIB = 1 << 20

/** Almost what the regex asks for, so often that the text has so many characters, then not. */
export const textFor = ({ pump }: Evil, length: number): string =>
  `!Q;${pump.repeat(Math.ceil(length / pump.length))}`.slice(0, length - 1) + '\u0001'

/** Undefined when it is refused. */
export function compileEvil({ source }: Evil): Pattern | undefined {
  const { pattern, problems } = compilePattern('text', `/${source}/`, { groups: {}, linear: true })
  return problems.length > 0 ? undefined : (pattern as Pattern) // what texts are compiled to
}

/** The longest text that V8 itself is asked about. */
export const longestOf = ({ yes: [item] }: Pattern): number => Math.min(item?.most ?? MIB, MIB)

/** How long one text takes, milliseconds; a text that is too long is a maybe. */
export function timeEvil(
  pattern: Pattern,
  text: string,
): { readonly ms: number; readonly is: 'yes' | 'no' | 'maybe' } {
  const started = performance.now()
  const is = answerOf(pattern, text)
  return { ms: performance.now() - started, is }
}

function answerOf(pattern: Pattern, text: string): 'yes' | 'no' | 'maybe' {
  try {
    return matchesText(pattern, text) === undefined ? 'no' : 'yes'
  } catch {
    return 'maybe'
  }
}
