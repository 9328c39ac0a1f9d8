// Command patterns, by what programs are known.
import { hasDottedNames, programOf } from '../../../shell/programs/table.ts'
import { alternatives, dead, isRegex, type Misfit, readPermission, unusual } from './misfit.ts'

export function checkCommand(text: string): Misfit | undefined {
  if (isRegex(text)) return undefined
  const permission = readPermission(text)
  if (permission?.key === 'command')
    return dead('a command pattern has no tool around it', ...permission.patterns)
  return checkList(text) ?? checkColon(text) ?? checkRegexSigns(text) ?? checkAround(text)
}

const isProgram = (word: string): boolean => /^[\w.-]+$/.test(word) && programOf(word) !== undefined

/** Is it how the program's subcommand is called? */
function isSubcommand(words: readonly string[], word: string): boolean {
  const [program = ''] = words
  return isProgram(program) && programOf(program)?.subcommand(word) !== undefined
}

/** `git add, git commit`. */
function checkList(text: string): Misfit | undefined {
  const parts = alternatives(text, /,/)
  const isList =
    parts.length > 1 && /,\s/.test(text) && parts.every((part) => isProgram(part.split(' ')[0] ?? ''))
  return isList ? dead('it is one command with a comma in it', ...parts) : undefined
}

/** `npm install:*`, as permissions are written; `npm run build:*` names scripts. */
function checkColon(text: string): Misfit | undefined {
  const bare = /^(.*[^\s:]):\*$/s.exec(text)?.[1]
  const words = bare?.split(/\s+/) ?? []
  const last = words.at(-1)
  if (bare === undefined || last === undefined) return undefined
  const isMeant = words.length === 1 || last.startsWith('-') || isSubcommand(words, last)
  return isMeant ? dead('":*" is how permissions are written', bare) : undefined
}

function checkRegexSigns(text: string): Misfit | undefined {
  const why = 'it is written as a regular expression'
  if (/\\[sbdwSBDW|.]|\([^)]*\|/.test(text)) return dead(why, `/${text.replaceAll(/(?<!\\)\//g, '\\/')}/`)
  const bare = text
    .replace(/^\^/, '')
    .replace(/^\.[*+]/, '')
    .replace(/\$$/, '')
  const [program = ''] = bare.trim().split(/[\s.]/)
  const words = bare.replaceAll(/(?<=\w)\.[*+]\s*|\s+\.[*+]\s+(?=-)/g, (signs, at: number) =>
    isWhole(bare.slice(0, at), program) ? ' ' : signs,
  )
  const mended = words.replaceAll(/\s+/g, ' ').trim()
  if (mended === text || mended === '') return undefined
  if (/^[\w-]+\.[*+]$/.test(text))
    return hasDottedNames(mended) ? undefined : unusual(`meets no "${mended}": a dot is a dot`, mended)
  return dead(why, mended)
}

/** Does a program or its subcommand end here? Elsewhere `.*` ends the name of a file. */
function isWhole(before: string, program: string): boolean {
  if (!isProgram(program)) return false
  const words = before.trim().split(/\s+/)
  return before.endsWith(' ') || words.length === 1 || isSubcommand(words, words.at(-1) ?? '')
}

/** `*push*` is a program's name with `push` in it, such as `pushd`. */
function checkAround(text: string): Misfit | undefined {
  const word = /^\*([\w-]+)\*$/.exec(text)?.[1]
  if (word === undefined || isProgram(word)) return undefined
  if (word.startsWith('-')) return dead('no program has such a name', `* ${word}`)
  const isCalled = ['git', 'npm', 'docker', 'kubectl', 'cargo'].some((program) =>
    isSubcommand([program], word),
  )
  return unusual('meets only programs with such a name', isCalled ? `* ${word}` : `/${word}/`)
}
