// Commands that say what runs next.
import type { CommandFact } from '../../model/types.ts'
import { everything } from '../kinds.ts'
import { expandPath } from '../path-expand.ts'
import { absolutePath } from '../absolute-path.ts'
import { operands, record } from './call.ts'
import type { Call } from './call.ts'
import { followText } from './follow.ts'
import { hiddenInText } from './hidden.ts'
import { anything, isKnown, isPlain, number, shown } from '../words/marks.ts'
import { directory } from './scope.ts'
import type { At, Field, Shell } from './shell.ts'
import { tellTaken } from './taken.ts'

/** Runs another command of the same shell. */
type RunCall = (shell: Shell, call: Call) => string

export type Builtin = (shell: Shell, call: Call, run: RunCall) => string | undefined

const mostScript = 65_536

function within(call: Call, skip: number): Call {
  const wrapper = call.fields[0]?.text ?? ''
  const at = { ...call.at, wrappers: [...call.at.wrappers, wrapper], depth: call.at.depth + 1 }
  return { ...call, at, fields: call.fields.slice(skip) }
}

/** Where a text runs that the command runs. */
function around(call: Call, shared: boolean): At {
  const { at } = within(call, 1)
  return { ...at, pipeline: shared ? at.pipeline : undefined }
}

/** Runs the words after its own options; with other options it only tells something. */
export function inner(own: RegExp, tells?: RegExp): Builtin {
  return (shell, call, run) => {
    let from = 1
    while (own.test(call.fields[from]?.text ?? '') || call.fields[from]?.text === '--') from++
    if (call.fields.length > from && tells?.test(call.fields[from]?.text ?? '') !== true)
      return run(shell, { ...within(call, from), plain: true })
    record(shell, call)
    return undefined
  }
}

export function execute(shell: Shell, call: Call, run: RunCall): string | undefined {
  let from = 1
  while (call.fields[from]?.text.startsWith('-') === true) from += call.fields[from]?.text === '-a' ? 2 : 1
  if (call.fields.length <= from) {
    record(shell, call)
    return undefined
  }
  const output = run(shell, { ...within(call, from), plain: true })
  shell.scope.ended = true
  return output
}

export function evaluate(shell: Shell, call: Call): string {
  const text = call.fields.slice(1).map(({ text }) => text)
  if (text[0] === '--') text.shift()
  if (text.some((word) => !isKnown(word))) record(shell, call)
  return followText(shell, { text: text.join(' ') }, around(call, call.shared))
}

export function trap(shell: Shell, call: Call): undefined {
  record(shell, call)
  const [text] = operands(call)
  if (text === undefined || text === '' || text === '-' || operands(call).length < 2) return
  shell.scope.join([() => void followText(shell, { text }, around(call, false))], true)
}

export function source(shell: Shell, call: Call): string {
  const [file, ...args] = call.fields.slice(1)
  const given =
    file === undefined
      ? undefined
      : (shell.pipes.get(file.text) ?? (file.text === '/dev/stdin' ? (call.at.stdin ?? '') : undefined))
  const fact = record(shell, call)
  if (file === undefined) return ''
  const path = given === undefined ? pathOf(shell, file) : undefined
  if (path !== undefined) retell(shell, fact, path)
  const at = around(call, call.shared || given !== undefined)
  const text = given ?? scriptText(shell, file)
  if (text === undefined) return anything
  return followText(shell, { text, ...(args.length > 0 ? { args: args.map(({ text }) => text) } : {}) }, at)
}

/** What the same text fetched is sourced. */
function retell(shell: Shell, fact: CommandFact, path: string): void {
  const told = tellTaken(shell, fact, [path])
  if (told !== undefined) shell.sink.commands.splice(-1, 1, ...told)
}

/** A pattern that names one file names that. */
function pathOf(shell: Shell, { text }: Field): string | undefined {
  if (!isKnown(text) || text.includes(number)) return undefined
  const path = absolutePath(shell.scope.text(directory) ?? '', shown(text))
  if (isPlain(text) || path === undefined) return path
  const found = expandPath(path, shell.world.files)
  return found?.length === 1 ? found[0] : undefined
}

/** The text of a script in the project; undefined when it is elsewhere: its run is then just a command. */
function scriptText(shell: Shell, file: Field): string | undefined {
  const { files, root } = shell.world
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
  const text = isScript ? files.read(path) : undefined
  const fits = text !== undefined && text.length <= mostScript && (shell.bytesLeft -= text.length) >= 0
  if (fits && hiddenInText(text) === undefined) return text
  shell.scope.forget()
  return undefined
}
