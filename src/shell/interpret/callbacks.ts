// Builtins that are told what to run later, under another name or for each line.
import { everything } from '../kinds.ts'
import { argumentsOf, operands, programOf } from './call.ts'
import type { CommandCall } from './call.ts'
import { followText } from './files/follow-text.ts'
import type { CommandContext, Shell } from './shell.ts'
import { displayText, EMPTY, isLiteral, matches, symbolic, type SymbolicText } from '../words/marks.ts'
import { runCodeIn } from '../words/evaluated.ts'
import { readVariables, setAlias } from '../words/variables.ts'
import { pathOf } from './scope.ts'

type Act = (shell: Shell, call: CommandCall) => void

const contextOf = (call: CommandCall): CommandContext => ({
  ...call.context,
  pipeline: undefined,
  wrappers: [...call.context.wrappers, programOf(call)],
  depth: call.context.depth + 1,
})

/** It may run, any number of times. */
function mayRun(shell: Shell, text: SymbolicText, call: CommandCall): void {
  shell.scope.runBranches([() => void followText(shell, { text }, contextOf(call))], true)
}

/** The value of an option with one letter, joined or not. */
function valueOf(call: CommandCall, letter: string): SymbolicText | undefined {
  const words = argumentsOf(call)
  const isOption = new RegExp(`^-\\w*${letter}`)
  const at = words.findIndex((word) => matches(word, isOption))
  const option = words[at]
  if (option === undefined) return undefined
  const joined = option.slice(option.indexOf(letter) + 1)
  return joined === EMPTY ? words[at + 1] : joined
}

/** `mapfile -C cmd`: it runs with an index and a line. */
const mapLines: Act = (shell, call) => {
  const text = valueOf(call, 'C')
  if (text !== undefined) mayRun(shell, symbolic`${text} 0 ''`, call)
  readVariables(shell, call)
}

/** `compgen -C cmd -W words`, and `complete` for later. */
const complete: Act = (shell, call) => {
  const [command, words, name] = ['C', 'W', 'F'].map((letter) => valueOf(call, letter))
  if (command !== undefined) mayRun(shell, command, call)
  if (name !== undefined) mayRun(shell, name, call)
  if (words !== undefined) runCodeIn(shell, words, call.context)
}

/** `bind -x '"key":cmd'`. */
const bindKey: Act = (shell, call) => {
  const text = valueOf(call, 'x')?.replace(/^\s*"[^"]*"\s*:\s*/, '')
  if (text !== undefined) mayRun(shell, text, call)
}

/** `enable -f file name`: a builtin of a library. */
const enable: Act = (shell, call) => {
  const file = valueOf(call, 'f')
  if (file === undefined) return
  const path = isLiteral(file) ? pathOf(shell.scope, file) : undefined
  if (path !== undefined) shell.sink.push('reads', path)
  shell.sink.unresolved(
    'what a builtin of a library does cannot be known: use a program',
    displayText(file),
    everything,
  )
}

/** `hash -p /bin/rm z`: z is rm from now on. */
const hash: Act = (shell, call) => {
  const path = valueOf(call, 'p')
  if (path !== undefined) setAlias(shell, operands(call).at(-1), path)
}

export const callbacks: readonly (readonly [names: string, act: Act])[] = [
  ['mapfile readarray', mapLines],
  ['compgen complete', complete],
  ['bind', bindKey],
  ['enable', enable],
  ['hash', hash],
]
