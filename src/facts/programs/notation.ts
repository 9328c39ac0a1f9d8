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

export interface Option {
  /** The canonical spelling. */
  readonly name: string
  readonly spellings: readonly string[]
  /** The roles of its values: none, or one for each word it takes. */
  readonly roles: readonly string[]
  /** Its value can only be joined. */
  readonly joined: boolean
  readonly implies: readonly string[]
}

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
  subcommand(word: string): Program | readonly string[] | undefined
}

type Draft = { -readonly [K in 'traits' | 'hasBareOptions']: Program[K] } & {
  readonly prefixes: Program['prefixes'][number][]
  readonly contacts: Contact[]
  readonly formLines: string[]
}

const noTraits: ReadonlySet<string> = new Set()

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

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

// ---- places in a text

/** Lines are indented by blanks alone. */
function indentAt(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 32) at++
  return at - start
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** A blank, a comma, the end of a line or of the text, and what makes the next character plain. */
function isEdge(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 44 || code === 10 || code === 92 || Number.isNaN(code)
}

/** Where a word stands whole, from a place on; -1 where it does not. */
export function placeOf(text: string, word: string, from: number): number {
  if (word === '') return -1
  let at = text.indexOf(word, from)
  while (at >= 0 && !(isEdge(text, at - 1) && isEdge(text, at + word.length))) at = text.indexOf(word, at + 1)
  return at
}

interface Named {
  /** What it is called canonically. */
  readonly name: string
  /** Where it leads. */
  readonly to?: readonly string[]
  /** The lines below it. */
  readonly text: string
}

/** Where a word last stands before a place; -1 where it does not. */
function lastBefore(text: string, word: string, place: number): number {
  return place === 0 || word === '' ? -1 : text.lastIndexOf(word, place - 1)
}

/** What a word names among the outermost lines of a text; the last line that names it counts. */
function findNamed(text: string, word: string): Named | undefined {
  const depth = indentAt(text, 0)
  for (let at = lastBefore(text, word, text.length); at >= 0; at = lastBefore(text, word, at)) {
    if (!isEdge(text, at - 1) || !isEdge(text, at + word.length)) continue
    const start = text.lastIndexOf('\n', at) + 1
    if (indentAt(text, start) !== depth) continue
    const end = lineEnd(text, at)
    const found = readNames(text.slice(start, end)).get(word)
    if (found !== undefined) return { ...found, text: text.slice(end + 1, endOf(text, end + 1, depth)) }
  }
  return undefined
}

/** Where the lines end that are indented deeper. */
function endOf(text: string, from: number, depth: number): number {
  let end = from
  while (end < text.length && indentAt(text, end) > depth) end = lineEnd(text, end) + 1
  return end
}

/** The names on a line: of each, what it is called canonically, and where it leads. */
export function readNames(text: string): Map<string, Omit<Named, 'text'>> {
  const found = new Map<string, Omit<Named, 'text'>>()
  const [names = '', to] = text.split(' => ')
  for (const synonyms of names.split(',')) {
    const all = words(synonyms)
    const [name = ''] = all
    for (const word of all) found.set(word, to === undefined ? { name } : { name, to: words(to) })
  }
  return found
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
      if (!/^[+\\]|^\w+= /.test(text)) return false
      draft.hasBareOptions = true
      for (const entry of text.split(', ')) {
        const { name, implies } = readOption(entry)
        if (name.endsWith('*')) draft.prefixes.push({ prefix: name.slice(0, -1), implies })
      }
      return true
    }
  }
}

function readForm(text: string): Form {
  if (text[0] === ':') return { when: [], ...readOperands(text) }
  const [when = '', operands = ''] = text.slice(1).split(' : ')
  return { when: readConditions(when), ...readOperands(operands) }
}

function findOption(own: string, spelling: string): Option | undefined {
  for (let at = lastBefore(own, spelling, own.length); at >= 0; at = lastBefore(own, spelling, at)) {
    if (!isEdge(own, at - 1) || !isEdge(own, at + spelling.length)) continue
    const option = optionAt(own, at)
    // `-NUM --lines` tells what a number stands for, not what --lines takes
    const [first] = option?.spellings ?? []
    if (option?.spellings.includes(spelling) === true && (first !== '-NUM' || spelling === first))
      return option
  }
  return undefined
}

function findOptionFrom(own: string, beginning: string): Option | undefined {
  let found: Option | undefined
  for (let at = own.indexOf(beginning); at >= 0; at = own.indexOf(beginning, at + 1)) {
    const option = isEdge(own, at - 1) ? optionAt(own, at) : undefined
    const spelling = option?.spellings.find((each) => each.startsWith(beginning))
    if (option === undefined || spelling === undefined || option.spellings[0] === '-NUM') continue
    if (found !== undefined && found.name !== option.name) return undefined
    found = option
  }
  return found
}

/** The option whose spellings, values and meaning stand around a place. */
function optionAt(own: string, at: number): Option | undefined {
  const start = own.lastIndexOf('\n', at) + 1
  const first = own[start + indentAt(own, start)] ?? ''
  if ('!?:@'.includes(first)) return undefined
  const entry = own.lastIndexOf(', ', at)
  const next = own.indexOf(', ', at)
  const end = lineEnd(own, at)
  return readOption(own.slice(Math.max(start, entry + 2), next < 0 ? end : Math.min(next, end)))
}

function readOption(text: string): Option {
  const [said = '', implied = ''] = text.split(' => ')
  const all = words(said)
  const spellings = all.filter((word) => !/^[<[]/.test(word)).map((word) => word.replace(/^\\/, ''))
  const values = all.filter((word) => /^[<[]/.test(word))
  const first = spellings[0] ?? ''
  const name =
    spellings.find((word) => word.startsWith('--')) ?? spellings.find((word) => word !== '-NUM') ?? first
  const joined = values[0]?.startsWith('[') === true
  return {
    name,
    spellings,
    roles: values.map((value) => value.slice(1, -1)),
    joined,
    implies: words(implied),
  }
}

function readConditions(text: string): Condition[] {
  return words(text).map((word) => {
    const absent = word.startsWith('!')
    return { names: (absent ? word.slice(1) : word).split('|'), absent }
  })
}

function readOperands(text: string): Omit<Form, 'when'> {
  const operands = [...text.matchAll(/<([^=>]+)(?:=([^>]*))?>(\.\.\.)?|\{(\S+)(?: ([^}]*))?\}/g)].map(
    readOperand,
  )
  const taking = operands.filter(({ fixed }) => !fixed)
  return { taking, many: taking.findIndex(({ many }) => many), fixed: operands.filter(({ fixed }) => fixed) }
}

function readOperand([, role = '', preset, many, fixedRole, word = '']: RegExpMatchArray): Operand {
  if (fixedRole !== undefined) return { role: fixedRole, preset: word, many: false, fixed: true }
  const operand = { role, many: many !== undefined, fixed: false }
  return preset === undefined ? operand : { ...operand, preset }
}

export function holds(when: readonly Condition[], has: (name: string) => boolean): boolean {
  return when.every(({ names, absent }) => names.some(has) !== absent)
}
