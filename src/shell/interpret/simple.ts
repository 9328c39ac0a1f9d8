// A parser for simple commands, so that most calls do without the real one: words in plain letters, stars and simple
// quotes, joined by pipes, `&&`, `||`, `;` and line ends, with redirects. Its result is exactly what the real parser
// gives, which a property test holds it to; for any other text it gives up.
import type {
  AndOr,
  Assignment,
  Command,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirect,
  RedirectOperator,
  Statement,
  Word,
  WordPart,
} from 'unbash'

const MAX_LENGTH = 4096

interface TextCursor {
  readonly text: string
  at: number
}

/** Undefined for a text with anything else in it: expansions, loops, groups, here-documents, comments. */
export function parseSimple(text: string): ParsedScript | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const cursor: TextCursor = { text, at: 0 }
  const commands: Statement[] = []
  skip(cursor, BLANK_LINES)
  while (cursor.at < text.length) {
    const command = readList(cursor)
    if (command === undefined || !isEnded(cursor)) return undefined
    const { pos, end } = command
    commands.push({ type: 'Statement', pos, end, command, background: undefined })
  }
  return { type: 'Script', pos: 0, end: text.length, shebang: undefined, commands, errors: undefined }
}

const BLANKS = /[ \t]*/y
const BLANK_LINES = /[ \t\n]*/y

function skip(cursor: TextCursor, blanks: RegExp): void {
  blanks.lastIndex = cursor.at
  blanks.exec(cursor.text)
  cursor.at = blanks.lastIndex
}

/** Goes behind the end of a statement. `;;` is an error. */
function isEnded(cursor: TextCursor): boolean {
  const sign = cursor.text[cursor.at]
  if (sign === undefined) return true
  if (sign !== ';' && sign !== '\n') return false
  cursor.at++
  skip(cursor, BLANK_LINES)
  return cursor.text[cursor.at] !== ';'
}

/** Takes an operator that stands here; `&&&` and the like are none. */
function take(cursor: TextCursor, sign: string): boolean {
  if (!cursor.text.startsWith(sign, cursor.at)) return false
  const next = cursor.text[cursor.at + sign.length]
  if (next === '|' || next === '&' || next === ';') return false
  cursor.at += sign.length
  skip(cursor, BLANK_LINES)
  return true
}

function readList(cursor: TextCursor): AndOr | PipelineNode | undefined {
  const first = readPipeline(cursor)
  if (first === undefined) return undefined
  const commands = [first]
  const operators: AndOr['operators'][number][] = []
  for (;;) {
    const operator = take(cursor, '&&') ? '&&' : take(cursor, '||') ? '||' : undefined
    if (operator === undefined) break
    const next = readPipeline(cursor)
    if (next === undefined) return undefined
    operators.push(operator)
    commands.push(next)
  }
  const last = commands.at(-1) ?? first
  return operators.length === 0
    ? first
    : { type: 'AndOr', pos: first.pos, end: last.end, commands, operators }
}

function readPipeline(cursor: TextCursor): PipelineNode | undefined {
  const first = readCommand(cursor)
  if (first === undefined) return undefined
  const commands = [first]
  const operators: Pipeline['operators'][number][] = []
  while (cursor.text[cursor.at] === '|' && cursor.text[cursor.at + 1] !== '|') {
    if (!take(cursor, '|')) return undefined
    const next = readCommand(cursor)
    if (next === undefined) return undefined
    operators.push('|')
    commands.push(next)
  }
  const last = commands.at(-1) ?? first
  return operators.length === 0
    ? first
    : { type: 'Pipeline', pos: first.pos, end: last.end, prefixes: [], commands, operators }
}

/** With its lists of words and redirects, as the real parser's commands have them. */
class SimpleCommand implements Command {
  readonly type = 'Command'
  readonly pos: number
  readonly end: number
  readonly name: Word | undefined
  readonly prefix: Command['prefix']
  readonly suffix: Command['suffix']

  constructor({ pos, end, name, prefix, suffix }: Omit<Command, 'type' | 'args' | 'redirects'>) {
    this.pos = pos
    this.end = end
    this.name = name
    this.prefix = prefix
    this.suffix = suffix
  }

  get args(): Command['args'] {
    return this.suffix.filter((item) => item.type === 'Word' || item.type === 'Assignment')
  }

  get redirects(): Command['redirects'] {
    return [...this.prefix, ...this.suffix].filter((item) => item.type === 'Redirect')
  }
}

const reserved = new Set(
  'if then elif else fi for while until do done case esac in function select time coproc { } ! [['.split(' '),
)
/** Programs whose operands are assignments. */
const declarationCommands = new Set('alias declare export local readonly typeset let eval'.split(' '))

function readCommand(cursor: TextCursor): SimpleCommand | undefined {
  const pos = cursor.at
  let end = pos
  let name: Word | undefined
  const prefix: (Assignment | Redirect)[] = []
  const suffix: (Word | Redirect)[] = []
  for (;;) {
    const item = readRedirect(cursor) ?? readWord(cursor)
    if (item === 'not simple') return undefined
    if (item === undefined) break
    end = item.end
    if (item.type === 'Redirect') (name === undefined ? prefix : suffix).push(item)
    else if (name !== undefined) suffix.push(item)
    else {
      const assignment = asAssignment(item)
      if (assignment !== undefined) prefix.push(assignment)
      else if (reserved.has(item.text) || declarationCommands.has(item.value) || item.text.includes('+='))
        return undefined
      else name = item
    }
    skip(cursor, BLANKS)
  }
  return end === pos ? undefined : new SimpleCommand({ pos, end, name, prefix, suffix })
}

const assigned = /^([A-Za-z_]\w*)=/

function asAssignment(word: Word): Assignment | undefined {
  const [start, name] = assigned.exec(word.text) ?? []
  if (start === undefined || name === undefined) return undefined
  const { text, pos, end } = word
  const value = readWord({ text: text.slice(start.length), at: 0 })
  return {
    type: 'Assignment',
    pos,
    end,
    text,
    name,
    append: undefined,
    index: undefined,
    value:
      typeof value === 'object'
        ? moved(value, pos + start.length)
        : { type: 'Word', text: '', value: '', pos: end, end },
  }
}

function moved(word: Word, by: number): Word {
  const shift = <Part extends WordPart>(part: Part): Part => ({
    ...part,
    pos: part.pos + by,
    end: part.end + by,
    ...(part.type === 'DoubleQuoted' && { parts: part.parts.map(shift) }),
  })
  const parts = word.parts?.map(shift)
  return { ...word, pos: word.pos + by, end: word.end + by, ...(parts !== undefined && { parts }) }
}

const LETTERS = /[\w./:@%+=,^~-]+/y
const STARS = /\*+/y
const SINGLE = /'[^']*'/y
const DOUBLE = /"[^"\\$`]*"/y

const ends = new Set([undefined, ' ', '\t', '\n', ';', '|', '&', '<', '>'])

function readWord(cursor: TextCursor): Word | 'not simple' | undefined {
  const { text } = cursor
  const pos = cursor.at
  const parts: WordPart[] = []
  let value = ''
  while (!ends.has(text[cursor.at])) {
    const part = readPart(cursor)
    if (part === undefined) return 'not simple'
    parts.push(part)
    value += 'value' in part ? part.value : part.text.slice(1, -1)
  }
  const end = cursor.at
  if (end === pos) return undefined
  const [first] = parts
  const word = { type: 'Word', text: text.slice(pos, end), value, pos, end } as const
  return parts.length === 1 && first?.type === 'Literal' ? word : { ...word, parts }
}

function match(pattern: RegExp, { text, at }: TextCursor): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function readPart(cursor: TextCursor): WordPart | undefined {
  const pos = cursor.at
  const sign = cursor.text[pos]
  const kind = sign === '"' ? DOUBLE : sign === "'" ? SINGLE : sign === '*' ? STARS : LETTERS
  const text = match(kind, cursor)
  if (text === undefined) return undefined
  const end = pos + text.length
  cursor.at = end
  if (kind === LETTERS) return { type: 'Literal', pos, end, value: text, text }
  if (kind === STARS) return { type: 'Glob', kind: 'star', pos, end, text, value: text }
  const value = text.slice(1, -1)
  if (kind === SINGLE) return { type: 'SingleQuoted', pos, end, value, text }
  const inner = { type: 'Literal', pos: pos + 1, end: end - 1, value, text: value } as const
  return { type: 'DoubleQuoted', pos, end, text, parts: [inner] }
}

const REDIRECT = /(\d*)(>>|>&|<&|&>>|&>|>|<)(?![<>&|(])/y

function readRedirect(cursor: TextCursor): Redirect | 'not simple' | undefined {
  const pos = cursor.at
  REDIRECT.lastIndex = pos
  const [text, digits = '', operator = ''] = REDIRECT.exec(cursor.text) ?? []
  if (text === undefined) return /[<>]/.test(cursor.text[pos] ?? '') ? 'not simple' : undefined
  if (digits !== '' && operator.startsWith('&')) return undefined
  cursor.at += text.length
  skip(cursor, BLANKS)
  const target = readWord(cursor)
  if (typeof target !== 'object') return 'not simple'
  const descriptor = { type: 'FileDescriptor', pos, end: pos + digits.length, value: Number(digits) } as const
  return {
    type: 'Redirect',
    pos,
    end: target.end,
    operator: operator as RedirectOperator, // the pattern has only these
    descriptor: digits === '' ? undefined : descriptor,
    target,
  }
}
