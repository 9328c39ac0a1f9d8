// Secrets in the arguments of commands, wherever a command stands in a text.
import { secretArguments, type SecretArgument } from '../../model/generated/secret-arguments.ts'

/** What follows a program's name: a blank, or the end of a word in a list. */
const WORD_ENDS = [' ', '"', "'", '\\']

/** Could the text hold a program's argument that is a secret? */
export function mayHoldArgument(text: string): boolean {
  if (!text.includes(' -') && !text.includes('"-')) return false
  return secretArguments.some(({ programs }) =>
    programs.some((name) => text.includes(name) && WORD_ENDS.some((end) => text.includes(name + end))),
  )
}

let argumentPattern: RegExp | undefined

/** The text with the secret arguments of commands replaced. Case matters: \`unzip -p\` takes no password. */
export function hideArguments(text: string, replace: string, forms: () => TextForms): string {
  if (!mayHoldArgument(text)) return text
  argumentPattern ??= new RegExp(argumentPatterns(forms()).join('|'), 'g')
  return text.replace(
    argumentPattern,
    (_all, ...groups: unknown[]) => `${String(groups.find((group) => typeof group === 'string'))}${replace}`,
  )
}

export interface TextForms {
  /** Before a word that begins a command. */
  readonly begin: string
  /** A quote, as often escaped as JSON in JSON has it. */
  readonly quote: string
  /** The alternatives of a quoted value, to be followed by the one of a bare value and a parenthesis. */
  readonly given: string
}

/** The first group of each stays, the rest is the secret. */
function argumentPatterns(forms: TextForms): readonly string[] {
  return secretArguments.map((row) => (row.skip === undefined ? optionPattern : operandPattern)(row, forms))
}

const anyOf = (names: readonly string[]): string => `(?:${names.join('|')})`
/** Other words of the command, few enough to be looked through again and again. */
const others = (max: number, space: string): string => `(?:[^\\n|;&]{0,${max}}?${space})??`

function optionPattern(row: SecretArgument, { begin, quote, given }: TextForms): string {
  const { programs, path = [], options, behind } = row
  const space = `(?:\\s|${quote}\\s{0,3},\\s{0,3}${quote})`
  const under = path.map((names) => others(60, space) + anyOf(names) + space).join('')
  const named = options.map((name) => name + separator(name, row, space))
  const lead = behind === undefined ? '' : `(?:${quote})?${behind}`
  return `(${begin}${anyOf(programs)}${space}${under}${others(200, space)}${anyOf(named)}${lead})${given}[^\\s"'&;|]+)`
}

/** A letter may be followed by its value at once, and a `joined` one has to be. */
function separator(option: string, { joined, dashes }: SecretArgument, space: string): string {
  const isLetter = option.length === 2 && dashes !== true
  if (joined === true) return isLetter ? '' : '='
  return `(?:${space}{1,3}|=)${isLetter ? '?' : ''}`
}

/** Options with a value of their own shift the operands: all from the one before the secret on is hidden. */
function operandPattern({ programs, options, skip = 0 }: SecretArgument, { begin }: TextForms): string {
  const needed = options.map((name) => `(?=(?:-\\S{1,40}\\s{1,3}){0,8}?-\\w{0,20}${name.slice(1)})`).join('')
  const words = `(?:-\\S{1,40}\\s{1,3}){0,8}(?:[^\\s|;&-][^\\s|;&]{0,200}\\s{1,3}){${skip}}`
  return `(${begin}${anyOf(programs)}\\s{1,3}${needed}${words})[^\\n|;&"\\\\]+`
}
