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
import { addReplacement, endOfPart, readReplacement, sedFilled } from './replacements.ts'

const as = (role: string, text: string, state: CommandState): void =>
  pathRoles[role]?.apply({ text, at: -1 }, state)

// ---- sed

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
    const start = at
    at = endOfAddress(script, at)
    const partly = /[\d$/\\]/.test(script.slice(start, at))
    const command = script[at++]
    if (command === undefined) return
    const end = lineEnd(script, at)
    const rest = script.slice(at, end).trim()
    if (command === 's' || command === 'y')
      at = substitute({ script, from: at, edits: command === 's' && { partly } }, state)
    else if (command === 'w' || command === 'W') as('write', rest, state)
    else if (command === 'r' || command === 'R') as('read', rest.replace(/\}.*$/, ''), state)
    else if (command === 'e') runSed(rest, state)
    else if ('aic'.includes(command)) at = addLines(script, at, state)
    if ('wWrRe:btT#'.includes(command))
      at = 'btT:'.includes(command) ? Math.min(end, nextCommand(script, at)) : end
  }
}

const nextCommand = (script: string, from: number): number => {
  const end = script.slice(from).search(/[;}\n]/)
  return end < 0 ? script.length : from + end
}

/** `1i text`, or on the lines behind `1i\\`. */
function addLines(script: string, from: number, state: CommandState): number {
  const [whole = '', text = ''] = /^[ \t]*(?:\\[ \t]*\n?)?((?:\\[^]|[^\n\\])*)/.exec(script.slice(from)) ?? []
  if (state.has('--in-place') && text !== '') state.adds.push({ text: text.replace(/\\([^])/g, '$1') })
  return from + whole.length
}

interface Substitution {
  readonly script: string
  readonly from: number
  /** Whether it is not on all lines; absent: it changes no text that is known. */
  readonly edits: false | { readonly partly: boolean }
}

function substitute({ script, from, edits }: Substitution, state: CommandState): number {
  const found = readReplacement(script, from)
  const { end } = found
  if (edits !== false && state.has('--in-place'))
    addReplacement(found, { ...edits, extended: state.has('-E'), filled: sedFilled }, state)
  const [flags = ''] = /^[gpiImM\d]*/.exec(found.flags) ?? []
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
  'sed-file': scriptFile(readSed),
  'awk-file': scriptFile(readAwk),
  sed: script(['creates', 'edits', 'commands'], readSed),
  awk: script(everything, readAwk),
})
