import { resolve } from 'node:path'
import type { Event } from '../../types.ts'
import { isPlainCommand } from './programs.ts'
import { npmCall, textsOfScript } from './scripts.ts'
import type { Disk, Words } from './words.ts'

const shellTools = new Set(['Bash', 'run_shell_command'])
/** Fields that say nothing about what is done. */
const silent = new Set(['command', 'description', 'timeout', 'run_in_background'])
/** Longer texts are seldom plain, nor are scripts that run scripts that run scripts. */
const MOST_CHARACTERS = 400
const MOST_DEPTH = 3

/** Output that is thrown away, a word without quotes, one in quotes, what stands between two commands. */
const token =
  /(?:[12&]?> ?\/dev\/null|2>&1)|([\w./:@%+=,-]+)|'([ !"#$%&(),-./\w:;<=>@]*)'|"([ #%&'(),-./\w:;<=>@]*)"|(&&|\|\|?|;)/y

type Command = readonly string[]

/** Undefined for any other tool, and for a command that has to be read as a shell reads it. */
export function wordsOfShell(
  { tool_name: tool, cwd, root }: Event,
  input: object,
  disk: Disk,
): Words | undefined {
  if (tool === undefined || !shellTools.has(tool) || !Object.keys(input).every((field) => silent.has(field)))
    return undefined
  const commands =
    'command' in input && typeof input.command === 'string' ? commandsIn(input.command) : undefined
  if (commands === undefined) return undefined
  const dirs = dirsIn(commands).map((dir) => resolve(cwd, dir))
  const own = dirs.length === 0 ? commands : commands.slice(1)
  const run = own.map((words) => runBy(words, { dirs: [cwd, ...dirs], root, disk, depth: 0 }))
  if (run.includes(undefined)) return undefined
  const all = [...commands, ...run.flatMap((each) => each ?? [])]
  const paths = all.flat().map(pathsIn)
  if (paths.includes(undefined)) return undefined
  return {
    texts: all.map((words) => ` ${words.join(' ')} `),
    paths: paths.flatMap((each) => each ?? []),
    dirs,
    kinds: ['commands', 'reads'],
  }
}

/** Where a command that begins with `cd` goes. */
function dirsIn([first = []]: readonly Command[]): readonly string[] {
  const [program, dir = '', ...more] = first
  return program === 'cd' && more.length === 0 && /^[\w/]/.test(dir) ? [dir] : []
}

interface Place {
  readonly dirs: readonly string[]
  readonly root: string
  readonly disk: Disk
  readonly depth: number
}

/** The commands of the scripts that a command runs, with what they are run by; undefined where it or one of them is not plain. */
function runBy(words: Command, place: Place): readonly Command[] | undefined {
  if (words[0] !== 'npm') return isPlainCommand(words) ? [] : undefined
  const call = npmCall(words)
  if (call === undefined || place.depth === MOST_DEPTH) return undefined
  const texts = new Set(place.dirs.flatMap((dir) => textsOfScript(call, dir, place)))
  const commands: Command[] = []
  for (const text of texts)
    for (const inner of commandsIn(text) ?? [[]]) {
      const more = runBy(inner, { ...place, depth: place.depth + 1 })
      if (more === undefined) return undefined
      commands.push([...inner, ...Array.from({ length: place.depth + 1 }, () => 'npm')], ...more)
    }
  return commands
}

function commandsIn(text: string): readonly (readonly string[])[] | undefined {
  if (text.length > MOST_CHARACTERS) return undefined
  const commands: string[][] = [[]]
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const found = token.exec(text)
    if (found === null) return undefined
    const [, plain, single, double, between] = found
    const word = plain ?? single ?? double
    if (word !== undefined) commands.at(-1)?.push(word)
    else if (between !== undefined) commands.push([])
    // Words that touch are one.
    const after = text.charAt(token.lastIndex)
    if (after === '') break
    if (after !== ' ' && !(after === ';' && between === undefined)) return undefined
    while (text.charAt(token.lastIndex) === ' ') token.lastIndex++
  }
  return commands.every(({ length }) => length > 0) ? commands : undefined
}

/** A word, and what could be joined to it if it is an option. */
function pathsIn(word: string): readonly string[] | undefined {
  if (!word.startsWith('-')) return [word]
  if (word.startsWith('--out')) return undefined // what it prints goes to a file
  if (word.startsWith('--')) return [word, word.slice(word.indexOf('=') + 1)]
  if (word.length > 6) return undefined
  return Array.from({ length: word.length }, (_, at) => word.slice(at))
}
