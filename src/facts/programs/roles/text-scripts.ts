// The scripts of sed and awk: most only print; some commands write, read or run.
import { everything } from '../../kinds.ts'
import { doubt, doubtWord, isOpen, run, type Act, type Role, type Roles } from '../act.ts'
import { pathRoles } from './paths.ts'
import { tokensOf, type Token } from './lexer.ts'

const as = (role: string, text: string, act: Act): void => pathRoles[role]?.apply({ text, at: -1 }, act)

// ---- sed

/** Behind a part that ends with its delimiter. */
function past(script: string, from: number, mark: string): number {
  let at = from
  while (at < script.length && script[at] !== mark) at += script[at] === '\\' ? 2 : 1
  return at + 1
}

const lineEnd = (script: string, from: number): number => {
  const end = script.indexOf('\n', from)
  return end < 0 ? script.length : end
}

/** Behind the addresses that stand before a command. */
function pastAddress(script: string, from: number): number {
  let at = from
  for (;;) {
    const [space = ''] = /^[\s;{},!]*(?:\d+|\$|[~+]\d+)?[\s,!~+]*/.exec(script.slice(at, at + 40)) ?? []
    at += space.length
    if (script[at] === '/') at = past(script, at + 1, '/')
    else if (script[at] === '\\') at = past(script, at + 2, script[at + 1] ?? '')
    else if (space === '') return at
    while (script[at] === 'I' || script[at] === 'M') at++
  }
}

function readSed(script: string, act: Act): void {
  let at = 0
  while (at < script.length) {
    at = pastAddress(script, at)
    const command = script[at++]
    if (command === undefined) return
    const end = lineEnd(script, at)
    const rest = script.slice(at, end).trim()
    if (command === 's' || command === 'y') at = substitute(script, at, act)
    else if (command === 'w' || command === 'W') as('write', rest, act)
    else if (command === 'r' || command === 'R') as('read', rest.replace(/\}.*$/, ''), act)
    else if (command === 'e') runSed(rest, act)
    if ('wWrReaic:btT#'.includes(command))
      at = 'btT:'.includes(command) ? Math.min(end, nextCommand(script, at)) : end
  }
}

const nextCommand = (script: string, from: number): number => {
  const end = script.slice(from).search(/[;}\n]/)
  return end < 0 ? script.length : from + end
}

function substitute(script: string, from: number, act: Act): number {
  const mark = script[from] ?? ''
  const middle = past(script, from + 1, mark)
  const end = past(script, middle, mark)
  const [flags = ''] = /^[gpiImM\d]*/.exec(script.slice(end, end + 20)) ?? []
  const after = script[end + flags.length]
  if (after === 'w') {
    const last = lineEnd(script, end)
    as('write', script.slice(end + flags.length + 1, last).trim(), act)
    return last
  }
  if (after === 'e') runSed('', act)
  return end + flags.length + (after === 'e' ? 1 : 0)
}

function runSed(command: string, act: Act): void {
  if (command !== '') return run(act, { kind: 'shell', text: command })
  doubt(act, act.command.argv.join(' '), {
    about: everything,
    reason: 'what sed runs cannot be known: leave the "e" command out',
  })
}

// ---- awk

const text = (token: Token | undefined): string | undefined =>
  token?.kind === 'text' ? token.text : undefined

/** `print > "file"`, `print | "command"`, `"command" | getline`, `getline < "file"`, `system("command")`. */
function readAwk(script: string, act: Act): void {
  const tokens = tokensOf(script, 'awk')
  let isPrinting = false
  let depth = 0
  tokens.forEach((token, at) => {
    const next = tokens[at + 1]
    if (token.kind === 'word') {
      if (token.text === 'print' || token.text === 'printf') [isPrinting, depth] = [true, 0]
      else if (token.text === 'system') runAwk(tokens[at + 2], tokens[at + 3]?.text === ')', act)
      else if (token.text === 'getline') readGetline(tokens, at, act)
      return
    }
    if (token.kind !== 'sign') return
    if ('([{'.includes(token.text)) depth++
    else if (')]}'.includes(token.text)) depth--
    if (token.text === ';' || depth < 0) isPrinting = false
    if (!isPrinting || depth > 0) return
    if (token.text === '>' && tokens[at - 1]?.text !== '>')
      writeAwk(tokens, at + (next?.text === '>' ? 2 : 1), act)
    else if (token.text === '|' && next?.text !== '|' && tokens[at - 1]?.text !== '|')
      runAwk(next?.text === '&' ? tokens[at + 2] : next, true, act)
  })
}

const ends = /^(?:[;}]|print|printf|next|exit|close|if|else)$/

function writeAwk(tokens: readonly Token[], at: number, act: Act): void {
  const file = text(tokens[at])
  const after = tokens[at + 1]
  if (file !== undefined && (after === undefined || ends.test(after.text))) as('write', file, act)
  else
    doubt(act, act.command.argv.join(' '), {
      about: ['creates', 'edits'],
      reason: 'the file that awk writes cannot be known: write its name out',
    })
}

function runAwk(token: Token | undefined, isWhole: boolean, act: Act): void {
  const command = text(token)
  if (command !== undefined && isWhole) run(act, { kind: 'shell', text: command })
  else
    doubt(act, act.command.argv.join(' '), {
      about: everything,
      reason: 'what awk runs cannot be known: write the command out',
    })
}

function readGetline(tokens: readonly Token[], at: number, act: Act): void {
  if (tokens[at - 1]?.text === '|') return runAwk(tokens[at - 2], true, act)
  const sign = tokens[at + 1]?.text === '<' ? at + 1 : tokens[at + 2]?.text === '<' ? at + 2 : undefined
  if (sign === undefined) return
  const file = text(tokens[sign + 1])
  if (file !== undefined) as('read', file, act)
  else
    doubt(act, act.command.argv.join(' '), {
      about: ['reads'],
      reason: 'the file that awk reads cannot be known: write its name out',
    })
}

/** A script that has a value in it is still read as it stands; one that is all value is not. */
function script(about: Role['about'], read: (text: string, act: Act) => void): Role {
  return {
    about,
    knows: true,
    apply(word, act) {
      if (isOpen(act, word.at) && /^\s*(?:\$|`)\S*$/.test(word.text)) doubtWord(act, word, about)
      else read(word.text, act)
    },
  }
}

export const textScriptRoles: Roles = {
  sed: script(['creates', 'edits', 'commands'], readSed),
  awk: script(everything, readAwk),
}
