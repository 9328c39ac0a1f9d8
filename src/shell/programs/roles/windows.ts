// PowerShell, cmd.exe and their commands.
import { shellOfCmd } from '../../dialects/cmd.ts'
import { shellOfPowerShell } from '../../dialects/powershell.ts'
import { everything } from '../../kinds.ts'
import { factsOfWords } from '../../words/foreign.ts'
import {
  addRun,
  addUnresolved,
  isUnknownWord,
  optionValue,
  role,
  roleOfAnyWord,
  runArguments,
  runWords,
  type CommandState,
  type ArgumentWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { pathRoles } from './paths.ts'

type TextRewriter = (text: string) => string

/** What is the same in both is not understood: the paths that it names are all that is known. */
function runDialect(text: string, dialect: TextRewriter, state: CommandState): void {
  const shell = dialect(text)
  if (!/^(?:powershell -Command|cmd \/c) '(?:[^']|'\\'')*'$/.test(shell)) {
    addRun(state, { kind: 'shell', text: shell })
    return
  }
  const { reads, creates, edits, deletes } = factsOfWords(text, { ...state.world, cwd: state.cwd })
  state.reads.push(...reads)
  state.creates.push(...creates)
  state.edits.push(...edits)
  state.deletes.push(...deletes)
  addUnresolved(state, {
    text,
    about: everything,
    reason: 'what this code does cannot be known: use plain commands',
  })
}

/** The word and all that follow it, as one text. */
const textFrom = (dialect: TextRewriter): Role =>
  roleOfAnyWord(everything, ({ at, text }, state) => {
    const words = [text, ...state.command.argv.slice(at + 1)]
    if (words.join(' ') === '-') return runInput(state)
    const isOpen = words.some((_, index) => isUnknownWord(state, at + index))
    if (isOpen) runArguments(state, at, 'eval')
    else runDialect(words.join(' '), dialect, state)
  })

/** What is piped to it. */
function runInput(state: CommandState): void {
  const { input, parsed } = state
  if (input === undefined || parsed.operands.some(({ text }) => text !== '-')) return
  if (input.text === undefined) runWords(state, { argv: ['sh'] })
  else runDialect(input.text, shellOfPowerShell, state)
}

// ---- cmdlets

interface Words {
  readonly argv: string[]
  readonly open: number[]
  readonly globs: number[]
  /** What stands at the end: the names that `find` looks for. */
  readonly names: string[]
  /** Operands that no part has taken yet. */
  readonly left: ArgumentWord[]
}

const valuesOf = (name: string, { parsed }: CommandState): readonly ArgumentWord[] =>
  parsed.options
    .filter((option) => option.name === `-${name}` && option.value !== undefined)
    .map(({ value = '', value_at: at = -1 }) => ({ text: value, at }))

/** The values of an option, else the operands in its place: `Name*` takes all but those that others still need. */
function wordsFor(
  [part = '', ...later]: readonly string[],
  { left }: Words,
  state: CommandState,
): readonly ArgumentWord[] {
  const given = valuesOf(part.replace(/^\$|[*+~/]$/g, ''), state)
  if (given.length > 0) return given
  const needed = later.filter((each) => each.startsWith('$') && !state.has(`-${each.slice(1)}`)).length
  return left.splice(0, part.startsWith('$') ? 1 : Math.max(left.length - needed, Math.min(left.length, 1)))
}

/** The last name of a path, where it is a pattern. */
const wildcard = /(?:^|\/)[^/]*[*?[][^/]*$/

interface WordPlace {
  readonly state: CommandState
  readonly part: string
}

function put(
  { text, at }: ArgumentWord,
  { argv, open, globs, names }: Words,
  { state, part }: WordPlace,
): void {
  if (part.endsWith('/') && wildcard.test(text)) {
    names.push('-name', text.slice(text.lastIndexOf('/') + 1))
    return void argv.push(text.replace(wildcard, '') || '.')
  }
  const index = argv.push(text) - 1
  if (isUnknownWord(state, at)) open.push(index)
  if (/[*+~/]$/.test(part) && /[*?]/.test(text)) globs.push(index)
}

/**
 * `{as rm Recurse:-r Filter=-name $Pattern Path+}`: the words of a command, each as it stands; `-r` where there is
 * `-Recurse`; `-name` and the value, for each; the value or the next operand; the values or the operands that are left.
 * What `+` takes comes from the pipeline where there is none, `~` only takes names of files from it.
 * `/` tells names that are patterns from the directory, for `find`.
 */
function wordsOf(template: string, state: CommandState): Words {
  const words: Words = { argv: [], open: [], globs: [], names: [], left: [...state.parsed.operands] }
  const parts = template.split(' ')
  for (const at of parts.keys()) addPart(parts.slice(at), words, state)
  words.argv.push(...words.names)
  return words
}

function addPart(parts: readonly string[], words: Words, state: CommandState): void {
  const [part = ''] = parts
  const [, name = '', sign, word = ''] = /^(\w+)([:=])(.*)$/.exec(part) ?? []
  if (sign === ':') {
    if (state.has(`-${name}`)) words.argv.push(word)
  } else if (sign === '=') {
    for (const each of valuesOf(name, state)) {
      words.argv.push(word)
      put(each, words, { state, part })
    }
  } else if (/^\$|[*+~/]$/.test(part)) addOperands(parts, words, state)
  else words.argv.push(part)
}

function addOperands(parts: readonly string[], words: Words, state: CommandState): void {
  const [part = ''] = parts
  const { input } = state
  const found = wordsFor(parts, words, state)
  for (const each of found) put(each, words, { state, part })
  const isFed = part.endsWith('+') ? input !== undefined : part.endsWith('~') && input?.text !== undefined
  if (found.length > 0 || !isFed) return
  words.argv.push('{}')
  words.argv.unshift('xargs', '-I{}')
}

/** A file of the directory is started by its name. */
const ownFile = /^[\w.-]+\.(?:exe|bat|cmd|ps1|msi)\b/i

/** Which of the programs makes it: a file, where `-ItemType` does not say. */
const newItem = role([], (_, state) => {
  const type = optionValue(state, '-ItemType') ?? ''
  const [target = { text: '', at: -1 }] = valuesOf('Value', state)
  const isLink = /^(?:sym|hard|junction)/i.test(type)
  const isDirectory = /^dir/i.test(type)
  const program = isLink ? 'ln -s' : isDirectory ? 'mkdir -p' : 'touch'
  for (const path of newPaths(state)) {
    const empties = !isLink && !isDirectory && state.has('-Force') && !isUnknownWord(state, path.at)
    if (empties) pathRoles.write?.apply(path, state)
    const words = program.split(' ').map((text): ArgumentWord => ({ text, at: -1 }))
    words.push(...(isLink ? [target] : []), path)
    const open = words.flatMap(({ at }, index) => (isUnknownWord(state, at) ? [index] : []))
    runWords(state, { argv: words.map(({ text }) => text), open })
  }
})

/** `-Name` stands below each of the others. */
function newPaths(state: CommandState): readonly ArgumentWord[] {
  const given = valuesOf('Path', state)
  const paths = given.length > 0 ? given : state.parsed.operands
  const [below] = valuesOf('Name', state)
  if (below === undefined) return paths
  const parents = paths.length > 0 ? paths : [{ text: '.', at: -1 }]
  return parents.map(({ text, at }) => ({
    text: `${text}/${below.text}`,
    at: isUnknownWord(state, below.at) ? below.at : at,
  }))
}

export const windowsRoles = (): Roles => ({
  powershell: textFrom(shellOfPowerShell),
  'powershell-words': textFrom(shellOfPowerShell),
  'powershell-encoded': role(everything, ({ text }, state) => {
    runDialect(Buffer.from(text, 'base64').toString('utf16le'), shellOfPowerShell, state)
  }),
  'powershell-input': role(everything, (_, state) => runInput(state)),
  'cmd-words': textFrom(shellOfCmd),
  as: role([], ({ text }, state) => runWords(state, wordsOf(text, state))),
  'as-text': role([], ({ text }, state) => {
    const { argv, open } = wordsOf(text, state)
    if (open.length > 0) runWords(state, { argv, open })
    else addRun(state, { kind: 'shell', text: argv.join(' ').replaceAll('\\', '/').replace(ownFile, './$&') })
  }),
  mirror: role(['creates', 'edits', 'deletes'], (word, state) => {
    pathRoles['write-tree']?.apply(word, state)
    pathRoles['delete-tree']?.apply(word, state)
  }),
  added: role(['adds'], ({ text }, state) => void state.adds.push({ text })),
  'new-item': newItem,
})
