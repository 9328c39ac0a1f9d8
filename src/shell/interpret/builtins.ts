// Builtins that change the shell: its directory, variables and control flow.
import { absolutePath } from '../absolute-path.ts'
import {
  EMPTY,
  isKnown,
  literalOf,
  literalText,
  matches,
  withMarks,
  type SymbolicText,
} from '../words/marks.ts'
import { operands, recordCommand, argumentsOf } from './call.ts'
import type { CommandCall } from './call.ts'
import { type ShellBuiltin, runEval, runExec, runOperands, runSource, runTrap } from './script-builtins.ts'
import { callbacks } from './callbacks.ts'
import { CWD, unknownValue } from './scope.ts'
import { setShellOptions } from './shell-options.ts'
import type { Shell } from './shell.ts'
import {
  defineAliases,
  assignArithmetic,
  declareVariables,
  printfVariable,
  readVariables,
  setParameters,
  shiftParameters,
  unsetVariables,
} from '../words/variables.ts'

const DIRECTORY_STACK = ' stack'
const ALL_LOOPS = 1000

const actions: readonly (readonly [names: string, act: (shell: Shell, call: CommandCall) => void])[] = [
  ['cd chdir', changeDirectory],
  ['pushd', pushDirectory],
  ['popd', popDirectory],
  ['export', (shell, call) => declareVariables(shell, call, true)],
  ['declare typeset local readonly', declareVariables],
  ['unset', unsetVariables],
  ['read getopts', readVariables],
  ['shopt', setShellOptions],
  ...callbacks,
  ['let', assignArithmetic],
  ['printf', printfVariable],
  ['set', setParameters],
  ['shift', shiftParameters],
  ['alias', defineAliases],
  ['exit', ({ scope }) => void (scope.ended = true)],
  ['true false : echo', () => {}],
  ['return', ({ scope }) => void (scope.loopsLeft = ALL_LOOPS)],
  ['break', breakLoops],
  ['continue', continueLoops],
]

export const builtins: ReadonlyMap<string, ShellBuiltin> = new Map<string, ShellBuiltin>([
  ...actions.flatMap(([names, act]) => names.split(' ').map((name) => [name, recorded(act)] as const)),
  ['trap', runTrap],
  ['eval', runEval],
  ['source', runSource],
  ['.', runSource],
  ['exec', runExec],
  ['command', runOperands(/^-[^vV-]+$/, /^-[pvV]+$/)],
  ...['builtin', 'noglob', 'nocorrect'].map((name) => [name, runOperands(/^--$/)] as const),
])

/** Records the command, and changes the shell. */
function recorded(act: (shell: Shell, call: CommandCall) => void): ShellBuiltin {
  return (shell, call) => {
    recordCommand(shell, call)
    act(shell, call)
    return undefined
  }
}

/** A directory with a longer path is unknown: no system call takes it, and each step down would copy all of it. */
const MAX_DIRECTORY_LENGTH = 4096

function moveTo({ scope }: Shell, text: SymbolicText | undefined): void {
  const before = scope.directory
  scope.set('OLDPWD', before === undefined ? unknownValue : { texts: [before] })
  const to = text !== undefined && isKnown(text) ? withMarks(absolutePath, before ?? EMPTY, text) : undefined
  const isKnowable = to !== undefined && to.length <= MAX_DIRECTORY_LENGTH
  scope.set(CWD, { texts: [isKnowable ? to : EMPTY] })
}

function changeDirectory(shell: Shell, call: CommandCall): void {
  const words = operands(call)
  const [to] = words
  if (literalOf(to) === '-') return moveTo(shell, shell.scope.text('OLDPWD'))
  moveTo(shell, to ?? shell.scope.text('HOME') ?? literalText(shell.world.home))
}

function pushDirectory(shell: Shell, call: CommandCall): void {
  const { scope } = shell
  const [to] = operands(call)
  const before = scope.directory ?? EMPTY
  const kept = scope.get(DIRECTORY_STACK)?.list ?? []
  if (to === undefined || matches(to, /^[+-]\d/)) return moveTo(shell, undefined)
  scope.set(DIRECTORY_STACK, { texts: [EMPTY], list: [before, ...kept] })
  moveTo(shell, to)
}

function popDirectory(shell: Shell, call: CommandCall): void {
  const [top, ...kept] = shell.scope.get(DIRECTORY_STACK)?.list ?? []
  if (top === undefined || operands(call).length > 0) return moveTo(shell, undefined)
  shell.scope.set(DIRECTORY_STACK, { texts: [EMPTY], list: kept })
  shell.scope.set(CWD, { texts: [top] })
}

/** How many loops `break 2` leaves. */
function loopsOf(call: CommandCall): number {
  const [word = literalText('1')] = argumentsOf(call)
  return matches(word, /^[1-9]\d{0,2}$/) ? Number(word) : ALL_LOOPS
}

function breakLoops({ scope }: Shell, call: CommandCall): void {
  scope.loopsLeft = Math.max(scope.loopsLeft, loopsOf(call))
}

function continueLoops(shell: Shell, call: CommandCall): void {
  breakLoops(shell, call)
  shell.scope.loopsContinued = Math.max(shell.scope.loopsContinued, loopsOf(call))
}
