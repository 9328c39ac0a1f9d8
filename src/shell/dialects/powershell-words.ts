// Words and expressions of PowerShell, as words of a POSIX shell. A value that is not known is a variable that nobody sets.
import { bare, inDouble, isWindowsPath, quoted } from './quoting.ts'

export interface ScriptReader {
  readonly text: string
  at: number
  /** The statement that is read holds something that is not understood. */
  unread: boolean
  /** The text does not end as it should. */
  broken: boolean
  /** Statements until a sign, and the value where they are but an expression. */
  readonly block: (reader: ScriptReader, end: ')' | '}') => ScriptBlock
  readonly statement: (reader: ScriptReader) => ScriptBlock
}

export interface ScriptBlock {
  readonly text: string
  readonly values?: readonly ScriptValue[]
}

/** `runs`: the substitutions in a word, which run whatever becomes of it. */
export interface ScriptValue {
  readonly word: string
  readonly runs: string
}

const EMPTY: ScriptValue = { word: "''", runs: '' }
/** Nobody sets this variable. */
const UNKNOWN = '${UNKNOWN}'

export const unknownWith = (values: readonly ScriptValue[]): ScriptValue => {
  const runs = values.map((each) => each.runs).join('')
  return { word: `"${UNKNOWN}${runs}"`, runs }
}

/** What a pattern finds at the reader's place, which it steps over. */
export function take(reader: ScriptReader, pattern: RegExp): RegExpExecArray | undefined {
  const sticky = new RegExp(pattern.source, `${pattern.flags}y`)
  sticky.lastIndex = reader.at
  const found = sticky.exec(reader.text) ?? undefined
  if (found !== undefined) reader.at += found[0].length
  return found
}

/** Blanks, comments, and the ends of lines that go on. */
export const skipBlanks = (reader: ScriptReader): void =>
  void take(reader, /(?:[ \t\f\v\u00a0]|`\r?\n|<#[^]*?#>|(?<![^\s;|&(){},])#[^\n]*)*/)

// ---- variables

const constants: Readonly<Record<string, string>> = {
  null: '',
  true: 'True',
  false: 'False',
  _: '${PSItem}',
  psitem: '${PSItem}',
  home: '${HOME}',
  pwd: '${PWD}',
  '?': '$?',
  lastexitcode: '$?',
  pid: '$?',
}
const variables: Readonly<Record<string, string>> = { userprofile: 'HOME', temp: 'TMPDIR', tmp: 'TMPDIR' }

/** The name of a variable of PowerShell in the other shell. */
export const variableName = (name: string): string => {
  const [, scope = '', own = ''] = /^(?:(\w+):)?([^]*)$/.exec(name.toLowerCase()) ?? []
  if (scope !== 'env') return own.replace(/\W/g, '_')
  const plain = name.slice('env:'.length).replace(/\W/g, '_')
  return variables[own] ?? (/^(?:unknown|psitem)$/i.test(plain) ? `env_${plain}` : plain)
}

/** In quotes: all elements of a list. */
function variable(name: string, sign: '@' | '*'): string {
  const known = constants[name.toLowerCase()]
  if (known !== undefined) return known
  return `\${${variableName(name)}${/^env:/i.test(name) ? '' : `[${sign}]`}}`
}

const variablePattern = /\$(?:\{([^}]+)\}|((?:\w+:(?=\w))?\w+|[?^$]))/

// ---- strings

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', '\n': '' }

/** What is in double quotes, or in a here-string of the same. */
function readExpandable(reader: ScriptReader, end: RegExp): ScriptValue {
  const start = reader.at
  let out = ''
  let runs = ''
  while (reader.at < reader.text.length) {
    const before = reader.at
    if (take(reader, end) !== undefined) {
      const isPath = isWindowsPath(reader.text.slice(start, before))
      return { word: `"${isPath ? out.replaceAll('\\\\', '/') : out}"`, runs }
    }
    const value = readDollar(reader, '*')
    if (value !== undefined) {
      out += value.word.slice(1, -1)
      runs += value.runs
      continue
    }
    const [whole = '', sign] = take(reader, /`([^])|""|[^]/) ?? []
    out += inDouble(sign === undefined ? (whole === '""' ? '"' : whole) : (escapes[sign] ?? sign))
  }
  reader.broken = true
  return EMPTY
}

function readQuoted(reader: ScriptReader): ScriptValue | undefined {
  const here = take(reader, /@'[ \t]*\r?\n(?:([^]*?)\r?\n)?'@/)
  if (here !== undefined) return { word: quoted(here[1] ?? ''), runs: '' }
  if (take(reader, /@"[ \t]*\r?\n/) !== undefined) return readExpandable(reader, /\r?\n"@/)
  const single = take(reader, /'((?:[^']|'')*)'/)
  if (single !== undefined) {
    const text = (single[1] ?? '').replaceAll("''", "'")
    return { word: quoted(isWindowsPath(text) ? text.replaceAll('\\', '/') : text), runs: '' }
  }
  return take(reader, /"/) === undefined ? undefined : readExpandable(reader, /"(?!")/)
}

/** A variable or a subexpression; its word stands in double quotes. */
function readDollar(reader: ScriptReader, sign: '@' | '*' = '@'): ScriptValue | undefined {
  if (take(reader, /\$\(/) !== undefined) return substitution(reader.block(reader, ')').text)
  const found = take(reader, variablePattern)
  if (found === undefined) return undefined
  return { word: `"${variable(found[1] ?? found[2] ?? '', sign)}"`, runs: '' }
}

// ---- values

/** Methods and types that only compute. */
const safeMethods =
  /^(?:to\w+|get(?:enumerator|type|hashcode|length|value|string|bytes|folderpath|environmentvariables?|filename\w*|extension|directoryname|pathroot|fullpath|temppath|randomfilename|date)|split|trim\w*|replace|contains\w*|startswith|endswith|substring|indexof|lastindexof|pad\w+|insert|remove|add\w*|join|format|concat|equals|compareto|where|foreach|isnullor\w+|clone|count|match|matches|ismatch|escape|parse|tryparse|exists|combine|max|min|round|floor|ceiling|abs|pow|sqrt|now|utcnow|today|new|newguid|is\w+|append\w*|push|pop|peek|keys|values|changeextension|empty|zero)$/i
const safeTypes =
  /^(?:system\.)?(?:string|math|int\d*|long|double|decimal|float|bool|boolean|char|byte|datetime|datetimeoffset|timespan|guid|regex|text\.regularexpressions\.\w+|text\.encoding|text\.stringbuilder|version|uri|convert|array|enum|object|collections\.[\w.]+|hashtable|pscustomobject|psobject|io\.path|environment|globalization\.\w+|linq\.\w+|stringcomparison|net\.webutility|web\.httputility)(?:\[.*\])?$/i
/** Of an `Environment`: what ends or changes the process. */
const unsafeStatic = /^(?:exit|failfast|setenvironmentvariable)$/i

/** What stands behind a value: properties, calls, indexes. */
function readPostfix(reader: ScriptReader, value: ScriptValue, isSafe = true): ScriptValue {
  let all = value
  for (;;) {
    const member = take(reader, /(?:\?\.|\.|::)([A-Za-z_]\w*)(\()?/)
    if (member !== undefined) {
      const [, name = '', call] = member
      if (call !== undefined && (!isSafe || !safeMethods.test(name) || unsafeStatic.test(name)))
        reader.unread = true
      const args = call === undefined ? [] : readList(reader, ')')
      // A file that is found is named by its path.
      const isItself = /^"\$\{\w+(?:\[@\])?\}"$/.test(all.word) && /^(?:fullname|(?:ps)?path)$/i.test(name)
      if (!isItself) all = unknownWith([all, ...args])
    } else if (reader.text[reader.at] === '[' && all.word.startsWith('"')) {
      reader.at++
      all = unknownWith([all, ...readList(reader, ']')])
    } else return all
  }
}

function readList(reader: ScriptReader, end: ')' | ']'): readonly ScriptValue[] {
  const values: ScriptValue[] = []
  for (let before = -1; before !== reader.at && reader.text[reader.at] !== end;) {
    before = reader.at
    take(reader, /\s+/)
    values.push(...readExpression(reader))
  }
  if (reader.text[reader.at] === end) reader.at++
  else reader.unread = true
  return values
}

/** `@{ Name = value; … }` */
function readTable(reader: ScriptReader): ScriptValue {
  const values: ScriptValue[] = []
  for (;;) {
    take(reader, /[\s;]+/)
    skipBlanks(reader)
    if (take(reader, /\}/) !== undefined) return unknownWith(values)
    const isKey = take(reader, /[\w.-]+/) !== undefined || readQuoted(reader) !== undefined
    if (!isKey || take(reader, /\s*=\s*/) === undefined) {
      reader.unread = reader.broken = true
      return unknownWith(values)
    }
    values.push(valueOf(reader.statement(reader)))
  }
}

/** What a statement gives, as one value. */
export const valueOf = ({ text, values }: ScriptBlock): ScriptValue =>
  values?.length === 1 && values[0] !== undefined
    ? values[0]
    : values === undefined
      ? substitution(text)
      : unknownWith(values)

export const orNothing = (text: string): string => (text.trim() === '' ? ':' : text)

const substitution = (text: string): ScriptValue =>
  text === '' ? EMPTY : { word: `"$(${text})"`, runs: `$(${text})` }

/** A value that stands alone; undefined for an operator and for what is none. */
export function readPrimary(reader: ScriptReader): readonly ScriptValue[] | undefined {
  const type = take(reader, /\[([\w.]+(?:\[[\w.,[\]]*\])?)\]/)
  if (type !== undefined) {
    if (!reader.text.startsWith('::', reader.at)) return undefined
    if (!safeTypes.test(type[1] ?? '')) reader.unread = true
    return [readPostfix(reader, unknownWith([]), safeTypes.test(type[1] ?? ''))]
  }
  if (take(reader, /@\{/) !== undefined) return [readTable(reader)]
  if (take(reader, /[@$]?\(/) !== undefined) {
    const { text, values } = reader.block(reader, ')')
    if (values !== undefined && !/[.[:?]/.test(reader.text[reader.at] ?? '')) return values
    return [readPostfix(reader, values === undefined ? substitution(text) : unknownWith(values))]
  }
  if (take(reader, /\{/) !== undefined) return [unknownWith([substitution(reader.block(reader, '}').text)])]
  if (take(reader, /@\w+/) !== undefined) return [unknownWith([])]
  const value = readQuoted(reader) ?? readDollar(reader)
  if (value !== undefined) return [readPostfix(reader, value)]
  const number = take(reader, /\d+(?:\.\d+)?\w*/)
  return number === undefined ? undefined : [{ word: number[0], runs: '' }]
}

/** Values with operators between them; several where only commas stand there. */
export function readExpression(reader: ScriptReader): readonly ScriptValue[] {
  const values: ScriptValue[] = []
  let isPlain = true
  let isNext = true
  for (;;) {
    skipBlanks(reader)
    if (';\n|)}]>&'.includes(reader.text[reader.at] ?? ';')) break
    if (take(reader, /,\s*/) !== undefined) {
      isNext = true
      continue
    }
    const found = readPrimary(reader)
    if (found === undefined) {
      const sign = take(reader, /\+\+|--|-[A-Za-z]+|\.\.|[\w.]+|[^]/)?.[0] ?? ''
      if (sign === '=') reader.unread = true
      if (/^(?:-[A-Za-z]+|[-+*/%]|\.\.)$/.test(sign)) take(reader, /\s+/)
      isPlain = false
    } else {
      isPlain &&= isNext
      values.push(...found)
    }
    isNext = false
  }
  return isPlain ? values : [unknownWith(values)]
}

// ---- arguments of commands

const bareText = /(?:`[^\n]|[^\s;|&(){},"'`$])+/

/** A word of a command that is not an expression: text, strings and variables side by side. */
function readBare(reader: ScriptReader, isOption: boolean): ScriptValue {
  const parts: ScriptValue[] = []
  for (;;) {
    const text = take(reader, isOption ? /(?:`[^\n]|[^\s;|&(){}"'`$])+/ : bareText)
    if (text !== undefined) {
      parts.push({ word: bare(text[0].replace(/`([^])/g, '$1')), runs: '' })
      continue
    }
    const value = readQuoted(reader) ?? readDollar(reader) ?? readBraced(reader, parts.length > 0)
    if (value === undefined) break
    parts.push(value)
  }
  return { word: parts.map(({ word }) => word).join(''), runs: parts.map(({ runs }) => runs).join('') }
}

/** `HEAD@{1}` and a lone `$`. */
function readBraced(reader: ScriptReader, isInside: boolean): ScriptValue | undefined {
  const found = take(reader, isInside ? /\{[^{}\s]*\}|\$(?=[\s;|&)}]|$)/ : /\$(?=[\s;|&)}]|$)/)
  return found === undefined ? undefined : { word: quoted(found[0]), runs: '' }
}

/** One argument, with all elements of a list. */
export function readArgument(reader: ScriptReader): readonly ScriptValue[] {
  const values: ScriptValue[] = []
  do {
    take(reader, /\s+/)
    values.push(...readElement(reader))
  } while (take(reader, /[ \t]*,/) !== undefined)
  return values
}

function readElement(reader: ScriptReader): readonly ScriptValue[] {
  const sign = reader.text[reader.at] ?? ''
  const isSplat = /^@\w+(?![\w/.-])/.test(reader.text.slice(reader.at, reader.at + 80))
  const isExpression =
    '({'.includes(sign) || isSplat || /^@[({'"]/.test(reader.text.slice(reader.at, reader.at + 2))
  if (isExpression) {
    const found = readPrimary(reader)
    if (found !== undefined) return found
  }
  const listed = take(reader, /\$(?=\()/) === undefined ? undefined : readPrimary(reader)
  if (listed !== undefined && listed.length !== 1) return listed
  const value = listed?.[0] ?? (sign === '$' ? readDollar(reader) : undefined)
  if (value === undefined) return [readBare(reader, sign === '-')]
  const all = listed === undefined ? readPostfix(reader, value) : value
  const rest = readBare(reader, false)
  return [{ word: all.word + rest.word, runs: all.runs + rest.runs }]
}
