// Commands that say what runs next.
import type { CommandFact, PathFact } from '../../model/types.ts'
import { markSpent, SPENT } from '../../patterns/work.ts'
import { everything } from '../kinds.ts'
import { isOwnFile, textToRun } from '../run-files.ts'
import { expandPath } from '../path-expand.ts'
import { argumentsOf, operands, programOf, recordCommand } from './call.ts'
import type { CommandCall } from './call.ts'
import { followText } from './files/follow-text.ts'
import { hiddenInText } from './hidden.ts'
import {
  EMPTY,
  hasNumber,
  isKnown,
  joinTexts,
  literalOf,
  matches,
  NUMBER,
  UNKNOWN,
  type SymbolicText,
} from '../words/marks.ts'
import { pathOf } from './scope.ts'
import type { CommandContext, WordField, Shell } from './shell.ts'
import { recordSource, UNNAMED } from './facts/sources.ts'
import { reportFetchedScript } from './files/fetched.ts'
import { markShown } from './files/written.ts'

/** Runs another command of the same shell. */
type RunCall = (shell: Shell, call: CommandCall) => SymbolicText

export type ShellBuiltin = (shell: Shell, call: CommandCall, run: RunCall) => SymbolicText | undefined

function nestedCall(call: CommandCall, skip: number): CommandCall {
  const context = {
    ...call.context,
    wrappers: [...call.context.wrappers, programOf(call)],
    depth: call.context.depth + 1,
  }
  return { ...call, context, fields: call.fields.slice(skip) }
}

/** Where a text runs that the command runs. */
function nestedContext(call: CommandCall, shared: boolean): CommandContext {
  const { context } = nestedCall(call, 1)
  return { ...context, pipeline: shared ? context.pipeline : undefined }
}

/** Runs the words after its own options; with other options it only tells something. */
export function runOperands(own: RegExp, tells?: RegExp): ShellBuiltin {
  return (shell, call, run) => {
    let from = 1
    const wordAt = (at: number): SymbolicText => call.fields[at]?.text ?? EMPTY
    while (matches(wordAt(from), own) || literalOf(wordAt(from)) === '--') from++
    if (call.fields.length > from && (tells === undefined || !matches(wordAt(from), tells)))
      return run(shell, { ...nestedCall(call, from), plain: true })
    recordCommand(shell, call)
    return undefined
  }
}

export function runExec(shell: Shell, call: CommandCall, run: RunCall): SymbolicText | undefined {
  let from = 1
  while (call.fields[from]?.text.startsWith('-') === true)
    from += literalOf(call.fields[from]?.text) === '-a' ? 2 : 1
  if (call.fields.length <= from) {
    recordCommand(shell, call)
    shell.sink.root.fed.add(shell.sink.frame) // its redirects hold from now on
    return undefined
  }
  const output = run(shell, { ...nestedCall(call, from), plain: true })
  shell.scope.ended = true
  return output
}

export function runEval(shell: Shell, call: CommandCall): SymbolicText {
  const words = argumentsOf(call)
  if (literalOf(words[0]) === '--') words.shift()
  if (!words.every(isKnown)) recordCommand(shell, call)
  return followText(shell, { text: joinTexts(words, ' ') }, nestedContext(call, call.shared))
}

export function runTrap(shell: Shell, call: CommandCall): undefined {
  recordCommand(shell, call)
  const [text] = operands(call)
  if (text === undefined || text === EMPTY || literalOf(text) === '-' || operands(call).length < 2) return
  shell.scope.runBranches([() => void followText(shell, { text }, nestedContext(call, false))], true)
}

export function runSource(shell: Shell, call: CommandCall): SymbolicText {
  const [file, ...args] = call.fields.slice(1)
  const given = givenText(shell, call, literalOf(file?.text) ?? '')
  const fact = recordCommand(shell, call)
  if (file === undefined) return EMPTY
  const path = given === undefined ? fileOf(shell, file)?.path : undefined
  if (path !== undefined) reportFetchedSource(shell, fact, path)
  const context = nestedContext(call, call.shared || given !== undefined)
  const text = given ?? scriptText(shell, file)
  if (text === undefined) return UNKNOWN
  return followText(
    shell,
    { text, ...(args.length > 0 ? { args: args.map(({ text }) => text) } : {}) },
    context,
  )
}

/** The text behind a path that no file has. */
function givenText(shell: Shell, { context }: CommandCall, path: string): SymbolicText | undefined {
  return shell.substitutionFiles.get(path) ?? (path === '/dev/stdin' ? (context.stdin ?? EMPTY) : undefined)
}

/** What the same text fetched is sourced. */
function reportFetchedSource(shell: Shell, fact: CommandFact, path: string): void {
  const told = reportFetchedScript(shell, fact, [path])
  if (told !== undefined) shell.sink.replaceLast(told)
}

/** A pattern that names one file names that. */
function fileOf({ scope, world }: Shell, { text }: WordField): PathFact | undefined {
  const path = hasNumber(text) ? undefined : pathOf(scope, text)
  if (path?.glob !== true || scope.directory?.includes(NUMBER) === true) return path
  const [only, ...others] = expandPath(path.path, world.files) ?? []
  return only === undefined || others.length > 0 ? undefined : { path: only }
}

/** The text of a script in the project; undefined when it is elsewhere: its run is then just a command. */
function scriptText(shell: Shell, file: WordField): SymbolicText | undefined {
  const { root } = shell.world
  const found = fileOf(shell, file)
  if (found !== undefined) shell.sink.push('reads', found)
  else
    shell.sink.unresolved(
      'which file is sourced is only known at run time: write its path out',
      file.written,
      everything,
    )
  // values of an environment file are secrets: they are not read
  const { path = '' } = found ?? {}
  const isScript = path.startsWith(`${root}/`) && !/\/\.env[^/]*$/.test(path)
  const text = isScript ? textToRun(path, shell.world) : undefined
  if (text !== undefined && hiddenInText(text) === undefined) return markShown(shell, text)
  if (isScript && text === undefined && isOwnFile(path, shell.world)) {
    shell.sink.unresolved(SPENT, file.written, everything)
    markSpent()
  }
  shell.scope.forgetAll()
  recordSource(shell, UNNAMED)
  return undefined
}
