import { type CST, Lexer, Parser } from 'yaml'

/** What a file may be; beyond it, reading could take the process down. */
export const limits = {
  bytes: 1024 * 1024,
  tokens: 1_000_000,
  depth: 32,
  aliases: 100,
  /** What is listed of one file. */
  problems: 200,
  /** Values after every alias is written out. */
  values: 500_000,
} as const

export type Tokens =
  | { readonly tokens: readonly CST.Token[] }
  | { readonly beyond: 'too-deep' | 'too-large'; readonly offset: number }

// The lexer marks document, flow end and scalar with characters that are not in the source.
const isMark = (lexeme: string) => lexeme === '\x02' || lexeme === '\x18' || lexeme === '\x1f'

/**
 * The tokens of a text. The depth is measured while they are read, because composing deeply nested ones can abort
 * the process in a way that nothing catches.
 */
export function readTokens(text: string): Tokens {
  const parser = new Parser()
  const tokens: CST.Token[] = []
  let offset = 0
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token)
    if (parser.stack.length > limits.depth + 2) return { beyond: 'too-deep', offset }
    count += 1
    if (count > limits.tokens) return { beyond: 'too-large', offset }
    if (!isMark(lexeme)) offset += lexeme.length
  }
  for (const token of parser.end()) tokens.push(token)
  return { tokens }
}

/** Characters that no YAML file may hold. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
export const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g
