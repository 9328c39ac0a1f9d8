// PowerShell, as the text of a POSIX shell that means the same as far as facts go. What is not understood is left as it is, for `powershell -Command`, one statement at a time.
import { readChain } from './powershell-commands.ts'
import { programOfName } from './powershell-names.ts'
import {
  type ScriptBlock,
  orNothing,
  readPrimary,
  type ScriptReader,
  skipBlanks,
  take,
  unknownWith,
  type ScriptValue,
  valueOf,
  variableName,
} from './powershell-words.ts'
import { quoted } from './quoting.ts'

const MAX_DEPTH = 60

/** The text of a shell; what is not understood in it is `powershell -Command '…'`. */
export function shellOfPowerShell(given: string): string {
  const text = given.replaceAll('\r\n', '\n')
  let depth = 0
  const block: ScriptReader['block'] = (reader, end) => {
    if (++depth > MAX_DEPTH) reader.broken = true
    const found = readStatements(reader, end)
    depth--
    return found
  }
  const reader: ScriptReader = { text, at: 0, unread: false, broken: false, block, statement: readStatement }
  const { text: shell } = readStatements(reader, undefined)
  return reader.broken ? unread(text) : shell
}

const unread = (text: string): string => `powershell -Command ${quoted(text.trim())}`

function readStatements(reader: ScriptReader, end: ')' | '}' | undefined): ScriptBlock {
  const found: ScriptBlock[] = []
  for (;;) {
    take(reader, /[\s;]+/)
    const before = reader.at
    skipBlanks(reader)
    const sign = reader.text[reader.at]
    if (sign === end || sign === undefined || reader.broken) break
    if (!'\n;'.includes(sign)) found.push(readStatement(reader))
    if (reader.at === before) reader.broken = true
  }
  if (reader.text[reader.at] === end) reader.at++
  else reader.broken = true
  const text = found.map((each) => each.text).join('\n')
  return found.length === 1 && found[0] !== undefined ? found[0] : { text }
}

function readStatement(reader: ScriptReader): ScriptBlock {
  const outer = reader.unread
  const start = reader.at
  reader.unread = false
  const found = readControl(reader) ?? readAssignment(reader) ?? readChain(reader)
  skipBlanks(reader)
  if (!';\n)}'.includes(reader.text[reader.at] ?? ';')) {
    reader.unread = true
    skipStatement(reader)
  }
  const isUnread = reader.unread
  reader.unread = outer
  return isUnread ? { text: unread(reader.text.slice(start, reader.at)) } : found
}

/** To where the next one begins. */
function skipStatement(reader: ScriptReader): void {
  let open = 0
  for (;;) {
    if (readPrimaryString(reader)) continue
    const sign = reader.text[reader.at]
    if (sign === undefined || (open === 0 && ';\n)}'.includes(sign))) return
    if ('({['.includes(sign)) open++
    if (')}]'.includes(sign)) open--
    reader.at++
  }
}

const readPrimaryString = (reader: ScriptReader): boolean =>
  /^(?:['"]|@['"])/.test(reader.text.slice(reader.at, reader.at + 2)) && readPrimary(reader) !== undefined

// ---- control

function body(reader: ScriptReader): string {
  take(reader, /\s*/)
  skipBlanks(reader)
  if (take(reader, /\{/) === undefined) {
    reader.unread = true
    return ':'
  }
  return orNothing(reader.block(reader, '}').text)
}

/** What is asked, in brackets: it runs. */
function condition(reader: ScriptReader): string {
  take(reader, /\s*/)
  if (take(reader, /\(/) === undefined) return ':'
  const { text, values } = reader.block(reader, ')')
  return values === undefined ? orNothing(text) : nothing(values)
}

const nothing = (values: readonly ScriptValue[]): string => [':', ...values.map(({ word }) => word)].join(' ')
const maybe = (body: string, test = ':'): string => `if ${test}; then\n${body}\nfi`

function readIf(reader: ScriptReader): string {
  let text = `if ${condition(reader)}; then\n${body(reader)}`
  while (take(reader, /\s*elseif\b/i) !== undefined)
    text += `\nelif ${condition(reader)}; then\n${body(reader)}`
  if (take(reader, /\s*else\b/i) !== undefined) text += `\nelse\n${body(reader)}`
  return `${text}\nfi`
}

function readForEach(reader: ScriptReader): string {
  const name = take(reader, /\s*\(\s*\$(\w+)\s+in\s+/i)?.[1]
  if (name === undefined) return fail(reader)
  const { text, values } = reader.block(reader, ')')
  const list = values === undefined ? `$(${text})` : values.map(({ word }) => word).join(' ')
  return `for ${variableName(name)} in ${list}; do\n${body(reader)}\ndone`
}

/** Any of its blocks may run. */
function readSwitch(reader: ScriptReader): string {
  take(reader, /(?:\s+-\w+)*/)
  const parts = [condition(reader)]
  if (take(reader, /\s*\{/) === undefined) return fail(reader)
  for (;;) {
    take(reader, /[\s;]+/)
    skipBlanks(reader)
    if (take(reader, /\}/) !== undefined) return parts.join('\n')
    const isCase = take(reader, /[\w.*?-]+/) !== undefined || readPrimary(reader) !== undefined
    if (!isCase || reader.broken) return fail(reader)
    parts.push(maybe(body(reader)))
  }
}

function readTry(reader: ScriptReader): string {
  const parts = [body(reader)]
  while (take(reader, /\s*catch\b(?:\s*\[[\w.,\s]+\])*/i) !== undefined) parts.push(maybe(body(reader)))
  if (take(reader, /\s*finally\b/i) !== undefined) parts.push(body(reader))
  return parts.join('\n')
}

function readFunction(reader: ScriptReader): string {
  const name = take(reader, /\s+([\w-]+)\s*/)?.[1]
  if (name === undefined) return fail(reader)
  const given = readParameters(reader)
  return `${programOfName(name)}() {\n${given}${body(reader)}\n}`
}

/** What they are given is not known. */
function readParameters(reader: ScriptReader): string {
  const start = reader.at
  if (take(reader, /\s*\(/) === undefined) return ''
  reader.block(reader, ')')
  const names = reader.text.slice(start, reader.at).matchAll(/\$(\w+)/g)
  return [...names].map(([, name = '']) => `${variableName(name)}=${unknownWith([]).word}\n`).join('')
}

function fail(reader: ScriptReader): string {
  reader.unread = true
  skipStatement(reader)
  return ''
}

/** What stands behind `return` and the like. */
const readRest = (reader: ScriptReader): string => {
  skipBlanks(reader)
  return ';\n)}'.includes(reader.text[reader.at] ?? ';') ? ':' : readChain(reader).text
}

const keywords: Readonly<Record<string, (reader: ScriptReader) => string>> = {
  if: readIf,
  foreach: readForEach,
  for: (reader) => `${condition(reader)}\nwhile :; do\n${body(reader)}\ndone`,
  while: (reader) => `while ${condition(reader)}; do\n${body(reader)}\ndone`,
  do: (reader) => {
    const text = body(reader)
    take(reader, /\s*(?:while|until)\b/i)
    return `while :; do\n${text}\n${condition(reader)}\ndone`
  },
  switch: readSwitch,
  try: readTry,
  function: readFunction,
  filter: readFunction,
  param: (reader) => readParameters(reader) || ':',
  begin: body,
  process: body,
  end: body,
  return: readRest,
  throw: readRest,
  exit: readRest,
  break: () => ':',
  continue: () => ':',
  class: fail,
  enum: fail,
  using: fail,
  trap: fail,
  data: fail,
}
/** What stands behind a keyword, so that no program of its name is meant. */
const keyword =
  /(?:(?:if|foreach|for|while|switch|param)(?=\s*(?:\(|-\w+\s*\())|(?:do|try|begin|process|end|trap|data)(?=\s*\{)|(?:function|filter|class|enum|using)(?=\s+\w)|(?:return|throw|exit|break|continue)(?=[\s;)}]|$))/i

function readControl(reader: ScriptReader): ScriptBlock | undefined {
  const word = take(reader, keyword)?.[0].toLowerCase()
  const read = word === undefined ? undefined : keywords[word]
  return read === undefined ? undefined : { text: read(reader) }
}

// ---- assignments

const assigned =
  /(?:\[[\w.[\],]+\]\s*)?\$(?:\{([^}]+)\}|((?:\w+:(?=\w))?\w+))((?:\.\w+|\[[^\]\n]*\])*)\s*(?:([-+*/%]|\?\?)?=(?!=)\s*|(\+\+|--))/

function readAssignment(reader: ScriptReader): ScriptBlock | undefined {
  const found = take(reader, assigned)
  if (found === undefined) return undefined
  const [, braced, plain = '', member, operator, counted] = found
  const name = variableName(braced ?? plain)
  if (counted !== undefined) return { text: member === '' ? `${name}=$?` : ':' }
  const given = reader.statement(reader)
  const isWhole = member === '' && operator === undefined
  const word = isWhole ? valueOf(given).word : unknownWith([valueOf(given)]).word
  if (member !== '') return { text: `: ${word}` }
  if (/^env:/i.test(braced ?? plain)) return { text: `export ${name}=${word}` }
  const isList = isWhole && given.values?.length !== 1
  return { text: `${name}=${isList ? `(${listOf(given)})` : word}` }
}

const listOf = ({ text, values }: ScriptBlock): string =>
  values === undefined ? `$(${text})` : values.map(({ word }) => word).join(' ')
