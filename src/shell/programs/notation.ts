// The notation of data/*.ts: a program's options, subcommands and operands, read when the program is first met.
//
//   cp gcp, install             names: a space between synonyms (the first is canonical), a comma between programs
//     -f --force, -t <into>     options: spellings of one, then the roles of its values
//     --color [text]            a value that can only be joined: --color=auto
//     -a => --recursive         an option that stands for others
//     -NUM --lines, if= <read>  a number as an option; an option without dashes
//     +* => --force             what an operand's first letter stands for
//     ! stops                   a trait, see `traits`
//     ? -d --x|-y !-z : <...>   how operands are read when these options are there, those not; the first form that holds
//     : <read>... <into>        ... and when none does; <role=word> unless given, {role word} whatever is given
//     @ registry:npm ? !--dry   hosts that are contacted
//     push                      a subcommand, its own lines below it
//     rm => image remove        a subcommand that is another by the program's root
//
// A program's own lines stand before its subcommands; an option without dashes begins a line of its own.

import {
  findNamed,
  findOption,
  findOptionFrom,
  indentAt,
  lineEnd,
  type Option,
  optionsIn,
  readOption,
  words,
} from './notation-text.ts'

export interface Operand {
  readonly role: string
  /** The word when none is given. */
  readonly preset?: string
  readonly many: boolean
  /** Takes no word: it holds whatever is given. */
  readonly fixed: boolean
}

interface Condition {
  readonly names: readonly string[]
  readonly absent: boolean
}

interface Form {
  readonly when: readonly Condition[]
  /** Those that take words; `many` is the place of the one that takes what is left, -1 without. */
  readonly taking: readonly Operand[]
  readonly many: number
  readonly fixed: readonly Operand[]
}

interface Contact {
  readonly host: string
  readonly when: readonly Condition[]
}

/**
 * stops: options end at the first operand · dashes: a single dash begins a long option · raw: no options at all
 * global: options also stand after subcommands · bare: the first word may be a cluster without a dash (tar)
 * takes: an unknown long option takes a value · refspecs: operands are told by where they lead
 * remote: what it runs runs elsewhere
 */
type Trait = 'stops' | 'dashes' | 'raw' | 'global' | 'bare' | 'takes' | 'refspecs' | 'remote'

const traits: ReadonlySet<string> = new Set<Trait>([
  'stops',
  'dashes',
  'raw',
  'global',
  'bare',
  'takes',
  'refspecs',
  'remote',
])

/** One program or subcommand. */
export interface Program {
  readonly name: string
  readonly parent?: Program
  readonly traits: ReadonlySet<string>
  /** Some of its options have no dash in front. */
  readonly hasBareOptions: boolean
  /** Beginnings of operands that stand for options. */
  readonly prefixes: readonly { readonly prefix: string; readonly implies: readonly string[] }[]
  readonly contacts: readonly Contact[]
  readonly forms: readonly Form[]
  readonly hasSubcommands: boolean
  option(spelling: string): Option | undefined
  /** The one long option that begins so. */
  optionFrom(beginning: string): Option | undefined
  options(): readonly Option[]
  subcommand(word: string): Program | readonly string[] | undefined
}

type Draft = { -readonly [K in 'traits' | 'hasBareOptions']: Program[K] } & {
  readonly prefixes: Program['prefixes'][number][]
  readonly contacts: Contact[]
  readonly formLines: string[]
}

const noTraits: ReadonlySet<string> = new Set()

/** A section without its header, as a program: of its options only those are read that a command uses. */
export function parseProgram(name: string, text: string, parent?: Program): Program {
  const depth = indentAt(text, 0)
  const draft: Draft = { traits: noTraits, hasBareOptions: false, prefixes: [], contacts: [], formLines: [] }
  let end = 0
  while (end < text.length && readLine(text.slice(end + depth, lineEnd(text, end)), draft))
    end = lineEnd(text, end) + 1
  const own = text.slice(0, end)
  const below = text.slice(end)
  const { formLines, ...read } = draft
  let forms: readonly Form[] | undefined
  let all: readonly Option[] | undefined
  const options = new Map<string, Option>()
  const children = new Map<string, Program | readonly string[]>()
  const program: Program = {
    name,
    ...(parent === undefined ? {} : { parent }),
    ...read,
    hasSubcommands: below !== '',
    get forms() {
      return (forms ??= formLines.map(readForm))
    },
    option(spelling) {
      const known = options.get(spelling)
      if (known !== undefined) return known
      const option = findOption(own, spelling)
      if (option !== undefined) options.set(spelling, option)
      return option
    },
    optionFrom: (beginning) => findOptionFrom(own, beginning),
    options: () => (all ??= optionsIn(own)),
    subcommand(word) {
      const known = children.get(word)
      if (known !== undefined) return known
      const found = findNamed(below, word)
      if (found === undefined) return undefined
      const child = found.to ?? parseProgram(found.name, found.text, program)
      children.set(word, child)
      return child
    },
  }
  return program
}

// ---- lines

/** Reads what counts for every use of a program; false for a line that names a subcommand. */
function readLine(text: string, draft: Draft): boolean {
  switch (text[0]) {
    case '-':
      return true
    case '!':
      draft.traits = new Set([...draft.traits, ...words(text.slice(1)).filter((word) => traits.has(word))])
      return true
    case '?':
    case ':':
      draft.formLines.push(text)
      return true
    case '@': {
      const [hosts = '', when = ''] = text.slice(1).split(' ? ')
      for (const host of words(hosts)) draft.contacts.push({ host, when: readConditions(when) })
      return true
    }
    default: {
      if (!isBareOption(text)) return false
      draft.hasBareOptions = true
      for (const entry of text.split(', ')) {
        const { name, implies } = readOption(entry)
        if (name.endsWith('*')) draft.prefixes.push({ prefix: name.slice(0, -1), implies })
      }
      return true
    }
  }
}

/** `+*`, `\\x`, `if= <read>`. */
function isBareOption(text: string): boolean {
  return text[0] === '+' || text[0] === '\\' || (text.includes('= ') && /^\w+= /.test(text))
}

function readForm(text: string): Form {
  if (text[0] === ':') return { when: [], ...readOperands(text) }
  const [when = '', operands = ''] = text.slice(1).split(' : ')
  return { when: readConditions(when), ...readOperands(operands) }
}

function readConditions(text: string): Condition[] {
  return words(text).map((word) => {
    const absent = word.startsWith('!')
    return { names: (absent ? word.slice(1) : word).split('|'), absent }
  })
}

function readOperands(text: string): Omit<Form, 'when'> {
  const taking: Operand[] = []
  const fixed: Operand[] = []
  let at = 0
  while (at < text.length) {
    const sign = text[at]
    const end = sign === '<' || sign === '{' ? text.indexOf(sign === '<' ? '>' : '}', at) : at
    const said = text.slice(at + 1, end)
    if (sign === '<') taking.push(readTaking(said, text.startsWith('...', end + 1)))
    if (sign === '{') fixed.push(readFixed(said))
    at = end + 1
  }
  return { taking, many: taking.findIndex(({ many }) => many), fixed }
}

/** `role`, `role=word`. */
function readTaking(said: string, many: boolean): Operand {
  const equals = said.indexOf('=')
  if (equals < 0) return { role: said, many, fixed: false }
  return { role: said.slice(0, equals), preset: said.slice(equals + 1), many, fixed: false }
}

/** `role word`. */
function readFixed(said: string): Operand {
  const blank = said.indexOf(' ')
  if (blank < 0) return { role: said, preset: '', many: false, fixed: true }
  return { role: said.slice(0, blank), preset: said.slice(blank + 1), many: false, fixed: true }
}

export function holds(when: readonly Condition[], has: (name: string) => boolean): boolean {
  return when.every(({ names, absent }) => names.some(has) !== absent)
}
