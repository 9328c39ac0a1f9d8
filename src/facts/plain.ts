// Calls that are plain to see: each text of their facts stands in the call, or is a path that the call names. Whether a
// rule could be about them is told without reading shell text as a shell does; a property test holds this to the facts.
import { resolve } from 'node:path'
import { EDGE } from '../literal.ts'
import type { Event, FactTexts, Files } from '../types.ts'
import { isPlainCommand } from './plain-programs.ts'

type Disk = Pick<Files, 'real' | 'inode' | 'kind'>

interface Words {
  readonly texts: readonly string[]
  /** What could be a path, and the directories that it could start from besides the call's own. */
  readonly paths: readonly string[]
  readonly dirs: readonly string[]
  readonly kinds: FactTexts['kinds']
}

const none: readonly never[] = []

/** Texts among which are all of the call's facts; undefined where the facts themselves have to be worked out. */
export function plainTexts(event: Event, disk: Disk): FactTexts | undefined {
  const { event: name, tool_name: tool, tool_input: input, cwd } = event
  if (name !== 'PreToolUse' || typeof input !== 'object' || input === null || !cwd.startsWith('/'))
    return undefined
  const words = shellTools.has(tool ?? '') ? wordsOfShell(input) : wordsOfFile(tool, input)
  const paths = words && pathsOf(words, cwd, disk)
  if (words === undefined || paths === undefined) return undefined
  const texts = [...words.texts, ...paths]
  return { text: `${texts.join(EDGE)}${EDGE}`.toLowerCase(), kinds: words.kinds, open: none }
}

/** As named, and where links lead; undefined where one is a directory or a file with other names. */
function pathsOf({ paths, dirs }: Words, cwd: string, disk: Disk): string[] | undefined {
  const found = new Set<string>()
  for (const dir of [cwd, ...dirs.map((each) => resolve(cwd, each))])
    for (const path of paths) {
      const named = resolve(dir, path)
      if ((disk.inode?.(named)?.links ?? 1) > 1) return undefined
      found.add(named).add(disk.real?.(named) ?? named)
    }
  return [...found]
}

// ---- shell

const shellTools = new Set(['Bash', 'run_shell_command'])
/** Longer texts are seldom plain. */
const MOST_CHARACTERS = 400

/** Output that is thrown away, a word without quotes, one in quotes, what stands between two commands. */
const token =
  /(?:[12&]?> ?\/dev\/null|2>&1)|([\w./:@%+=,-]+)|'([ !"#$%&(),-./\w:;<=>@]*)'|"([ #%&'(),-./\w:;<=>@]*)"|(&&|\|\|?|;)/y

function wordsOfShell(input: object): Words | undefined {
  if (!('command' in input) || typeof input.command !== 'string' || Object.keys(input).some(isOther))
    return undefined
  const commands = commandsIn(input.command)
  if (commands === undefined) return undefined
  const dirs: string[] = []
  const paths: string[] = []
  for (const [at, words] of commands.entries()) {
    const [program, first = ''] = words
    if (program === 'cd' && at === 0 && words.length === 2 && /^[\w/]/.test(first)) dirs.push(first)
    else if (!isPlainCommand(words)) return undefined
    for (const word of words) {
      const found = pathsIn(word)
      if (found === undefined) return undefined
      paths.push(...found)
    }
  }
  return { texts: commands.map((words) => ` ${words.join(' ')} `), paths, dirs, kinds: ['commands', 'reads'] }
}

/** Fields that say nothing about what is done. */
const silent = new Set(['command', 'description', 'timeout', 'run_in_background'])
const isOther = (field: string): boolean => !silent.has(field)

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

// ---- files

/** Tools that read or change the one file that they name. */
const fileTools = new Set(['Read', 'Edit', 'Write', 'read_file', 'write_file', 'replace'])
const fileFields = new Set([
  'file_path',
  'old_string',
  'new_string',
  'content',
  'replace_all',
  'offset',
  'limit',
])

function wordsOfFile(tool: string | undefined, input: object): Words | undefined {
  if (tool === undefined || !fileTools.has(tool) || !('file_path' in input)) return undefined
  const { file_path: path } = input
  if (typeof path !== 'string' || !/^[\w/][\w ./:@%+=,-]*$/.test(path) || path.includes('://'))
    return undefined
  if (!Object.keys(input).every((field) => fileFields.has(field))) return undefined
  return {
    texts: Object.values(input).filter((value) => typeof value === 'string'),
    paths: [path],
    dirs: none,
    kinds: tool.toLowerCase().startsWith('read') ? ['reads'] : ['creates', 'edits', 'adds'],
  }
}
