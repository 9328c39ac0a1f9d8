// Shell text as the commands that it is made of, where they can be seen without reading it as a shell does.

export interface Command {
  readonly words: string[]
  /** Of them those with patterns of the shell. */
  readonly patterns: string[]
  /** `NODE_ENV=test` in front of it. */
  readonly set: string[]
  /** Files that its output goes to. */
  readonly outputs: string[]
  /** Files that its input comes from. */
  readonly inputs: string[]
  /** Its here-documents. */
  readonly given: string[]
}

export interface Commands {
  readonly list: readonly Command[]
  /** What follows runs only where the first one did well. */
  readonly isChain: boolean
}

/** Longer texts are seldom plain. */
const MOST_CHARACTERS = 6000

/** Letters without quotes, in single quotes, a here-document that is put in, in double quotes. Revisions have their `~` and `^`. */
const part =
  /((?:[\w./:@%+=,*?-]|(?<=[\w~^])[~^]|\\[().|+*?])+)|'([\t\n -&(-~]*)'|"\$\(cat <<'(\w+)'\n([\t\n -~]*?)\n\3\n\)"|"((?:[\t\n #%-[\]-_a-~]|\\[ #%-[\]-_a-~])*)"/y
const between = /&&|\|\|?|;|&(?!>)|\n/y
const joined = /[12]?>&[12](?![^\s;|&])/y
const redirect = /[12&]?>>? *|< */y
const hereDocument = /<<'(\w+)'([^\n'"`$\\#<]*)\n/y
/** In front of a pipeline it is no program, but a word of the shell. */
const timed = /time +(?![-!]|time\b)/y
/** Of a test. */
const brackets = /[[\]](?=[\s;&|]|$)/y
/** What nobody's program runs by. */
const assignment = /^(?:NODE_ENV|CI|TZ|FORCE_COLOR|NO_COLOR|DEBUG|LOG_LEVEL|PORT)=[\w./:@%+,-]+$/
/** What a path that begins so means is told by who reads it. */
const homeward = /(?:^|[=:,])~|^\^$/
/** The name of a variable with a command in it. */
const namesCommand = /^\w+\[.*[$`]/s

interface Reading {
  text: string
  at: number
  readonly commands: Command[]
  sign: string
  isChain: boolean
  /** The words that were begun with, and how many commands there were then. */
  readonly open: { word: string; commands: number }[]
  /** A word ended what was begun: no other follows. */
  isEnd: boolean
}

/** Undefined for a text that has to be read. */
export function commandsIn(text: string): Commands | undefined {
  if (text.length > MOST_CHARACTERS || /[^\t\n -~]/.test(text)) return undefined
  const reading: Reading = {
    text,
    at: 0,
    commands: [newCommand()],
    sign: '',
    isChain: true,
    open: [],
    isEnd: false,
  }
  while (reading.at < reading.text.length) if (!readNext(reading)) return undefined
  const { commands, sign, isChain, open } = reading
  if (open.length > 0) return undefined
  if (commands.length > 1 && isEmpty(commands.at(-1)) && !sign.startsWith('&&') && !sign.startsWith('|'))
    commands.pop()
  return commands.every(({ words }) => words.length > 0) ? { list: commands, isChain } : undefined
}

const newCommand = (): Command => ({
  words: [],
  patterns: [],
  set: [],
  outputs: [],
  inputs: [],
  given: [],
})

function isEmpty(command: Command | undefined): boolean {
  return command !== undefined && Object.values(command).every(({ length }) => length === 0)
}

function take(pattern: RegExp, reading: Reading): RegExpExecArray | undefined {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)
  if (found === null) return undefined
  reading.at = pattern.lastIndex
  return found
}

function readNext(reading: Reading): boolean {
  const { commands } = reading
  const command = commands.at(-1)
  if (command === undefined) return false
  const first = reading.text.charAt(reading.at)
  if (first === ' ' || first === '\t') return ++reading.at > 0
  // Each regex is made when it is first asked, by every run.
  const isSign = '&|;\n<>12'.includes(first)
  if (isSign && take(joined, reading) !== undefined) return true
  const sign = isSign ? take(between, reading)?.[0] : undefined
  if (sign !== undefined) return divide(sign, reading)
  const isFirst = isEmpty(command) && reading.sign !== '|'
  if (first === 't' && isFirst && take(timed, reading) !== undefined) return true
  const here = first === '<' ? take(hereDocument, reading) : undefined
  if (here !== undefined) return readGiven(here, reading)
  const to = isSign ? take(redirect, reading)?.[0] : undefined
  if (first === '!' && isFirst && /^! +[^ !]/.test(reading.text.slice(reading.at, reading.at + 9)))
    return ++reading.at > 0
  const bracket = first === '[' || first === ']' ? take(brackets, reading)?.[0] : undefined
  const word = bracket === undefined ? readWord(reading) : { text: bracket, isBare: false, isPattern: false }
  if (word === undefined) return false
  if (to === undefined && word.isBare && isEmpty(command) && keywords.has(word.text))
    return readKeyword(word.text, reading)
  if (reading.isEnd && to === undefined) return false
  if (to !== undefined) return addFile(word, to.startsWith('<') ? command.inputs : command.outputs)
  if (command.words.length === 0 && word.isBare && word.text.includes('=') && assignment.test(word.text))
    command.set.push(word.text)
  else command.words.push(word.text)
  if (word.isPattern) command.patterns.push(word.text)
  return true
}

/** What a word of the shell stands behind, and what is open from then on. */
const keywords = new Map<string, { readonly after: readonly string[]; readonly opens?: string }>([
  ['if', { after: [], opens: 'if' }],
  ['while', { after: [], opens: 'while' }],
  ['until', { after: [], opens: 'while' }],
  ['then', { after: ['if'], opens: 'then' }],
  ['elif', { after: ['then'], opens: 'if' }],
  ['else', { after: ['then'], opens: 'else' }],
  ['do', { after: ['while'], opens: 'do' }],
  ['fi', { after: ['then', 'else'] }],
  ['done', { after: ['do'] }],
])

/** All of it runs, for what is asked here: conditions, branches and what is repeated. */
function readKeyword(text: string, reading: Reading): boolean {
  const { commands, open } = reading
  const { after = [], opens } = keywords.get(text) ?? {}
  if (after.length > 0) {
    const begun = open.pop()
    if (begun === undefined || !after.includes(begun.word) || begun.commands === commands.length) return false
  } else if (reading.sign === '|') return false
  reading.isChain = false
  if (opens !== undefined) open.push({ word: opens, commands: commands.length })
  else {
    commands.at(-1)?.words.push(':')
    reading.isEnd = true
  }
  return true
}

/** A line may end where nothing was begun. */
function divide(sign: string, reading: Reading): boolean {
  const { commands } = reading
  if (isEmpty(commands.at(-1))) return sign === '\n'
  // What is first in a pipeline runs beside the others.
  reading.isChain &&= sign === '&&' || (sign === '|' && commands.length > 1)
  commands.push(newCommand())
  reading.sign = sign
  reading.isEnd = false
  return true
}

interface Word {
  readonly text: string
  readonly isBare: boolean
  readonly isPattern: boolean
}

function readWord(reading: Reading): Word | undefined {
  let text = ''
  let isBare = true
  let isPattern = false
  let parts = 0
  for (let found = take(part, reading); found !== undefined; found = take(part, reading)) {
    const [, bare, single, end, given, double] = found
    parts++
    text += bare?.replace(/\\(.)/g, '$1') ?? single ?? double ?? ''
    isBare &&= bare !== undefined && !bare.includes('\\')
    isPattern ||= bare !== undefined && /(?<!\\)[*?]/.test(bare)
    if (given === undefined) continue
    if (`\n${given}\n`.includes(`\n${end}\n`)) return undefined
    text += given.replace(/\n+$/, '')
    reading.commands.splice(-1, 0, { ...newCommand(), words: ['cat'] })
  }
  const isWhole = parts > 0 && !/[^\s;|&]/.test(reading.text.charAt(reading.at))
  if (!isWhole || leadsHome(text)) return undefined
  if (text.includes('[') && namesCommand.test(text)) return undefined
  // Which of the signs in it are patterns is told by who reads it.
  return isPattern && !isBare ? undefined : { text, isBare, isPattern }
}

const leadsHome = (text: string): boolean => (text.includes('~') || text.includes('^')) && homeward.test(text)

function addFile({ text, isPattern }: Word, files: string[]): boolean {
  if (isPattern || text === '' || (text.startsWith('/dev/') && text !== '/dev/null')) return false
  if (text !== '/dev/null') files.push(text)
  return true
}

/** The lines below are its own, and not the shell's. */
function readGiven([, end = '', rest = '']: RegExpExecArray, reading: Reading): boolean {
  const { text, at } = reading
  const last = new RegExp(String.raw`(?:^|\n)${end}(?=\n|$)`).exec(text.slice(at))
  if (last === null) return false
  reading.commands.at(-1)?.given.push(text.slice(at, at + last.index))
  reading.text = rest + text.slice(at + last.index + last[0].length)
  reading.at = 0
  return true
}
