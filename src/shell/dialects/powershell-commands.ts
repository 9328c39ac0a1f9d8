// Commands of PowerShell: pipelines, their words, script blocks and redirections.
import { isCmdlet, programOfName } from './powershell-names.ts'
import {
  type ScriptBlock,
  orNothing,
  readArgument,
  readExpression,
  type ScriptReader,
  skipBlanks,
  take,
  unknownWith,
  type ScriptValue,
  valueOf,
} from './powershell-words.ts'
import { windowsProgram } from '../../patterns/commands/command-words.ts'
import { bare, programWord } from './quoting.ts'

export function readChain(reader: ScriptReader): ScriptBlock {
  const first = readPipeline(reader)
  let { text } = first
  for (;;) {
    skipBlanks(reader)
    const operator = take(reader, /&&|\|\|/)?.[0]
    if (operator === undefined) break
    take(reader, /\s*/)
    text += ` ${operator} ${readPipeline(reader).text}`
  }
  if (take(reader, /&(?!&)/) !== undefined) text += ' &'
  return text === first.text ? first : { text }
}

function readPipeline(reader: ScriptReader): ScriptBlock {
  const first = readStage(reader)
  const stages = [first.text]
  while (take(reader, /\s*\|(?!\|)\s*/) !== undefined) {
    skipBlanks(reader)
    stages.push(readCommand(reader))
  }
  return stages.length === 1 ? first : { text: stages.join(' | ') }
}

const startsExpression = /["'$([{@+!,-]|\d+(?:\.\d+)?(?:[kmgtp]b)?(?=$|[\s;|)},.+*/-])/i

function readStage(reader: ScriptReader): ScriptBlock {
  skipBlanks(reader)
  const { at } = reader
  if (take(reader, /\*?>/) !== undefined) {
    reader.at = at
    return { text: readRedirect(reader) ?? '' }
  }
  if (take(reader, startsExpression) === undefined) return { text: readCommand(reader) }
  reader.at = at
  const values = readExpression(reader)
  const redirects = readRedirect(reader)
  if (redirects === undefined) return { text: shown(values), values }
  return { text: `${shown(values)} ${redirects}` }
}

function shown(values: readonly ScriptValue[]): string {
  const words = values.map(({ word }) => word)
  return words.length === 1 && words[0]?.includes('[@]') === false
    ? `echo ${words[0]}`
    : String.raw`printf '%s\n' ${words.join(' ')}`
}

interface ScriptCommand {
  readonly name: string
  readonly words: string[]
  readonly bodies: ScriptBlock[]
}

function readCommand(reader: ScriptReader): string {
  const called = take(reader, /[&.](?=[\s"'({$])\s*/)?.[0].trim()
  if (called !== undefined && take(reader, /\{/) !== undefined) {
    const text = orNothing(reader.block(reader, '}').text)
    readWords(reader, { name: '', words: [], bodies: [] })
    return `{\n${text}\n}`
  }
  const command: ScriptCommand = { name: readName(reader), words: [], bodies: [] }
  if (command.name === '') reader.unread = true
  const redirects = readWords(reader, command)
  const before = called === '.' && !/\.ps1\W?$/i.test(command.name) ? 'source ' : ''
  return `${before}${withBodies(command, reader)}${redirects}`
}

function readName(reader: ScriptReader): string {
  const path = take(reader, windowsProgram)?.[0]
  if (path !== undefined) return bare(path)
  const plain = take(reader, /[^\s;|&(){},"'`$<>]+(?![^\s;|&(){},<>])/)
  if (plain !== undefined) return programWord(programOfName(plain[0].replace(/\.exe$/i, '')))
  return readArgument(reader)[0]?.word ?? ''
}

/** Of every cmdlet; they change nothing that counts. */
const common =
  /^-(?:(?:verbose|debug|vb|db|confirm)$|(ea|erroraction|wa|warningaction|infa|informationaction|progressaction|ev|errorvariable|wv|warningvariable|ov|outvariable|ob|outbuffer|pv|pipelinevariable)$)/i

/** Takes the words of a command, and gives its redirections. */
function readWords(reader: ScriptReader, { name, words, bodies }: ScriptCommand): string {
  let redirects = ''
  for (;;) {
    skipBlanks(reader)
    const before = reader.at
    const redirect = readRedirect(reader)
    if (redirect !== undefined) {
      redirects += ` ${redirect}`
      continue
    }
    const sign = reader.text[reader.at]
    if (sign === undefined || ';\n|)}&'.includes(sign)) return redirects
    if (sign === '{') {
      reader.at++
      bodies.push(reader.block(reader, '}'))
    } else if (isCmdlet(name)) readParameter(reader, words)
    else words.push(...wordsOf(readArgument(reader)))
    if (reader.at > before) continue
    reader.unread = true
    return redirects
  }
}

const wordsOf = (values: readonly ScriptValue[]): readonly string[] =>
  values.map(({ word }) => word).filter((word) => word !== '')

/** `-Include a, b` is `-Include a -Include b`; `-Recurse:$false` is none. */
function readParameter(reader: ScriptReader, words: string[]): void {
  if (take(reader, /-\w+:\s*\$\w+/) !== undefined) return
  const joined = take(reader, /(-\w+):\s*/)?.[1]
  const values = wordsOf(readArgument(reader))
  const [first = ''] = values
  const kind = common.exec(first)
  if (joined === undefined && kind !== null) {
    skipBlanks(reader)
    if (kind[1] !== undefined) readArgument(reader)
    return
  }
  const last = words.at(-1) ?? ''
  const option = joined ?? (values.length > 1 && /^-[A-Za-z]\w*$/.test(last) ? last : undefined)
  if (option === undefined) return void words.push(...values)
  if (joined === undefined) words.pop()
  words.push(...values.flatMap((value) => [option, value]))
}

/** Script blocks: a filter only asks, the others run theirs. */
function withBodies({ name, words, bodies }: ScriptCommand, reader: ScriptReader): string {
  const line = [name, ...words].join(' ')
  if (name === 'ForEach-Object') {
    if (/^(?:delete|kill|invoke|moveto|copyto|stop|remove\w*|set\w+|write\w*)$/i.test(words[0] ?? ''))
      reader.unread = true
    const text = bodies.map((each) => orNothing(each.text)).join('\n')
    return bodies.length === 0 ? line : `while read -r PSItem; do\n${text}\ndone`
  }
  if (bodies.length === 0) return line
  if (/^(?:Where|Sort|Select|Group|Compare|Measure)-Object$|^Format-/.test(name))
    return [line, ...bodies.map(asked)].join(' ')
  return `{\n${[line, ...bodies.map((each) => orNothing(each.text))].join('\n')}\n}`
}

const asked = ({ text, values }: ScriptBlock): string =>
  values === undefined ? valueOf({ text }).word : unknownWith(values).word

/** `2>&1`, `> file`, `*> $null`. */
function readRedirect(reader: ScriptReader): string | undefined {
  const found = take(reader, /([\d*])?(>>?)(?:&(\d))?[ \t]*/)
  if (found === undefined) return undefined
  const [, from = '', sign = '', to] = found
  if (to !== undefined) return `${from === '*' ? '2' : from}>&${to}`
  const word = readArgument(reader)[0]?.word ?? ''
  return `${from === '*' ? '&' : from}${sign} ${word === '""' ? '/dev/null' : word}`
}
