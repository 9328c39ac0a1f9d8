// Reads JSON and says where a mistake is.
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

export type Path = readonly (string | number)[]

export interface JsonMistake {
  readonly offset: number
  readonly message: string
}

/** The parser calls itself for each level. */
const MAX_DEPTH = 500
const MARK = '\uFEFF'

const messages: Readonly<Record<string, string>> = {
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected ":"',
  CommaExpected: 'expected ","',
  CloseBraceExpected: 'expected "," or "}"',
  CloseBracketExpected: 'expected "," or "]"',
  EndOfFileExpected: 'there is more text after the end',
  InvalidCommentToken: 'comments are not allowed here',
  UnexpectedEndOfString: 'this text in double quotes does not end',
  InvalidUnicode: 'expected four hexadecimal digits after "\\u"',
  InvalidEscapeCharacter: 'this escape is unknown',
  InvalidCharacter: 'this character must be escaped',
}

/** Strict JSON, perhaps behind a byte order mark; `jsonc` may hold comments. */
export function parseJson(
  text: string,
  format: 'json' | 'jsonc' = 'json',
): { readonly value: unknown } | JsonMistake {
  const body = withoutMark(text)
  const deep = tooDeep(body)
  if (deep !== undefined) return { offset: deep, message: 'it is nested too deeply' }
  const errors: ParseError[] = []
  parseTree(body, errors, { disallowComments: format === 'json' })
  const [first] = errors
  if (first === undefined) return { value: JSON.parse(withoutComments(body)) }
  const offset = first.offset + text.length - body.length
  if (offset >= text.length) return { offset, message: 'the text ends early' }
  return { offset, message: messages[printParseErrorCode(first.error)] ?? 'expected a value' }
}

/** The same length, with spaces for comments. The package's own `stripComments` changes the length of comments in a row. */
export function withoutComments(text: string): string {
  if (!text.includes('/')) return text
  const scanner = createScanner(text)
  const parts: string[] = []
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const at = scanner.getTokenOffset()
    const token = text.slice(at, at + scanner.getTokenLength())
    parts.push(/^\/[/*]/.test(token) ? token.replace(/[^\r\n]/g, ' ') : token)
  }
  return parts.join('')
}

export function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(1) : text
}

function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = text[scanner.getTokenOffset()]
    if (token === '}' || token === ']') depth--
    else if ((token === '{' || token === '[') && ++depth > MAX_DEPTH + 1) return scanner.getTokenOffset()
  }
  return undefined
}

export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

/** Where the value at a path begins in a text that `parseJson` reads. */
export function offsetOf(text: string, path: Path): number {
  const body = withoutMark(text)
  return (nodeAt(body, path)?.offset ?? 0) + text.length - body.length
}

/** Of two members with one key the last counts, as for JSON.parse. */
export function nodeAt(text: string, path: Path): Node | undefined {
  return path.reduce<Node | undefined>(
    (node, key) =>
      typeof key === 'number' ? node?.children?.[key] : node?.children?.[memberOf(node, key)]?.children?.[1],
    parseTree(text),
  )
}

/** The index of an object's member; -1 when there is none. */
export function memberOf({ children = [] }: Node, key: string): number {
  return children.findLastIndex((member) => member.children?.[0]?.value === key)
}
