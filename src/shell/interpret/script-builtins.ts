// Commands that say what runs next.
import type { CommandFact } from '../../model/types.ts'
import { everything } from '../kinds.ts'
import { textToRun } from '../run-files.ts'
import { expandPath } from '../path-expand.ts'
import { absolutePath } from '../absolute-path.ts'
import { operands, recordCommand } from './call.ts'
import type { CommandCall } from './call.ts'
import { followText } from './follow.ts'
import { hiddenInText } from './hidden.ts'
import { UNKNOWN, isKnown, isLiteral, hasNumber, displayText } from '../words/marks.ts'
import { CWD } from './scope.ts'
import type { CommandContext, Field, Shell } from './shell.ts'
import { reportFetchedScript } from './files/fetched.ts'

/** Runs another command of the same shell. */
type RunCall = (shell: Shell, call: CommandCall) => string

export type Builtin = (shell: Shell, call: CommandCall, run: RunCall) => string | undefined

const MAX_SCRIPT = 65_536

function nestedCall(call: CommandCall, skip: number): CommandCall {
  const wrapper = call.fields[0]?.text ?? ''
  const context = {
    ...call.context,
    wrappers: [...call.context.wrappers, wrapper],
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
export function runOperands(own: RegExp, tells?: RegExp): Builtin {
  return (shell, call, run) => {
    let from = 1
    while (own.test(call.fields[from]?.text ?? '') || call.fields[from]?.text === '--') from++
    if (call.fields.length > from && tells?.test(call.fields[from]?.text ?? '') !== true)
      return run(shell, { ...nestedCall(call, from), plain: true })
    recordCommand(shell, call)
    return undefined
  }
}

export function runExec(shell: Shell, call: CommandCall, run: RunCall): string | undefined {
  let from = 1
  while (call.fields[from]?.text.startsWith('-') === true) from += call.fields[from]?.text === '-a' ? 2 : 1
  if (call.fields.length <= from) {
    recordCommand(shell, call)
    return undefined
  }
  const output = run(shell, { ...nestedCall(call, from), plain: true })
  shell.scope.ended = true
  return output
}

export function runEval(shell: Shell, call: CommandCall): string {
  const text = call.fields.slice(1).map(({ text }) => text)
  if (text[0] === '--') text.shift()
  if (text.some((word) => !isKnown(word))) recordCommand(shell, call)
  return followText(shell, { text: text.join(' ') }, nestedContext(call, call.shared))
}

export function runTrap(shell: Shell, call: CommandCall): undefined {
  recordCommand(shell, call)
  const [text] = operands(call)
  if (text === undefined || text === '' || text === '-' || operands(call).length < 2) return
  shell.scope.runBranches([() => void followText(shell, { text }, nestedContext(call, false))], true)
}

export function runSource(shell: Shell, call: CommandCall): string {
  const [file, ...args] = call.fields.slice(1)
  const given =
    file === undefined
      ? undefined
      : (shell.substitutionFiles.get(file.text) ??
        (file.text === '/dev/stdin' ? (call.context.stdin ?? '') : undefined))
  const fact = recordCommand(shell, call)
  if (file === undefined) return ''
  const path = given === undefined ? pathOf(shell, file) : undefined
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

/** What the same text fetched is sourced. */
function reportFetchedSource(shell: Shell, fact: CommandFact, path: string): void {
  const told = reportFetchedScript(shell, fact, [path])
  if (told !== undefined) shell.sink.commands.splice(-1, 1, ...told)
}

/** A pattern that names one file names that. */
function pathOf(shell: Shell, { text }: Field): string | undefined {
  if (!isKnown(text) || hasNumber(text)) return undefined
  const path = absolutePath(shell.scope.text(CWD) ?? '', displayText(text))
  if (isLiteral(text) || path === undefined) return path
  const found = expandPath(path, shell.world.files)
  return found?.length === 1 ? found[0] : undefined
}

/** The text of a script in the project; undefined when it is elsewhere: its run is then just a command. */
function scriptText(shell: Shell, file: Field): string | undefined {
  const { root } = shell.world
  const path = pathOf(shell, file)
  if (path !== undefined) shell.sink.reads.push({ path })
  else
    shell.sink.unresolved(
      'which file is sourced is only known at run time: write its path out',
      file.written,
      everything,
    )
  // values of an environment file are secrets: they are not read
  const isScript = path?.startsWith(`${root}/`) === true && !/\/\.env[^/]*$/.test(path)
  const text = isScript ? textToRun(path, shell.world, MAX_SCRIPT) : undefined
  if (text !== undefined && hiddenInText(text) === undefined) return text
  shell.scope.forgetAll()
  return undefined
}
