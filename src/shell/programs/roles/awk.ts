// The scripts of awk: most only print; some write, read or run.
import { everything } from '../../kinds.ts'
import { addUnresolved, runShell, type CommandState } from '../command-state.ts'
import { tokensOf, type Token } from './code/lexer.ts'
import { pathRoles } from './paths.ts'

const text = (token: Token | undefined): string | undefined =>
  token?.kind === 'text' ? token.text : undefined

/** `print > "file"`, `print | "command"`, `"command" | getline`, `getline < "file"`, `system("command")`. */
export function readAwk(script: string, state: CommandState): void {
  const tokens = tokensOf(script, 'awk')
  let isPrinting = false
  let printed = 0
  let depth = 0
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    if (token.kind === 'word') {
      if (token.text === 'print' || token.text === 'printf') [isPrinting, printed, depth] = [true, at + 1, 0]
      else if (token.text === 'system') runAwk(tokens[at + 2], tokens[at + 3]?.text === ')', state)
      else if (token.text === 'getline') readGetline(tokens, at, state)
      return
    }
    if (token.kind !== 'sign') return
    if ('([{'.includes(token.text)) depth++
    else if (')]}'.includes(token.text)) depth--
    if (token.text === ';' || depth < 0) isPrinting = false
    if (!isPrinting || depth > 0) return
    if (token.text === '>' && tokens[at - 1]?.text !== '>')
      writeAwk(tokens, at + (next?.text === '>' ? 2 : 1), state)
    else if (token.text === '|' && next?.text !== '|' && tokens[at - 1]?.text !== '|')
      pipeAwk(tokens.slice(printed, at), next?.text === '&' ? tokens[at + 2] : next, state)
  })
}

const ends = /^(?:[;}]|print|printf|next|exit|close|if|else)$/

function writeAwk(tokens: readonly Token[], at: number, state: CommandState): void {
  const file = text(tokens[at])
  const after = tokens[at + 1]
  if (file !== undefined && (after === undefined || ends.test(after.text)))
    pathRoles.write?.apply({ text: file, at: -1 }, state)
  else
    addUnresolved(state, {
      about: ['creates', 'edits'],
      reason: 'the file that awk writes cannot be known: write its name out',
    })
}

function runAwk(token: Token | undefined, isWhole: boolean, state: CommandState): void {
  const command = text(token)
  if (command !== undefined && isWhole) runShell(state, command)
  else
    addUnresolved(state, {
      about: everything,
      reason: 'what awk runs cannot be known: write the command out',
    })
}

/** `print "text" | "sh"` hands the text to the command. */
function pipeAwk(printed: readonly Token[], token: Token | undefined, state: CommandState): void {
  const command = text(token)
  const [only] = printed
  const given = printed.length === 1 ? text(only) : undefined
  if (command !== undefined && given !== undefined)
    runShell(state, `printf '%s\\n' '${given.replaceAll("'", String.raw`'\''`)}' | ${command}`)
  else if (command !== undefined && takesCommands.test(command)) runAwk(undefined, false, state)
  else runAwk(token, true, state)
}

/** What it reads is run. */
const takesCommands = /(?:^|[\s/])(?:(?:ba|da|z|k)?sh|xargs|parallel|python[\d.]*|node|perl|ruby|at)(?=\s|$)/

function readGetline(tokens: readonly Token[], at: number, state: CommandState): void {
  if (tokens[at - 1]?.text === '|') return runAwk(tokens[at - 2], true, state)
  const sign = tokens[at + 1]?.text === '<' ? at + 1 : tokens[at + 2]?.text === '<' ? at + 2 : undefined
  if (sign === undefined) return
  const file = text(tokens[sign + 1])
  if (file !== undefined) pathRoles.read?.apply({ text: file, at: -1 }, state)
  else
    addUnresolved(state, {
      about: ['reads'],
      reason: 'the file that awk reads cannot be known: write its name out',
    })
}
