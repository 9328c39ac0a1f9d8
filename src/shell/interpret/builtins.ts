// Commands that change the shell itself: where it stands, its variables, what runs next.
import { absolutePath } from '../absolute-path.ts'
import { operands, recordCommand, argumentsOf } from './call.ts'
import type { CommandCall } from './call.ts'
import { isKnown } from '../words/marks.ts'
import { type Builtin, runEval, runExec, runOperands, runSource, runTrap } from './script-builtins.ts'
import { CWD, unknownValue } from './scope.ts'
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

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', recorded(changeDirectory)],
  ['chdir', recorded(changeDirectory)],
  ['pushd', recorded(pushDirectory)],
  ['popd', recorded(popDirectory)],
  ['export', recorded((shell, call) => declareVariables(shell, call, true))],
  ['declare', recorded((shell, call) => declareVariables(shell, call))],
  ['typeset', recorded((shell, call) => declareVariables(shell, call))],
  ['local', recorded((shell, call) => declareVariables(shell, call))],
  ['readonly', recorded((shell, call) => declareVariables(shell, call))],
  ['unset', recorded(unsetVariables)],
  ['read', recorded(readVariables)],
  ['mapfile', recorded(readVariables)],
  ['readarray', recorded(readVariables)],
  ['getopts', recorded(readVariables)],
  ['let', recorded(assignArithmetic)],
  ['printf', recorded(printfVariable)],
  ['set', recorded(setParameters)],
  ['shift', recorded(shiftParameters)],
  ['alias', recorded(defineAliases)],
  ['exit', recorded((shell) => void (shell.scope.ended = true))],
  ['true', recorded(() => {})],
  ['false', recorded(() => {})],
  [':', recorded(() => {})],
  ['echo', recorded(() => {})],
  ['return', recorded(({ scope }) => void (scope.loopsLeft = ALL_LOOPS))],
  ['break', recorded(breakLoops)],
  ['continue', recorded(continueLoops)],
  ['trap', runTrap],
  ['eval', runEval],
  ['source', runSource],
  ['.', runSource],
  ['exec', runExec],
  ['command', runOperands(/^-[^vV-]+$/, /^-[pvV]+$/)],
  ['builtin', runOperands(/^--$/)],
  ['noglob', runOperands(/^--$/)],
  ['nocorrect', runOperands(/^--$/)],
])

/** The command counts, and only the shell does something. */
function recorded(act: (shell: Shell, call: CommandCall) => void): Builtin {
  return (shell, call) => {
    recordCommand(shell, call)
    act(shell, call)
    return undefined
  }
}

// ---- where the shell stands

/** A directory with a longer path is unknown: no system call takes it, and each step down would copy all of it. */
const MAX_DIRECTORY_LENGTH = 4096

function moveTo(shell: Shell, text: string | undefined): void {
  const { scope } = shell
  const before = scope.text(CWD) ?? ''
  scope.set('OLDPWD', before === '' ? unknownValue : { texts: [before] })
  const to = text !== undefined && isKnown(text) ? absolutePath(before, text) : undefined
  const isKnowable = to !== undefined && to.length <= MAX_DIRECTORY_LENGTH
  scope.set(CWD, { texts: [isKnowable ? to : ''] })
}

function changeDirectory(shell: Shell, call: CommandCall): void {
  const words = operands(call)
  const [to] = words
  if (to === '-') return moveTo(shell, shell.scope.text('OLDPWD'))
  moveTo(shell, to ?? shell.scope.text('HOME') ?? shell.world.home)
}

function pushDirectory(shell: Shell, call: CommandCall): void {
  const { scope } = shell
  const [to] = operands(call)
  const before = scope.text(CWD) ?? ''
  const kept = scope.get(DIRECTORY_STACK)?.list ?? []
  if (to === undefined || /^[+-]\d/.test(to)) return moveTo(shell, undefined)
  scope.set(DIRECTORY_STACK, { texts: [''], list: [before, ...kept] })
  moveTo(shell, to)
}

function popDirectory(shell: Shell, call: CommandCall): void {
  const [top, ...kept] = shell.scope.get(DIRECTORY_STACK)?.list ?? []
  if (top === undefined || operands(call).length > 0) return moveTo(shell, undefined)
  shell.scope.set(DIRECTORY_STACK, { texts: [''], list: kept })
  shell.scope.set(CWD, { texts: [top] })
}

// ---- loops

/** How many loops `break 2` leaves. */
function loopsOf(call: CommandCall): number {
  const [word = '1'] = argumentsOf(call)
  return /^[1-9]\d{0,2}$/.test(word) ? Number(word) : ALL_LOOPS
}

function breakLoops({ scope }: Shell, call: CommandCall): void {
  scope.loopsLeft = Math.max(scope.loopsLeft, loopsOf(call))
}

function continueLoops(shell: Shell, call: CommandCall): void {
  breakLoops(shell, call)
  shell.scope.loopsContinued = Math.max(shell.scope.loopsContinued, loopsOf(call))
}
