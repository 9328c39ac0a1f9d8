// What is written into a command that reads a secret: by a pipe, a here-string or a here-document.
import type { CommandLine } from './command-line.ts'
import { isSecretValue, type TextSpan } from './judge.ts'
import { readValue } from './read-value.ts'

const MAX_BEFORE = 700
const MAX_BODY = 4000
const quote = String.raw`\\{0,7}["']`
const printed = new RegExp(
  String.raw`(?:(?<![\w-])|(?<=\\[nrt]))((?:echo|printf)\s{1,3}(?:-\w{1,3}\s{1,3})?(?:(?:${quote})?%s(?:\\{1,4}n)?(?:${quote})?\s{1,3})?)([^\n|;&]{1,500})\|[^\n|;&]{0,60}$`,
)
const opened = String.raw`<<-?\s{0,3}(?:${quote}|\\)?(\w{1,40})(?:${quote})?`
const openedBefore = new RegExp(String.raw`${opened}[^\n|;&<]{0,200}\|[^\n|;&]{0,60}$`)
const openedBehind = new RegExp(String.raw`^[^\n|;&<]{0,200}${opened}`)
const stringBehind = /^[^\n|;&<]{0,200}<<<\s{0,3}/

/** The secret that a command reads from its standard input. */
export function inputSpans({ text, from, to }: CommandLine): readonly TextSpan[] {
  const before = text
    .slice(Math.max(0, from - MAX_BEFORE), from)
    .replace(/\\{1,12}\r?\n/g, (end) => ' '.repeat(end.length))
  const start = from - before.length
  const behind = text.slice(to, to + MAX_BEFORE)
  const herestring = stringBehind.exec(behind)
  const tags = [openedBehind.exec(behind)?.[1], openedBefore.exec(before)?.[1]]
  return [
    ...(herestring === null ? [] : given(readValue(text, to + herestring[0].length))),
    ...tags.flatMap((tag) => (tag === undefined ? [] : body(text, to, tag))),
    ...printedSpans(text, before, start),
  ]
}

/** What `echo` or `printf` writes into the pipe. */
function printedSpans(text: string, before: string, start: number): readonly TextSpan[] {
  const match = printed.exec(before)
  if (match === null) return []
  const [, lead = '', value = ''] = match
  const trimmed = value.trimEnd()
  const at = start + match.index + lead.length
  const isQuoted = /^\\{0,7}["']/.test(trimmed)
  return given(isQuoted ? readValue(text, at) : { from: at, to: at + trimmed.length, text: trimmed })
}

function given(value: (TextSpan & { readonly text: string }) | undefined): readonly TextSpan[] {
  return value !== undefined && isSecretValue(value, 'given') ? [value] : []
}

/** From the next line to the one with the word alone. */
function body(text: string, at: number, tag: string): readonly TextSpan[] {
  const piece = text.slice(at, at + MAX_BODY)
  const first = /\n|\\{1,7}n/.exec(piece)
  if (first === null) return []
  const from = first.index + first[0].length
  const end = new RegExp(String.raw`(?:\n|\\{1,7}n)(?:\s|\\t){0,8}${tag}(?!\w)`).exec(
    piece.slice(from - first[0].length),
  )
  const to = end === null ? piece.length : from - first[0].length + end.index
  return given({ from: at + from, to: at + Math.max(from, to), text: piece.slice(from, to) })
}
