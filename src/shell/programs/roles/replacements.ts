// What sed, ed and perl put into the files that they change.
import { escapeRegex } from '../../../patterns/globs/glob.ts'
import { hunksOf } from '../../../patterns/text/line-diff.ts'
import type { CommandState } from '../command-state.ts'
import { absolute } from './place.ts'

/** `s/find/put/flags`, as written. */
interface Replacement {
  readonly find: string
  readonly put: string
  readonly flags: string
  readonly end: number
}

/** How a program writes it. */
interface ReplacementStyle {
  /** Its regexes need no backslash before `(`. */
  readonly extended: boolean
  /** Some lines may be left out. */
  readonly partly: boolean
  /** What stands in a replacement for something else. */
  readonly filled: RegExp
}

export const sedFilled = /(?<!\\)&|\\\d/

const closing: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']', '<': '>' }

/** Behind a part that ends with its delimiter. */
export function endOfPart(script: string, from: number, mark: string): number {
  let at = from
  while (at < script.length && script[at] !== mark) at += script[at] === '\\' ? 2 : 1
  return at + 1
}

/** What stands behind the `s`. */
export function readReplacement(script: string, from: number): Replacement {
  const mark = script[from] ?? ''
  const close = closing[mark] ?? mark
  const middle = endOfPart(script, from + 1, close)
  const start = middle + (close === mark ? 0 : script.slice(middle).search(/\S|$/) + 1)
  const end = endOfPart(script, start, close)
  const [flags = ''] = /^[a-zIM\d]*/.exec(script.slice(end, end + 20)) ?? []
  return { find: script.slice(from + 1, middle - 1), put: script.slice(start, end - 1), flags, end }
}

const unescaped = (text: string): string => text.replace(/\\n/g, '\n').replace(/\\([^])/g, '$1')

/** A regex without anything that repeats or groups: it can be tried on any text. */
function plainRegex(find: string, extended: boolean): string | undefined {
  let source = ''
  for (const [part] of find.matchAll(/\\[^]|[^]/g)) {
    const sign = part.slice(-1)
    const isGroup = /[(){}|+?]/.test(sign)
    if (
      part.length > 1
        ? /[\w\s]/.test(sign) || (isGroup && !extended)
        : isGroup
          ? extended
          : /[*[\]\\]/.test(sign)
    )
      return undefined
    source += part.length === 1 && /[.^$]/.test(part) ? part : escapeRegex(sign)
  }
  return source
}

const MAX_CHARACTERS = 1_000_000

/** What the files that the command names hold. */
function editedTexts(state: CommandState): readonly string[] {
  return state.parsed.operands.flatMap(({ text: word }) => {
    const path = absolute(word, state)
    const text = path === undefined ? undefined : state.world.before?.(path)
    return text === undefined || text.length > MAX_CHARACTERS ? [] : [text]
  })
}

/** Worked out where it is plain; else its replacement may be put in. */
export function addReplacement(
  { find, put, flags }: Replacement,
  { extended, partly, filled }: ReplacementStyle,
  state: CommandState,
): void {
  const source = filled.test(put) || /[e\d]/.test(flags) ? undefined : plainRegex(find, extended)
  const texts = source === undefined ? [] : editedTexts(state)
  const text = unescaped(put)
  if (source === undefined || texts.length === 0) {
    if (text.trim() !== '') state.adds.push({ text, removed: unescaped(find), maybe: true })
    return
  }
  const regex = new RegExp(source, `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`)
  for (const old of texts) {
    const lines = old.split('\n').map((line) => line.replace(regex, () => text))
    const hunks = hunksOf(old, lines.join('\n'))
    state.adds.push(...(partly ? hunks.map((hunk) => ({ ...hunk, maybe: true as const })) : hunks))
  }
}

/** `perl -i -pe`: what else it prints may be any text in it. */
export function addPerlEdits(code: string, state: CommandState): void {
  let end = 0
  for (const { index } of code.matchAll(/(?<![\w$@%{>-])s[^\w\s,;=)]/g)) {
    if (index < end) continue
    const found = readReplacement(code, index + 1)
    end = found.end
    const partly = /\bif\b|\bunless\b|&&|\band\b/.test(code)
    addReplacement(found, { extended: true, partly, filled: /[$@]/ }, state)
  }
  if (end === 0 || /\bprint\b|\$_\s*\.?=/.test(code)) state.adds.push({ text: code, maybe: true })
}

/** The commands of ed. */
export function addEdEdits(script: string, state: CommandState): void {
  const address = String.raw`^(?:[\d,.$%+ -]|/[^\n/]*/)*`
  for (const [, text = ''] of script.matchAll(
    new RegExp(`${address}[aic]\\n([^]*?)(?:\\n\\.$|(?![^]))`, 'gm'),
  ))
    if (text !== '') state.adds.push({ text })
  for (const { index, 0: before } of script.matchAll(new RegExp(`${address}s(?=[^\\w\\s])`, 'gm')))
    addReplacement(
      readReplacement(script, index + before.length),
      { extended: false, partly: !/^(?:%|,|1,\$)s$/.test(before), filled: sedFilled },
      state,
    )
}
