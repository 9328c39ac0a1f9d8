// Reads on after a syntax error: what is wrong is reported and left out, so that one mistake does not hide the next.
import { type YAMLParseError, type CST, Composer, type Document, Parser, Lexer } from 'yaml'
import type { TextLines } from './lines.ts'
import type { YamlProblem } from './yaml-problem.ts'
import type { FoundTrap } from './trap-flow.ts'
import { blockEnd, findTraps } from './traps.ts'
import { limits } from '../../diagnostics/sizes.ts'

export interface RecoveredYaml {
  readonly documents: readonly Composed[]
  /** The text that the documents were composed from: as long as the source, the holes filled. */
  readonly text: string
  readonly problems: readonly YamlProblem[]
  readonly holes: readonly (readonly [number, number])[]
}

const MAX_ROUNDS = 20
const MAX_CHARACTERS = 1024 * 1024

export function parseWithRecovery(source: string, lines: TextLines): RecoveredYaml {
  const problems: YamlProblem[] = []
  const holes: [number, number][] = []
  const rounds = Math.max(2, Math.min(MAX_ROUNDS, Math.floor(MAX_CHARACTERS / (source.length + 1))))
  let text = source
  for (let round = 0; ; round++) {
    const read = readTokens(text)
    if ('beyond' in read) {
      problems.push(limitProblem(read.beyond, read.offset))
      return { documents: [], text, problems, holes }
    }
    const documents = compose(read.tokens, text.length)
    const error = documents.flatMap(syntaxErrors)[0]
    if (error === undefined) return { documents, text, problems, holes }
    if (round >= rounds) return { documents: [], text, problems, holes }
    const traps = findTraps(text, lines)
    const found = traps.length > 0 ? traps : [unexplained(text, lines, error)]
    for (const { problem, hole } of found) {
      problems.push(problem)
      holes.push([endOfTextBefore(text, hole[0]), hole[1]])
    }
    text = fill(text, found)
  }
}

function limitProblem(code: 'too-deep' | 'too-large', offset: number): YamlProblem {
  const message = code === 'too-deep' ? 'this is nested too deeply' : 'this file is too large'
  const hint =
    code === 'too-deep'
      ? 'nest at most 32 levels'
      : 'move rules into files of their own, and name them under extends'
  return { code, start: offset, end: offset + 1, message, hint }
}

function endOfTextBefore(text: string, offset: number): number {
  let at = offset
  while (at > 0 && /\s/.test(text[at - 1] ?? '')) at -= 1
  return at
}

function fill(text: string, found: readonly FoundTrap[]): string {
  const parts: string[] = []
  let at = 0
  for (const { hole, blank } of [...found].sort((a, b) => a.hole[0] - b.hole[0])) {
    const start = Math.max(at, hole[0])
    const filled = text
      .slice(start, hole[1])
      .replace(/[^\r\n]/g, (sign) => (blank || /\s/.test(sign) ? ' ' : 'x'))
    parts.push(text.slice(at, start), filled)
    at = Math.max(start, hole[1])
  }
  return parts.join('') + text.slice(at)
}

/** The parser's messages for readers who do not know the YAML specification. */
const meanings: readonly (readonly [says: RegExp, message: string, hint: string])[] = [
  [
    /same column|without - indicator|not properly|sufficiently indented/,
    'this line is not indented like its neighbours',
    'align it with the keys that it belongs to',
  ],
  [
    /^Nested mappings/,
    'the lines below this text are indented under it',
    'align them with the key of this line',
  ],
  [/^Implicit/, 'this line has no colon', 'write key: value, or indent it under the key that it belongs to'],
  [/directive/i, '"%" begins a YAML directive', 'remove the line'],
]

const unknown = ['', 'this is not YAML', 'put a text with special characters in single quotes'] as const

function unexplained(text: string, lines: TextLines, error: YAMLParseError): FoundTrap {
  const last = Math.max(0, endOfTextBefore(text, text.length) - 1)
  const line = lines.lineAt(Math.min(error.pos[0], last))
  const lineStart = lines.startOf(line)
  const indent = /^ */.exec(text.slice(lineStart, lineStart + 1000))?.[0].length ?? 0
  const lineEnd = lineStart + text.slice(lineStart, lines.startOf(line + 1)).trimEnd().length
  const start = Math.min(Math.max(error.pos[0], lineStart + indent), Math.max(lineStart, lineEnd - 1))
  const [, message, hint] = meanings.find(([says]) => says.test(error.message)) ?? unknown
  const notes = [`the YAML parser says: ${error.message.split('\n')[0] ?? ''}`]
  const problem: YamlProblem = { code: 'syntax', start, end: lineEnd, message, hint, notes }
  return {
    problem,
    hole: [lineStart, Math.max(blockEnd({ text, lines }, line, indent), lineEnd)],
    blank: true,
  }
}

export type Composed = Document.Parsed

const options = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // Its own check compares each key with every other.
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const

/** The YAML documents of a file: YAML 1.2, core schema, no tags, no merge keys. */
function compose(tokens: readonly CST.Token[], length: number): Composed[] {
  // Every problem it finds is an Error, and a stack for each costs more than all the rest.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return [...new Composer(options).compose(tokens, true, length)]
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Errors that leave a text whose other parts cannot be trusted. */
function syntaxErrors(document: Composed): YAMLParseError[] {
  return document.errors.filter(({ code }) => code !== 'BAD_DQ_ESCAPE' && code !== 'TAG_RESOLVE_FAILED')
}

type Tokens =
  | { readonly tokens: readonly CST.Token[] }
  | { readonly beyond: 'too-deep' | 'too-large'; readonly offset: number }

// The lexer marks document, flow end and scalar with characters that are not in the source.
const isMark = (lexeme: string) => lexeme === '\x02' || lexeme === '\x18' || lexeme === '\x1f'

/**
 * The tokens of a text. The depth is measured while they are read, because composing deeply nested ones can abort
 * the process in a way that nothing catches.
 */
function readTokens(text: string): Tokens {
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
