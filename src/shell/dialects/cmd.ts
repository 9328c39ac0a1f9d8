// cmd.exe, as the text of a POSIX shell that means the same as far as facts go. What is not understood is left as it is, for `cmd /c`.
import { readSimple } from './cmd-commands.ts'
import { giveUp, type CmdReader, readRedirects, take } from './cmd-reader.ts'
import { loopVariable, UNKNOWN, wordOf } from './cmd-words.ts'
import { quoted } from './quoting.ts'

const MAX_DEPTH = 60

/** The text of a shell; what is not understood in it is `cmd /c '…'`. */
export function shellOfCmd(given: string): string {
  const lines = given.replaceAll('\r\n', '\n')
  const text = lines.replace(/\^([^])/g, (all, sign) => (sign === '\n' ? '' : all))
  const reader: CmdReader = { text, at: 0, open: 0, depth: 0, letters: '', broken: false }
  const shell = readBlock(reader)
  return reader.broken ? `cmd /c ${quoted(given)}` : shell
}

const linesOf = (lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')
const orNothing = (text: string): string => (text === '' ? ':' : text)

/** Commands up to the bracket that ends them. */
function readBlock(reader: CmdReader): string {
  const lines: string[] = []
  for (;;) {
    take(reader, /[\s&|]*/y)
    const before = reader.at
    if (before >= reader.text.length) break
    if (take(reader, /\)/y) === undefined) lines.push(readChain(reader))
    else if (reader.open > 0) break
    if (reader.at === before) giveUp(reader)
  }
  return linesOf(lines)
}

function readChain(reader: CmdReader): string {
  const first = readCommand(reader)
  const rest: string[] = []
  for (;;) {
    const operator = take(reader, /[ \t]*(&&|\|\|?)/y)?.[1]
    if (operator === undefined) break
    rest.push(` ${operator} ${orNothing(readCommand(reader))}`)
  }
  return rest.length === 0 ? first : orNothing(first) + rest.join('')
}

/** What a loop or a condition runs: the rest of the line. */
function readBody(reader: CmdReader): string {
  const lines = [readChain(reader)]
  while (take(reader, /[ \t]*&[ \t&]*/y) !== undefined) lines.push(readChain(reader))
  return linesOf(lines)
}

function readCommand(reader: CmdReader): string {
  if (reader.depth >= MAX_DEPTH) return giveUp(reader)
  reader.depth++
  take(reader, /[\s@,;=]*/y)
  const text = readKeyword(reader) ?? readSimple(reader)
  reader.depth--
  return text
}

const keyword = /(if|for|else|call|start|goto|shift)(?=[\s(/"]|$)/iy

function readKeyword(reader: CmdReader): string | undefined {
  if (take(reader, /\(/y) !== undefined) return readGroup(reader)
  if (take(reader, /:[^\n]*/y) !== undefined) return '' // a label or a comment
  switch (take(reader, keyword)?.[1]?.toLowerCase()) {
    case undefined:
      return undefined
    case 'if':
      return readIf(reader)
    case 'for':
      return readFor(reader)
    case 'start':
      take(reader, /[ \t]*(?:"[^"\n]*"[ \t]*)?(?:\/\w+[ \t]+)*/y)
      return readCommand(reader)
    case 'else':
    case 'call':
      return readCommand(reader)
    default:
      return giveUp(reader)
  }
}

function readGroup(reader: CmdReader): string {
  reader.open++
  const text = readBlock(reader)
  reader.open--
  const redirects = readRedirects(reader)
  return text === '' && redirects === '' ? '' : `{\n${orNothing(text)}\n}${redirects}`
}

// ---- conditions

const operand = String.raw`(?:"[^"\n]*"|[^\s"=()&|<>])+`
const condition = new RegExp(
  String.raw`(?:\/i[ \t]+)?(?:not[ \t]+)?(?:\/i[ \t]+)?(?:(?:exist|defined|errorlevel|cmdextversion)[ \t]+${operand}|(?:${operand}[ \t]*)?==[ \t]*(?:${operand})?|${operand}[ \t]+(?:equ|neq|lss|leq|gtr|geq)[ \t]+${operand})[ \t]*`,
  'iy',
)

function readIf(reader: CmdReader): string {
  take(reader, /[ \t]*/y)
  if (take(reader, condition) === undefined) return giveUp(reader)
  const isGroup = reader.text[reader.at] === '('
  const then = isGroup ? readCommand(reader) : readBody(reader)
  const hasOther = isGroup && take(reader, /\s*else(?=[\s("]|$)/iy) !== undefined
  const [body, other] = [then, hasOther ? readBody(reader) : ''].filter((text) => text !== '')
  if (body === undefined) return ''
  return `if [[ x ]]; then\n${body}${other === undefined ? '' : `\nelse\n${other}`}\nfi`
}

// ---- loops

const head = /[ \t]*(?:(\/[drlf])[ \t]+)?(?:("[^"\n]*"|[^\s%("]+)[ \t]+)?%%?(\w)[ \t]+in[ \t]*\(/iy
const list = /((?:"[^"\n]*"|[^)"])*)\)[ \t]*do(?=[\s(@"]|$)/iy
const source =
  /(?:[ \t]*'([^\n]*?)'[ \t]*|[ \t]*`([^\n]*?)`[ \t]*|((?:"[^"\n]*"|[^)"'`])*))\)[ \t]*do(?=[\s(@"]|$)/iy

function readFor(reader: CmdReader): string {
  const [whole, flag = '', option = '', letter = ''] = take(reader, head) ?? []
  const kind = flag.toLowerCase()
  const given = whole === undefined ? undefined : take(reader, kind === '/f' ? source : list)
  if (given === undefined) return giveUp(reader)
  const outer = reader.letters
  const own = kind === '/f' ? lettersOf(letter, option) : letter
  const input =
    kind === '/f' ? inputOf(reader, given, option) : wordsOf(reader, given[1] ?? '', { kind, option })
  reader.letters += own
  const body = orNothing(readBody(reader))
  reader.letters = outer
  if (kind !== '/f') return `for ${loopVariable(letter)} in ${input}; do\n${body}\ndone`
  return `while read -r ${own.split('').map(loopVariable).join(' ')}; do\n${body}\ndone ${input}`
}

function wordsOf(
  { letters }: CmdReader,
  text: string,
  { kind, option }: { readonly kind: string; readonly option: string },
): string {
  const words = text.match(/(?:"[^"]*"|\^[^]|[^\s,;="^])+/g) ?? []
  const [from = '', step = '', to = ''] = words
  if (kind === '/l')
    return [from, step, to].every((each) => /^-?\d{1,9}$/.test(each)) ? `{${from}..${to}..${step}}` : UNKNOWN
  const each = words.map((word) => wordOf(word, letters))
  if (kind !== '/r') return each.join(' ')
  const top = option === '' ? '.' : wordOf(option, letters)
  return each.map((word) => `${top}/**${word === '.' ? '' : `/${word}`}`).join(' ')
}

/** `tokens=1,3-4*` are as many variables, whose letters follow each other. */
function lettersOf(first: string, option: string): string {
  const tokens = /tokens=([\d,*-]+)/i.exec(option)?.[1] ?? '1'
  const counts = tokens.split(',').map((each) => {
    const [, from = 0, to = from] = /^(\d+)(?:-(\d+))?/.exec(each) ?? []
    return Number(to) - Number(from) + (each.endsWith('*') ? 1 : 0) + (from === 0 ? 0 : 1)
  })
  const count = Math.min(
    26,
    counts.reduce((sum, each) => sum + each, 0),
  )
  const code = first.charCodeAt(0)
  return (
    String.fromCharCode(...Array.from({ length: count }, (_, at) => code + at)).replace(/\W/g, '') || first
  )
}

/** Lines of files, of what a command prints, or of a text. */
function inputOf(reader: CmdReader, [, single, back, files = '']: RegExpExecArray, option: string): string {
  const isTurned = /usebackq/i.test(option)
  const command = isTurned ? back : single
  if (command !== undefined) {
    const text = command.replace(/("[^"]*"?)|\^([^])/g, '$1$2')
    const inner = { ...reader, text, at: 0, open: 0 }
    const shell = readBlock(inner)
    if (inner.broken) giveUp(reader)
    return `< <(\n${orNothing(shell)}\n)`
  }
  const isText = single !== undefined || (!isTurned && /^\s*"/.test(files))
  if (isText) return `<<< ${UNKNOWN}`
  const names = files.match(/(?:"[^"]*"|[^\s,;="])+/g) ?? []
  return names.map((name) => `< ${wordOf(name, reader.letters)}`).join(' ')
}
