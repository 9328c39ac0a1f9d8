// Secrets in the arguments and the input of commands, wherever a command stands in a text.
import { secretArguments, type SecretArgument } from '../../model/generated/secret-arguments.ts'

/** What follows a program's name: a blank, or the end of a word in a list. */
const WORD_ENDS = [' ', '"', "'", '\\']

/** Could the text hold a secret of a command? Most texts that name a program lack its subcommand or option. */
export function mayHoldArgument(text: string): boolean {
  return secretArguments.some(
    ({ programs, path = [], options, stdin }) =>
      programs.some((name) => text.includes(name) && (stdin === true || endsAsWord(text, name))) &&
      path.every((names) => names.some((name) => text.includes(name))) &&
      (options.length === 0 || options.some((name) => text.includes(name.length === 2 ? '-' : name))),
  )
}

function endsAsWord(text: string, name: string): boolean {
  return WORD_ENDS.some((end) => text.includes(name + end))
}

export interface TextForms {
  /** Before a word that begins a command. */
  readonly begin: string
  /** A quote, as often escaped as JSON in JSON has it. */
  readonly quote: string
  /** The alternatives of a quoted value, to be followed by the one of a bare value and a parenthesis. */
  readonly given: string
}

export interface HideArguments {
  readonly replace: string
  /** Also variables, and words of plain prose where a secret would stand. */
  readonly suspect: boolean
  readonly forms: () => TextForms
}

/** Stands for a secret until all are found. */
const MARK = '\uFFFF'
/** A command with more secrets than this is hidden up to here. */
const MAX_ROUNDS = 20

/** The text with the secrets of commands replaced, to be asked where there may be one. Case matters: `unzip -p` takes no password. */
export function hideArguments(text: string, hiding: HideArguments): string {
  const marked = markArguments(text, hiding)
  return marked === text ? text : marked.replace(/\uFFFF+(?:\s+\uFFFF+)*/g, () => hiding.replace)
}

/** The same for a command that is given as a list of words. */
export function hideInWords(words: readonly string[], hiding: HideArguments): readonly string[] {
  const line = words.map((word) => (word === '' ? '""' : word.replace(/[\s"'|;&\\<>]/g, '_'))).join(' ')
  if (words.length < 2 || !mayHoldArgument(line)) return words
  const marked = markArguments(line, hiding).split(' ')
  if (marked.length !== words.length) return words
  return words.map((word, at) => {
    const from = marked[at]?.indexOf(MARK) ?? -1
    return from < 0 ? word : word.slice(0, from) + hiding.replace
  })
}

const patterns: { suspect?: RegExp; precise?: RegExp } = {}

/** Round by round: a command may have several, and each is found from the command's name on. */
function markArguments(text: string, { suspect, forms }: HideArguments): string {
  const kind = suspect ? 'suspect' : 'precise'
  const pattern = (patterns[kind] ??= new RegExp(argumentPatterns(forms(), suspect).join('|'), 'g'))
  let marked = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = marked
    marked = marked.replace(pattern, (all: string, ...groups: unknown[]) => {
      const lead = String(groups.find((group) => typeof group === 'string'))
      return lead + all.slice(lead.length).replace(/\S+/g, MARK)
    })
    if (marked === before) break
  }
  return marked
}

/** The first group of each stays, the rest is the secret. */
function argumentPatterns(forms: TextForms, suspect: boolean): readonly string[] {
  const not = [MARK, forms.quote + forms.quote, ...(suspect ? [] : [String.raw`=?(?:\\{0,7}")?[$\`]`])]
  const context: Context = { ...forms, suspect, fresh: `(?!${not.join('|')})` }
  const inputs = secretArguments.filter(({ stdin }) => stdin === true)
  const others = secretArguments.filter(({ stdin }) => stdin !== true)
  return [
    ...others.map((row) => (row.skip === undefined ? optionPattern : operandPattern)(row, context)),
    ...inputPatterns(inputs, context),
  ]
}

interface Context extends TextForms {
  readonly suspect: boolean
  /** Not before what is hidden already, is empty, or is read from a variable. */
  readonly fresh: string
}

const anyOf = (names: readonly string[]): string => `(?:${names.join('|')})`
/** Other words of the command, few enough to be looked through again and again. */
const others = (max: number, space: string): string => `(?:[^\\n|;&]{0,${max}}?${space})??`
/** Options without a value of their own. */
const flags = String.raw`(?:-\S{1,40}\s{1,3}){0,8}`

/** The program and its subcommands. */
function commandPattern({ programs, path = [] }: SecretArgument, begin: string, space: string): string {
  const under = path.map((names) => space + others(60, space) + anyOf(names)).join('')
  return begin + anyOf(programs) + under
}

function optionPattern(row: SecretArgument, { begin, quote, given, fresh }: Context): string {
  const space = `(?:\\s|${quote}\\s{0,3},\\s{0,3}${quote})`
  const named = row.options.map((name) => spelling(name, row) + separator(name, row, space))
  const lead = row.behind === undefined ? '' : `(?:${quote})?${row.behind}`
  const command = commandPattern(row, begin, space)
  return `(${command}${space}${others(200, space)}${anyOf(named)}${lead})${fresh}${given}[^\\s"'&;|]+)`
}

/** A letter may stand behind others in one word: `-rP`. */
function spelling(option: string, { flags: letters }: SecretArgument): string {
  return letters === undefined || option.length !== 2 ? option : `-[${letters}]{0,8}${option.slice(1)}`
}

/** A letter may be followed by its value at once, and a `joined` one has to be. */
function separator(option: string, { joined, dashes }: SecretArgument, space: string): string {
  const isLetter = option.length === 2 && dashes !== true
  if (joined === true) return isLetter ? '' : '='
  return `(?:${space}{1,3}|=)${isLetter ? '?' : ''}`
}

/** The name of a setting that is a secret. */
const settingName = String.raw`[^\s|;&]{0,200}?(?:[Pp]ass|[Ss]ecret|[Tt]oken|[Oo][Aa]uth|_auth|http-basic|bearer|_key(?!_id))[^\s|;&]{0,100}\s{1,3}`

/** Options with a value of their own shift the operands: all from the one before the secret on is hidden. */
function operandPattern(row: SecretArgument, { begin, quote, given, fresh, suspect }: Context): string {
  const space = `(?:\\s{1,3}|${quote}\\s{0,3},\\s{0,3}(?:${quote}args${quote}\\s{0,3}:\\s{0,3}\\[\\s{0,3})?${quote})`
  const { options, skip = 0, behind, setting } = row
  const needed = options.map((name) => `(?=${flags.replace('8}', '8}?')}-\\w{0,20}${name.slice(1)})`).join('')
  const before = `${flags}${setting === true ? settingName : `(?:[^\\s|;&-][^\\s|;&]{0,200}\\s{1,3}){${skip}}`}`
  const value = `${given}[^\\s"'&;|<>\\\\]+)`
  const lead = behind === undefined ? '' : `(?:\\\\{0,7}["'])?${behind}`
  // A word of prose is no secret: "use cargo login to ..."
  const isPlain = options.length === 0 && setting !== true && behind === undefined && !suspect
  const made = isPlain ? String.raw`(?=\S{0,60}\d)(?=\S{8})` : ''
  const more = behind === undefined ? `(?:[ \\t]{1,3}${value}){0,5}` : ''
  return `(${commandPattern(row, begin, space)}${space}${needed}${before}${lead})(?!-)${fresh}${made}${value}${more}`
}

/** The operator of a here-document and its word. */
const opened = (tag: string): string =>
  String.raw`<<-?\s{0,3}(?:\\{0,7}["']|\\)?(?<${tag}>\w{1,40})(?:\\{0,7}["'])?`

/** A pipe, a here-string and a here-document into a program that reads a secret, and a here-document through a pipe. */
function inputPatterns(rows: readonly SecretArgument[], { begin, given, fresh }: Context): readonly string[] {
  const readers = rows.map((row) => {
    const needed = row.options.map((name) => `(?=[^\\n|;&]{0,200}?${name})`).join('')
    return `${commandPattern(row, begin, '\\s{1,3}')}(?![\\w-])${needed}`
  })
  const reader = anyOf(readers)
  const format = String.raw`(?:\\{0,7}["']?%s(?:\\{1,4}n)?\\{0,7}["']?\s{1,3})?`
  const piped = String.raw`(?=\s{0,3}\|\s{0,3}[^\n|;&]{0,40}?${reader})`
  const rest = String.raw`[^\n|;&<]{0,200}?`
  const body = (tag: string): string =>
    String.raw`[^\n\uFFFF]{0,200}?(?:\n|\\n))${fresh}(?:[^]{1,4000}?(?=(?:\n|\\n)(?:\s|\\t){0,8}\k<${tag}>)|[^]{1,4000})`
  return [
    String.raw`(${begin}(?:echo|printf)\s{1,3}(?:-\w{1,3}\s{1,3})?${format})${fresh}${given}[^\n|;&"'\uFFFF]{1,500}?)${piped}`,
    String.raw`(${reader}${rest}<<<\s{0,3})${fresh}${given}[^\s"'&;|]+)`,
    `(${reader}${rest}${opened('end')}${body('end')}`,
    String.raw`(${opened('last')}${rest}\|\s{0,3}[^\n|;&]{0,40}?${reader}${body('last')}`,
  ]
}
