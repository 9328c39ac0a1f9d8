// Options of the shell that change what a pattern stands for.
import type { CommandCall } from './call.ts'
import { argumentsOf } from './call.ts'
import type { Shell } from './shell.ts'
import { EMPTY, literalOf, literalText } from '../words/marks.ts'

/** Kept like a variable: in effect in what follows, not outside of a subshell. */
const DOTGLOB = ' dotglob'
const ON = literalText('on')

/** `shopt -s dotglob`: patterns stand for hidden files too. */
export function setShellOptions(shell: Shell, call: CommandCall): void {
  const [switches = '', ...names] = argumentsOf(call).map(literalOf)
  if (/^-[su]/.test(switches) && names.includes('dotglob'))
    shell.scope.set(DOTGLOB, { texts: [switches.startsWith('-s') ? ON : EMPTY] })
}

/** `bash -O dotglob -c text`; a shell has no options of the one around it. */
export function openShellOptions({ scope }: Shell, argv: readonly string[]): void {
  const isOn = argv.some((word, at) => word === 'dotglob' && argv[at - 1] === '-O')
  if (isOn || scope.get(DOTGLOB) !== undefined) scope.set(DOTGLOB, { texts: [isOn ? ON : EMPTY] })
}

/** GLOBIGNORE has the effect of dotglob. */
export function matchesHidden({ scope }: Shell): boolean {
  const names = [DOTGLOB, 'GLOBIGNORE']
  return names.some((name) => scope.get(name)?.texts.some((text) => text !== EMPTY) === true)
}
