// Commands that change the shell itself: where it stands, its variables, what runs next.
import { absolutePath } from '../absolute-path.ts'
import { operands, record, textsOf } from './call.ts'
import type { Call } from './call.ts'
import { isKnown } from '../words/marks.ts'
import { type Builtin, evaluate, execute, inner, source, trap } from './next.ts'
import { directory, unknown } from './scope.ts'
import type { Shell } from './shell.ts'
import {
  alias,
  assignNumbers,
  declare,
  printInto,
  readInto,
  setParameters,
  shift,
  unset,
} from '../words/variables.ts'

const stack = ' stack'
const everyLoop = 1000

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ['cd', recorded(changeDirectory)],
  ['chdir', recorded(changeDirectory)],
  ['pushd', recorded(push)],
  ['popd', recorded(pop)],
  ['export', recorded((shell, call) => declare(shell, call, true))],
  ['declare', recorded((shell, call) => declare(shell, call))],
  ['typeset', recorded((shell, call) => declare(shell, call))],
  ['local', recorded((shell, call) => declare(shell, call))],
  ['readonly', recorded((shell, call) => declare(shell, call))],
  ['unset', recorded(unset)],
  ['read', recorded(readInto)],
  ['mapfile', recorded(readInto)],
  ['readarray', recorded(readInto)],
  ['getopts', recorded(readInto)],
  ['let', recorded(assignNumbers)],
  ['printf', recorded(printInto)],
  ['set', recorded(setParameters)],
  ['shift', recorded(shift)],
  ['alias', recorded(alias)],
  ['exit', recorded((shell) => void (shell.scope.ended = true))],
  ['true', recorded(() => {})],
  ['false', recorded(() => {})],
  [':', recorded(() => {})],
  ['echo', recorded(() => {})],
  ['return', recorded(({ scope }) => void (scope.left = everyLoop))],
  ['break', recorded(leave)],
  ['continue', recorded(beginAnew)],
  ['trap', trap],
  ['eval', evaluate],
  ['source', source],
  ['.', source],
  ['exec', execute],
  ['command', inner(/^-[^vV-]+$/, /^-[pvV]+$/)],
  ['builtin', inner(/^--$/)],
  ['noglob', inner(/^--$/)],
  ['nocorrect', inner(/^--$/)],
])

/** The command counts, and only the shell does something. */
function recorded(act: (shell: Shell, call: Call) => void): Builtin {
  return (shell, call) => {
    record(shell, call)
    act(shell, call)
    return undefined
  }
}

// ---- where the shell stands

/** A directory with a longer path is unknown: no system call takes it, and each step down would copy all of it. */
const MAX_DIRECTORY_LENGTH = 4096

function moveTo(shell: Shell, text: string | undefined): void {
  const { scope } = shell
  const before = scope.text(directory) ?? ''
  scope.set('OLDPWD', before === '' ? unknown : { texts: [before] })
  const to = text !== undefined && isKnown(text) ? absolutePath(before, text) : undefined
  const isKnowable = to !== undefined && to.length <= MAX_DIRECTORY_LENGTH
  scope.set(directory, { texts: [isKnowable ? to : ''] })
}

function changeDirectory(shell: Shell, call: Call): void {
  const words = operands(call)
  const [to] = words
  if (to === '-') return moveTo(shell, shell.scope.text('OLDPWD'))
  moveTo(shell, to ?? shell.scope.text('HOME') ?? shell.world.home)
}

function push(shell: Shell, call: Call): void {
  const { scope } = shell
  const [to] = operands(call)
  const before = scope.text(directory) ?? ''
  const kept = scope.get(stack)?.list ?? []
  if (to === undefined || /^[+-]\d/.test(to)) return moveTo(shell, undefined)
  scope.set(stack, { texts: [''], list: [before, ...kept] })
  moveTo(shell, to)
}

function pop(shell: Shell, call: Call): void {
  const [top, ...kept] = shell.scope.get(stack)?.list ?? []
  if (top === undefined || operands(call).length > 0) return moveTo(shell, undefined)
  shell.scope.set(stack, { texts: [''], list: kept })
  shell.scope.set(directory, { texts: [top] })
}

// ---- loops

/** How many loops `break 2` leaves. */
function loopsOf(call: Call): number {
  const [word = '1'] = textsOf(call)
  return /^[1-9]\d{0,2}$/.test(word) ? Number(word) : everyLoop
}

function leave({ scope }: Shell, call: Call): void {
  scope.left = Math.max(scope.left, loopsOf(call))
}

function beginAnew(shell: Shell, call: Call): void {
  leave(shell, call)
  shell.scope.again = Math.max(shell.scope.again, loopsOf(call))
}
