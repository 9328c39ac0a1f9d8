// What a user writes under `command` becomes words and the sources of their globs.
import type { CommandItem } from '../../../patterns/commands/command-pattern.ts'
import {
  type CommandStage,
  type CommandWord,
  parseWords as readAsCommand,
  isWindowsPath,
  windowsProgram,
} from '../../../patterns/commands/command-words.ts'
import { parseArguments, readArguments } from '../../../shell/programs/read-arguments.ts'
import { literalsIn, programIn } from './command-literals.ts'
import {
  expandBraces,
  escapeRegex,
  GlobError,
  isGlob,
  segmentSource,
  textGlobSource,
} from '../../../patterns/globs/glob.ts'

/** An invalid pattern, and what to write instead. */
export class CommandPatternError extends Error {
  override readonly name = 'CommandPatternError'
  readonly hint: string

  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

interface RawWord {
  text: string
  /** The same as a glob, quoted signs escaped. */
  glob: string
}

const MAX_STAGES = 8
const MAX_ALTERNATIVES = 64

/** The items of a command pattern, one for each alternative of its braces. */
export function commandItems(text: string, home: string | undefined): CommandItem[] {
  const stages = split(text).map((words) => words.map((word) => alternatives(word)))
  if (stages.length > MAX_STAGES)
    throw new CommandPatternError(
      `it has more than ${MAX_STAGES} commands`,
      'name the ones that matter: others may stand between them',
    )
  const all = combine(stages.map((words) => combine(words)))
  return all.flatMap((each) => {
    const own = each.map((words) => toStage(words, home))
    const modules = each.map((words) => moduleIn(words))
    const isLoose = modules.some((words) => words !== undefined)
    return [
      toItem(text, own),
      ...(isLoose
        ? [
            {
              ...toItem(
                text,
                own.map((stage, at) => (modules[at] === undefined ? stage : toStage(modules[at], home))),
              ),
              isLoose,
            },
          ]
        : []),
    ]
  })
}

/** Of `python -m pip install` the words behind the option: that runs pip. */
function moduleIn(words: readonly RawWord[]): readonly RawWord[] | undefined {
  const { root, options } = parseArguments(words.map(({ text }) => text))
  const at = options.find(({ name }) => name === '-m')?.value_at
  const runs = root?.forms.some(({ fixed }) => fixed.some(({ role }) => role === 'python-module'))
  return runs === true && at !== undefined ? words.slice(at) : undefined
}

function alternatives({ text, glob }: RawWord): RawWord[] {
  const parts = expandBraces(glob)
  return parts.length === 1
    ? [{ text, glob }]
    : parts.map((part) => ({ text: part.replace(/\\(.)/g, '$1'), glob: part }))
}

/** Every way to take one of each. */
function combine<T>(lists: readonly (readonly T[])[]): T[][] {
  const ways = lists.reduce<T[][]>(
    (sum, list) => {
      const next = sum.flatMap((way) => list.map((each) => [...way, each]))
      if (next.length > MAX_ALTERNATIVES)
        throw new CommandPatternError(
          `it stands for more than ${MAX_ALTERNATIVES} commands`,
          'write fewer alternatives in braces',
        )
      return next
    },
    [[]],
  )
  return ways
}

const endings: readonly { readonly sign: RegExp; readonly what: string; readonly hint: string }[] = [
  {
    sign: /^(?:&&|\|\||;|&)/,
    what: 'a list of commands',
    hint: "write each command as a pattern of its own: ['git add', 'git commit']",
  },
  { sign: /^\d*(?:>|<)/, what: 'a redirect', hint: 'match what is written or read: { writes: out.txt }' },
  {
    sign: /^(?:\$\(|`)/,
    what: 'a command substitution',
    hint: 'write the inner command as a pattern of its own',
  },
  { sign: /^\$/, what: 'a variable', hint: "write the value, ~ for the home directory, or '*' for any" },
  {
    sign: /^[()]/,
    what: 'a subshell',
    hint: 'write the inner command by itself: it is found wherever it stands',
  },
]

/** The words of each command of a pipeline. */
function split(text: string): RawWord[][] {
  const stages: RawWord[][] = [[]]
  let word: RawWord | undefined
  const end = (): void => {
    if (word !== undefined) stages.at(-1)?.push(word)
    word = undefined
  }
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at)
    const isProgram = word === undefined && stages.at(-1)?.length === 0
    const path = isProgram ? startsWindowsPath.exec(text.slice(at))?.[0] : undefined
    const quoted = path === undefined ? readQuoted(text, at) : undefined
    if (path !== undefined) {
      const slashed = path.replaceAll('\\', '/')
      word = { text: slashed, glob: slashed }
      at += path.length
    } else if (quoted !== undefined) {
      word = {
        text: (word?.text ?? '') + quoted.text,
        glob: (word?.glob ?? '') + quoted.text.replace(/[*?[\]{}\\]/g, '\\$&'),
      }
      at += quoted.length
    } else if (/\s/.test(char)) {
      end()
      at++
    } else {
      refuseSyntax(text.slice(at), word === undefined)
      if (char === '|') {
        end()
        stages.push([])
      } else word = { text: (word?.text ?? '') + char, glob: (word?.glob ?? '') + char }
      at++
    }
  }
  end()
  if (stages.some((words) => words.length === 0))
    throw new CommandPatternError(
      text.trim() === '' ? 'it is empty' : 'a command is missing beside "|"',
      'write a command such as git push, or * for any',
    )
  return stages
}

function refuseSyntax(rest: string, isStart: boolean): void {
  const found = endings.find(({ sign }) => sign.test(rest) && (isStart || !/^\d/.test(rest)))
  if (found !== undefined) throw new CommandPatternError(`${found.what} is no command pattern`, found.hint)
}

/** A stretch in quotes, or one character behind a backslash. */
function readQuoted(text: string, at: number): { text: string; length: number } | undefined {
  const char = text[at]
  if (char === '\\') return { text: text.charAt(at + 1), length: 2 }
  if (char !== "'" && char !== '"') return undefined
  const end = text.indexOf(char, at + 1)
  if (end < 0)
    throw new CommandPatternError(`${char} is never closed`, 'close the quote, or put a backslash before it')
  const inner = text.slice(at + 1, end)
  return { text: isWindowsPath(inner) ? inner.replaceAll('\\', '/') : inner, length: end + 1 - at }
}

const startsWindowsPath = new RegExp(`^${windowsProgram.source}`)

const assignment = /^([A-Za-z_]\w*)=([^]*)$/

function toStage(words: readonly RawWord[], home: string | undefined): CommandStage {
  const first = words.findIndex(({ text }) => !assignment.test(text))
  const assigned = first < 0 ? words : words.slice(0, first)
  const assignments = assigned.map(({ text, glob }) => {
    const [, name = '', value = ''] = assignment.exec(text) ?? []
    return { name, ...toWord({ text: value, glob: glob.slice(name.length + 1) }, home) }
  })
  const rest = first < 0 ? [{ text: '*', glob: '*' }] : words.slice(first)
  const read = rest.map((word) => toWord(word, home))
  const isNamed = read.length > 1 && read[0]?.source === undefined
  const argv = read.map(({ text }) => text)
  return {
    assignments,
    words: read,
    ...(isNamed && { reading: readAsCommand(argv, { words: readArguments }) }),
  }
}

function toWord({ text, glob }: RawWord, home: string | undefined): CommandWord {
  const equals = /^-[^=]*=/.exec(glob)?.[0].length
  const value = equals === undefined ? undefined : { text: text.slice(equals), glob: glob.slice(equals) }
  const source = sourceOf(glob, home)
  return {
    text,
    ...(source !== undefined && { source }),
    ...(value !== undefined && { value: toWord(value, home) }),
  }
}

function sourceOf(glob: string, home: string | undefined): string | undefined {
  if (home !== undefined && /^~(?=\/|$)/.test(glob)) {
    const rest = isGlob(glob) ? pathSource(glob.slice(1)) : `${escapeRegex(glob.slice(1))}$`
    return `^(?:~|${escapeRegex(home.replace(/\/+$/, ''))})${rest}`
  }
  if (!isGlob(glob)) return undefined
  try {
    return glob.includes('/') ? `^${pathSource(glob)}` : textGlobSource(glob)
  } catch (error) {
    if (error instanceof GlobError)
      throw new CommandPatternError(
        `word "${glob}": ${error.message}`,
        'put a backslash before a sign that is meant as it is',
      )
    throw error
  }
}

/** In a word with a slash `*` stays within a segment, `**` crosses. */
function pathSource(glob: string): string {
  const dialect = { dot: '[^/]', groups: 0 }
  const [first = '', ...rest] = glob.split('**')
  const last = rest.pop()
  if (last === undefined) return segmentSource(first, dialect, '$')
  const middle = rest.map((part) => {
    const group = ++dialect.groups
    return `(?=([^]*?${segmentSource(part, dialect, '')}))\\${group}`
  })
  // `**/x` is also `x`.
  const isDeep =
    last.startsWith('/') &&
    (rest.length > 0 ? rest.at(-1)?.endsWith('/') !== false : first === '' || first.endsWith('/'))
  const end = isDeep
    ? `(?:[^]*/)?${segmentSource(last.slice(1), dialect, '$')}`
    : `[^]*${segmentSource(last, dialect, '$')}`
  return segmentSource(first, dialect, '') + middle.join('') + end
}

function toItem(text: string, stages: readonly CommandStage[]): CommandItem {
  const literals = literalsIn(stages)
  const program = stages.flatMap((stage) => programIn(stage, stages.length > 1) ?? [])[0]
  return {
    text,
    stages,
    ...(literals.length > 0 && { literals }),
    ...(program !== undefined && { program }),
  }
}
