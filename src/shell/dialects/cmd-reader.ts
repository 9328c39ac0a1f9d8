// What reads a text of cmd.exe, a sign at a time.
import { wordOf } from './cmd-words.ts'

export interface CmdReader {
  readonly text: string
  at: number
  /** Brackets around what is read. */
  open: number
  /** Commands around what is read. */
  depth: number
  /** The variables of loops around it, each a letter. */
  letters: string
  /** Something in it is not understood. */
  broken: boolean
}

/** What a sticky pattern finds at the reader's place, which it steps over. */
export function take(reader: CmdReader, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reader.at
  const found = pattern.exec(reader.text) ?? undefined
  if (found !== undefined) reader.at += found[0].length
  return found
}

/** Ends the reading. */
export function giveUp(reader: CmdReader): string {
  reader.broken = true
  reader.at = reader.text.length
  return ''
}

const text = /(?:\^[^]|"[^"\n]*"?|[^\s"^<>&|])+/y
const textInGroup = /(?:\^[^]|"[^"\n]*"?|[^\s"^<>&|)])+/y

/** A word as it is written. */
const readText = (reader: CmdReader): string | undefined =>
  take(reader, reader.open > 0 ? textInGroup : text)?.[0]

/** `>log`, `2>&1`, `<in.txt`: with a space before each. */
export function readRedirects(reader: CmdReader): string {
  const found: string[] = []
  for (;;) {
    const [sign, from = '', arrow = '', to] = take(reader, /[^\S\n]*(\d?)(>>?|<)(?:&(\d)|[^\S\n]*)/y) ?? []
    if (sign === undefined) return found.join('')
    const target = to === undefined ? readText(reader) : undefined
    if (to !== undefined) found.push(` ${from}${arrow}&${to}`)
    else if (target !== undefined) found.push(` ${from}${arrow} ${wordOf(target, reader.letters)}`)
  }
}

/** The words of a command as they are written, and its redirects. */
export function readWords(reader: CmdReader): { readonly words: string[]; readonly redirects: string } {
  const words: string[] = []
  const redirects: string[] = []
  for (;;) {
    redirects.push(readRedirects(reader))
    take(reader, /[^\S\n]+|\^$/y)
    const word = readText(reader)
    if (word === undefined) return { words, redirects: redirects.join('') }
    words.push(word)
  }
}
