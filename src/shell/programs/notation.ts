// The notation of data/*.ts: a program's options, subcommands and operands, parsed when the program is first used.
//
//   cp gcp, install             names: a space between synonyms (the first is canonical), a comma between programs
//     -f --force, -t <into>     options: spellings of one, then the roles of its values
//     --color [text]            a value that must be joined: --color=auto
//     -a => --recursive         an option that implies others
//     -NUM --lines, if= <read>  a number as an option; an option without dashes
//     +* => --force             an operand prefix that implies options
//     ! stops                   a trait, see `traits`
//     ? -d --x|-y !-z : <...>   operands when these options are present or absent; the first form that matches counts
//     : <read>... <into>        ... and otherwise; <role=word> has a default, {role word} applies always
//     @ registry:npm ? !--dry   hosts that are contacted
//     push                      a subcommand, its own lines below it
//     rm => image remove        a subcommand that is an alias, resolved from the program's root
//
// A program's own lines stand before its subcommands; an option without dashes begins a line of its own.

export interface Option {
  /** The canonical spelling. */
  readonly name: string
  readonly spellings: readonly string[]
  /** The roles of its values, one per value. */
  readonly roles: readonly string[]
  /** Its value must be joined. */
  readonly joined: boolean
  readonly implies: readonly string[]
}

export interface Operand {
  readonly role: string
  /** The default, or the word of a fixed operand. */
  readonly preset?: string
  readonly many: boolean
}

interface RowCondition {
  readonly names: readonly string[]
  readonly absent: boolean
}

interface OperandForm {
  readonly when: readonly RowCondition[]
  /** Those that take words; `many` is the index of the one that takes what is left, or -1. */
  readonly taking: readonly Operand[]
  readonly many: number
  /** Those that apply always and take no word. */
  readonly fixed: readonly Operand[]
}

interface Contact {
  readonly host: string
  readonly when: readonly RowCondition[]
}

/** One program or subcommand. */
export interface ProgramNotation {
  readonly name: string
  readonly parent: ProgramNotation | undefined
  /**
   * stops: options end at the first operand · dashes: a single dash begins a long option · raw: no options at all
   * global: options also stand after subcommands · bare: the first word may be a cluster without a dash (tar)
   * plus: a word with a plus is options that are switched off
   * takes: an unknown long option takes a value · refspecs: operands are named by their destination
   * cmdlet: options in any case and cut short, one dash · slashes: options with a slash, in any case, also joined
   * remote: what it runs runs on another machine
   */
  readonly traits: ReadonlySet<string>
  /** Some of its options have no dash. */
  readonly hasBareOptions: boolean
  /** Prefixes of operands that imply options. */
  readonly prefixes: readonly { readonly prefix: string; readonly implies: readonly string[] }[]
  readonly contacts: readonly Contact[]
  readonly forms: readonly OperandForm[]
  readonly hasSubcommands: boolean
  option(spelling: string): Option | undefined
  /** The one long option with this prefix. */
  optionFrom(prefix: string): Option | undefined
  options(): readonly Option[]
  /** The subcommand of a name, or where its alias leads. */
  subcommand(word: string): ProgramNotation | readonly string[] | undefined
}

const isSubcommand = (line: string): boolean => !/^(?:[-!?:@+\\]|\w+= )/.test(line)
const isOptions = (line: string): boolean => !/^[!?:@]/.test(line)

/** A section without its header; forms, options and subcommands are parsed when they are needed. */
export function parseProgram(name: string, text: string, parent?: ProgramNotation): ProgramNotation {
  const depth = text.search(/[^ ]/)
  const all = text === '' ? [] : text.split('\n')
  const end = all.findIndex((line) => line[depth] !== ' ' && isSubcommand(line.slice(depth)))
  const own = all.slice(0, end < 0 ? all.length : end).map((line) => line.slice(depth))
  const blocks =
    end < 0
      ? []
      : all
          .slice(end)
          .join('\n')
          .split(new RegExp(`\n(?= {${depth}}[^ ])`))
  const entries = own.filter(isOptions).flatMap((line) => line.split(', '))
  const bare = own.filter((line) => isOptions(line) && line[0] !== '-').flatMap((line) => line.split(', '))
  const children = new Map<string, ProgramNotation | readonly string[]>()
  let forms: readonly OperandForm[] | undefined
  const program: ProgramNotation = {
    name,
    parent,
    traits: new Set(own.filter((line) => line[0] === '!').flatMap(words)),
    hasBareOptions: bare.length > 0,
    prefixes: bare
      .map(parseOption)
      .flatMap(({ name, implies }) => (name.endsWith('*') ? [{ prefix: name.slice(0, -1), implies }] : [])),
    contacts: own.filter((line) => line[0] === '@').flatMap(parseContacts),
    hasSubcommands: blocks.length > 0,
    get forms() {
      return (forms ??= own.filter((line) => line[0] === '?' || line[0] === ':').map(parseForm))
    },
    option(spelling) {
      const entry = entries.findLast((each) => each.includes(spelling) && spells(each, spelling))
      return entry === undefined ? undefined : parseOption(entry)
    },
    optionFrom: (prefix) => uniqueOption(entries, prefix),
    options: () => entries.map(parseOption),
    subcommand(word) {
      const known = children.get(word)
      if (known !== undefined) return known
      const section = findSection(blocks, word)
      if (section === undefined) return undefined
      const child = section.to ?? parseProgram(section.name, section.text, program)
      children.set(word, child)
      return child
    },
  }
  return program
}

/** The last section with this name in its header. */
export function findSection(
  sections: readonly string[],
  name: string,
): (HeaderName & { readonly text: string }) | undefined {
  for (let at = sections.length - 1; at >= 0; at--) {
    const section = sections[at] ?? ''
    const end = section.indexOf('\n')
    const header = end < 0 ? section : section.slice(0, end)
    if (!header.includes(name) || !header.split(/,? /).includes(name)) continue
    const found = parseHeader(header).get(name)
    if (found !== undefined) return { ...found, text: end < 0 ? '' : section.slice(end + 1) }
  }
  return undefined
}

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

interface HeaderName {
  /** The canonical name. */
  readonly name: string
  /** Where an alias leads. */
  readonly to?: readonly string[]
}

export function parseHeader(header: string): Map<string, HeaderName> {
  const found = new Map<string, HeaderName>()
  const [names = '', to] = header.split(' => ')
  for (const synonyms of names.split(',')) {
    const all = words(synonyms)
    const [name = ''] = all
    for (const word of all) found.set(word, to === undefined ? { name } : { name, to: words(to) })
  }
  return found
}

// ---- options

const isValue = (word: string): boolean => word.startsWith('<') || word.startsWith('[')

function parseOption(entry: string): Option {
  const [left = '', implied = ''] = entry.split(' => ')
  const all = words(left)
  const values = all.filter(isValue)
  const spellings = all.filter((word) => !isValue(word)).map((word) => word.replace(/^\\/, ''))
  const long = spellings.find((word) => word.startsWith('--'))
  return {
    name: long ?? spellings.find((word) => word !== '-NUM') ?? spellings[0] ?? '',
    spellings,
    roles: values.map((value) => value.slice(1, -1)),
    joined: values[0]?.startsWith('[') === true,
    implies: words(implied),
  }
}

/** `-NUM --lines` says what a number means, not what --lines takes. */
function spells(entry: string, spelling: string): boolean {
  const { spellings } = parseOption(entry)
  return spellings[0] === '-NUM' ? spelling === '-NUM' : spellings.includes(spelling)
}

function uniqueOption(entries: readonly string[], prefix: string): Option | undefined {
  const options = entries
    .filter((entry) => entry.includes(prefix))
    .map(parseOption)
    .filter(({ spellings }) => spellings[0] !== '-NUM' && spellings.some((each) => each.startsWith(prefix)))
  return options.every(({ name }) => name === options[0]?.name) ? options.at(-1) : undefined
}

// ---- hosts and operands

function parseContacts(line: string): Contact[] {
  const [hosts = '', when = ''] = line.slice(1).split(' ? ')
  return words(hosts).map((host) => ({ host, when: parseConditions(when) }))
}

function parseConditions(text: string): RowCondition[] {
  return words(text).map((word) => {
    const absent = word.startsWith('!')
    return { names: (absent ? word.slice(1) : word).split('|'), absent }
  })
}

export function conditionsHold(when: readonly RowCondition[], has: (name: string) => boolean): boolean {
  return when.every(({ names, absent }) => names.some(has) !== absent)
}

function parseForm(line: string): OperandForm {
  const [when = '', operands = ''] = line[0] === ':' ? ['', line] : line.slice(1).split(' : ')
  const taking = [...operands.matchAll(/<([^=>]+)(?:=([^>]*))?>(\.{3})?/g)].map(
    ([, role = '', preset, many]) => ({
      role,
      many: many !== undefined,
      ...(preset === undefined ? {} : { preset }),
    }),
  )
  const fixed = [...operands.matchAll(/\{(\S+?)(?: ([^}]*))?\}/g)].map(([, role = '', preset = '']) => ({
    role,
    preset,
    many: false,
  }))
  return { when: parseConditions(when), taking, many: taking.findIndex(({ many }) => many), fixed }
}
