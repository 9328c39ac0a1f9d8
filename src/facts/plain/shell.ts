// What a plain shell command is made of: the words of all that it runs, and the files that they name.
import { pathFrom } from '../../paths.ts'
import type { Event, FactKind } from '../../types.ts'
import { isPassedOver } from '../../passed-over.ts'
import { filesBelow } from './below.ts'
import { type Command, commandsIn } from './commands.ts'
import { status, writtenOut } from './written-out.ts'
import { filesOf, pathsOf } from './paths.ts'
import type { Plain } from './program.ts'
import { plainOf } from './programs.ts'
import { hostsOfRemotes } from './remotes.ts'
import { scriptCall, textsOfScript } from './scripts.ts'
import { treesOf } from './trees.ts'
import type { Disk, Words } from './words.ts'
import { wrappedBy } from './wrappers.ts'

/** Fields that say nothing about what is done. */
const silent = new Set(['command', 'description', 'timeout', 'run_in_background'])
/** Scripts that run scripts that run scripts are seldom plain. */
const MOST_DEPTH = 3
/** Where links lead is looked up for each. */
const MOST_PATHS = 150

/** What a call was found to be made of, so far. */
interface Found {
  readonly texts: string[]
  readonly paths: string[]
  readonly trees: string[]
  /** Commands that tell how another one ended. */
  readonly unsure: string[]
  readonly kinds: Set<FactKind>
  /** Something prints what is known, or writes what it is given. */
  speaks: boolean
  writes: boolean
  /** A file could be another one than it was before the call. */
  isChanged: boolean
}

interface Place {
  readonly dirs: readonly string[]
  readonly root: string
  readonly disk: Disk
  readonly found: Found
}

/** What a command stands in. */
interface Around {
  readonly wrappers: readonly string[]
  /** Variables, by their names. */
  readonly set: ReadonlyMap<string, string>
  readonly depth: number
}

/** Undefined for a command that has to be read as a shell reads it. */
export function wordsOfShell({ cwd, root }: Event, input: object, disk: Disk): Words | undefined {
  if (!Object.keys(input).every((field) => silent.has(field))) return undefined
  const text = 'command' in input && typeof input.command === 'string' ? writtenOut(input.command) : undefined
  const commands = text === undefined ? undefined : commandsIn(text)
  if (commands === undefined) return undefined
  const { list, isChain } = commands
  const moved = list[0] && dirOf(list[0])
  const dirs = moved === undefined ? [cwd] : [pathFrom(cwd, moved), ...(isChain ? [] : [cwd])]
  const found: Found = {
    texts: moved === undefined ? [] : [` cd ${moved} `],
    paths: [],
    trees: [],
    unsure: [],
    kinds: new Set(['commands']),
    speaks: false,
    writes: false,
    isChanged: false,
  }
  const place: Place = { dirs, root, disk, found }
  const around: Around = { wrappers: [], set: new Map(), depth: 0 }
  const own = moved === undefined ? list : list.slice(1)
  const isPlain = own.every((command) => addCommand(command, around, place))
  if (!isPlain || (found.speaks && found.writes) || found.paths.length > MOST_PATHS) return undefined
  const { texts, paths, trees, unsure, kinds } = found
  return {
    texts,
    paths,
    dirs,
    kinds: [...kinds],
    ...(trees.length > 0 && { trees }),
    ...(unsure.length > 0 && { unsure }),
  }
}

/** Where a command that begins with `cd` goes. */
function dirOf({ words, ...rest }: Command): string | undefined {
  const [program, dir = '', ...more] = words
  const isMove = program === 'cd' && more.length === 0 && /^[\w/.]/.test(dir)
  return isMove && Object.values(rest).every(({ length }) => length === 0) ? dir : undefined
}

/** False where the command is not plain. */
function addCommand(command: Command, around: Around, place: Place): boolean {
  const { words, patterns, set, outputs, inputs, given } = command
  const { found } = place
  const own = set.map((text) => [text.slice(0, text.indexOf('=')), text] as const)
  if (!addWords(words, { ...around, set: new Map([...around.set, ...own]), patterns }, place)) return false
  found.texts.push(...given)
  found.paths.push(...inputs, ...outputs)
  if (inputs.length > 0) found.kinds.add('reads')
  if (outputs.length > 0) noteWriting(found)
  if (words[0] === 'echo') noteSpeaking(words, found)
  return true
}

/** What it prints may not be what is written. */
function noteSpeaking(words: readonly string[], found: Found): void {
  const tells = words.some((word) => word.includes(status))
  if (tells) found.unsure.push(` ${words.join(' ')} `)
  found.speaks ||= tells || (/^-\w*e/.test(words[1] ?? '') && words.some((word) => word.includes('\\')))
}

function noteWriting(found: Found): void {
  for (const kind of ['creates', 'edits', 'adds'] as const) found.kinds.add(kind)
  found.writes = true
  found.isChanged = true
}

interface Inside extends Around {
  readonly patterns: readonly string[]
}

function addWords(words: readonly string[], inside: Inside, place: Place): boolean {
  const wrapped = wrappedBy(words)
  const script = scriptCall(words)
  const known = wrapped === undefined && script === undefined ? plainOf(words) : undefined
  addText(words, wrapped ?? known?.plain ?? {}, { inside, place })
  const inner = { ...inside, wrappers: [...inside.wrappers, words[0] ?? ''] }
  if (wrapped !== undefined) return addWords(wrapped.words, inner, place)
  if (script !== undefined) return addScript(script, { ...inner, depth: inside.depth + 1 }, place)
  return known !== undefined && addProgram(words, { ...known, patterns: inside.patterns }, place)
}

/** As it is written, and what it is called besides; its host. */
function addText(
  words: readonly string[],
  { called, host }: Pick<Plain, 'called' | 'host'>,
  { inside, place: { found } }: { readonly inside: Inside; readonly place: Place },
): void {
  const more = [...inside.wrappers, ...inside.set.values(), ...(called === undefined ? [] : [called])]
  found.texts.push(` ${[...words, ...more].join(' ')} `)
  if (host === undefined) return
  found.texts.push(host)
  found.kinds.add('hosts')
  if (!host.startsWith('registry:')) found.isChanged = true
}

function addRemotes({ dirs, disk, found }: Place): boolean {
  const hosts = hostsOfRemotes(dirs, disk)
  if (hosts === undefined) return false
  found.texts.push(...hosts)
  found.kinds.add('hosts')
  found.isChanged = true
  return true
}

/** Those that tell a name which stands in a file. */
const speaking = new Set(['branch', 'rev-parse'])

function addScript(call: NonNullable<ReturnType<typeof scriptCall>>, around: Around, place: Place): boolean {
  if (around.depth > MOST_DEPTH || place.found.isChanged) return false
  const texts = place.dirs.map((dir) => textsOfScript(call, dir, place))
  return [...new Set(texts.flatMap((each) => each ?? ['']))].every((text) =>
    commandsIn(text)?.list.every((command) => addCommand(command, around, place)),
  )
}

interface Known {
  readonly plain: Plain
  /** The words of its name. */
  readonly length: number
  readonly patterns: readonly string[]
}

/** What it does to the files that it names. */
function addProgram(words: readonly string[], { plain, length, patterns }: Known, place: Place): boolean {
  const { found } = place
  if (plain.runsFiles === true && found.isChanged) return false
  if (plain.remotes === true && !addRemotes(place)) return false
  const { kinds = [] } = plain
  for (const kind of kinds) found.kinds.add(kind)
  if (plain.speaks === true || (words[0] === 'git' && speaking.has(words[1] ?? ''))) found.speaks = true
  if (kinds.includes('adds')) noteWriting(found)
  if (kinds.includes('hosts')) found.isChanged = true
  if (!kinds.some((kind) => kind !== 'hosts')) return true
  const rest = words.slice(length)
  const paths = pathsOf(plain, rest, place)
  const named = filesOf(patterns, plain, place)
  if (paths === undefined || named === undefined) return false
  found.paths.push(...paths, ...named)
  return addTrees(
    { plain, rest, named, patterns, skipsHidden: words[0] === 'rg' && !rest.includes('--hidden') },
    place,
  )
}

interface Takes {
  readonly plain: Plain
  /** Its words behind its name, and what patterns among them name. */
  readonly rest: readonly string[]
  readonly patterns: readonly string[]
  readonly named: readonly string[]
  readonly skipsHidden: boolean
}

/** What stands below the directories that it takes as a whole; those that it changes lie inside of the root. */
function addTrees(
  { plain, rest, patterns, named, skipsHidden }: Takes,
  { dirs, root, disk, found }: Place,
): boolean {
  const trees = plain.trees === undefined ? [] : treesOf(plain.trees, rest)
  if (plain.takes !== undefined) trees.push(plain.takes)
  const tops = trees.flatMap((tree) =>
    patterns.includes(tree) ? named : dirs.map((dir) => pathFrom(dir, tree)),
  )
  // A link could give any directory such a name.
  const isOthers = (top: string): boolean =>
    isPassedOver(top, root) && isPassedOver(disk.real(top), disk.real(root))
  const below = filesBelow(tops, { hidden: skipsHidden, tree: isOthers }, disk)
  found.paths.push(...trees)
  found.texts.push(...(below ?? []).map((path) => `${path}/`))
  const isChange = plain.kinds?.some((kind) => kind !== 'reads' && kind !== 'hosts') === true
  found.trees.push(...tops.filter((top) => isChange || isOthers(top)))
  return below !== undefined && (!isChange || tops.every((top) => top.startsWith(`${root}/`)))
}
