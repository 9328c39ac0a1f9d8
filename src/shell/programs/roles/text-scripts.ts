// The scripts of sed: most only print; some commands write, read or run. Those of awk are read with other code.
import { everything } from '../../kinds.ts'
import { textToRun } from '../../run-files.ts'
import {
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  role,
  roleOfAnyWord,
  runShell,
  type CommandState,
  type Role,
  type Roles,
} from '../command-state.ts'
import { readAwk } from './awk.ts'
import { keepSure } from './code/file.ts'
import { pathRoles } from './paths.ts'
import { absolute } from './place.ts'

const as = (role: string, text: string, state: CommandState): void =>
  pathRoles[role]?.apply({ text, at: -1 }, state)

// ---- sed

/** Behind a part that ends with its delimiter. */
function endOfPart(script: string, from: number, mark: string): number {
  let at = from
  while (at < script.length && script[at] !== mark) at += script[at] === '\\' ? 2 : 1
  return at + 1
}

const lineEnd = (script: string, from: number): number => {
  const end = script.indexOf('\n', from)
  return end < 0 ? script.length : end
}

/** Behind the addresses that stand before a command. */
function endOfAddress(script: string, from: number): number {
  let at = from
  for (;;) {
    const [space = ''] = /^[\s;{},!]*(?:\d+|\$|[~+]\d+)?[\s,!~+]*/.exec(script.slice(at, at + 40)) ?? []
    at += space.length
    if (script[at] === '/') at = endOfPart(script, at + 1, '/')
    else if (script[at] === '\\') at = endOfPart(script, at + 2, script[at + 1] ?? '')
    else if (space === '') return at
    while (script[at] === 'I' || script[at] === 'M') at++
  }
}

function readSed(script: string, state: CommandState): void {
  let at = 0
  while (at < script.length) {
    at = endOfAddress(script, at)
    const command = script[at++]
    if (command === undefined) return
    const end = lineEnd(script, at)
    const rest = script.slice(at, end).trim()
    if (command === 's' || command === 'y') at = substitute(script, at, state)
    else if (command === 'w' || command === 'W') as('write', rest, state)
    else if (command === 'r' || command === 'R') as('read', rest.replace(/\}.*$/, ''), state)
    else if (command === 'e') runSed(rest, state)
    if ('wWrReaic:btT#'.includes(command))
      at = 'btT:'.includes(command) ? Math.min(end, nextCommand(script, at)) : end
  }
}

const nextCommand = (script: string, from: number): number => {
  const end = script.slice(from).search(/[;}\n]/)
  return end < 0 ? script.length : from + end
}

function substitute(script: string, from: number, state: CommandState): number {
  const mark = script[from] ?? ''
  const middle = endOfPart(script, from + 1, mark)
  const end = endOfPart(script, middle, mark)
  const [flags = ''] = /^[gpiImM\d]*/.exec(script.slice(end, end + 20)) ?? []
  const after = script[end + flags.length]
  if (after === 'w') {
    const last = lineEnd(script, end)
    as('write', script.slice(end + flags.length + 1, last).trim(), state)
    return last
  }
  if (after === 'e') runSed('', state)
  return end + flags.length + (after === 'e' ? 1 : 0)
}

function runSed(command: string, state: CommandState): void {
  if (command !== '') return runShell(state, command)
  addUnresolved(state, {
    about: everything,
    reason: 'what sed runs cannot be known: leave the "e" command out',
  })
}

/** A script that has a value in it is still read as it stands; one that is all value is not. */
function script(about: Role['about'], read: ReadScript): Role {
  return roleOfAnyWord(about, (word, state) => {
    if (isUnknownWord(state, word.at) && /^\s*(?:\$|`)\S*$/.test(word.text))
      addUnknownWord(state, word, about)
    else read(word.text, state)
  })
}

/** `cut -d= -f1 .env` shows the names in it, not their values. */
const columns = role(['reads'], (word, state) => {
  const valueOf = (option: string): string | undefined =>
    state.parsed.options.find(({ name }) => name === option)?.value
  const showsNames = valueOf('--delimiter') === '=' && valueOf('--fields') === '1'
  if (!showsNames || state.has('--complement') || !/(?:^|\/)\.env[^/]*$/.test(word.text))
    pathRoles.read?.apply(word, state)
})

type ReadScript = (text: string, state: CommandState) => void

/** `awk -f FILE`: a doubt about what the file does counts no more than of other code. */
function scriptFile(read: ReadScript): Role {
  return role(everything, (word, state) => {
    if (word.text === '-' || word.text === '/dev/stdin') {
      if (state.input?.text !== undefined) read(state.input.text, state)
      return
    }
    pathRoles.read?.apply(word, state)
    const path = absolute(word.text, state)
    const text =
      path === undefined || state.command.remote === true ? undefined : textToRun(path, state.world)
    if (path !== undefined && text !== undefined) keepSure(path, state, () => read(text, state))
  })
}

export const textScriptRoles = (): Roles => ({
  columns,
  'sed-file': scriptFile(readSed),
  'awk-file': scriptFile(readAwk),
  sed: script(['creates', 'edits', 'commands'], readSed),
  awk: script(everything, readAwk),
})
