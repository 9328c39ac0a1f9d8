// Text of which parts are only known at run time: private use characters mark them. The reader rejects shell text that holds them.
import { forEachChild } from 'unbash'
import type { SyntaxNode } from 'unbash'

declare const marked: unique symbol

/**
 * Text that may hold marks. It is a string in memory, but not to the compiler: facts and messages take its
 * `displayText`, comparisons its `literalOf`. Everything that turns strings into it, or back, stands in this file.
 */
export interface SymbolicText {
  readonly [marked]: true
  readonly length: number
  includes(part: string | SymbolicText): boolean
  startsWith(part: string | SymbolicText): boolean
  endsWith(part: string | SymbolicText): boolean
  indexOf(part: string | SymbolicText, from?: number): number
  slice(from: number, to?: number): SymbolicText
  split(separator: string | RegExp): SymbolicText[]
  trim(): SymbolicText
  match(pattern: RegExp): readonly SymbolicText[] | null
  matchAll(pattern: RegExp): Iterable<readonly SymbolicText[]>
  replace(pattern: string | RegExp | SymbolicText, by: Replacement): SymbolicText
  replaceAll(pattern: string | RegExp | SymbolicText, by: Replacement): SymbolicText
}

type Replacement = '' | '$1' | ((...found: SymbolicText[]) => SymbolicText)

/** Data whose texts may hold marks: the syntax of a text. */
export type Symbolic<T> = T extends string
  ? string extends T
    ? SymbolicText
    : T
  : T extends object
    ? { [Key in keyof T]: Symbolic<T[Key]> }
    : T

const marking = (text: string): SymbolicText => text as unknown as SymbolicText
const stringOf = (text: SymbolicText): string => text as unknown as string

/** A number or an id: no slash, no blank, no leading dash. */
export const NUMBER = marking('\uE000')
/** Any text at all. */
export const UNKNOWN = marking('\uE001')
/** `*`, `?` and `[` as glob characters. */
export const STAR = marking('\uE002')
export const QUESTION = marking('\uE003')
export const BRACKET = marking('\uE004')
/** A name that mktemp makes up: nothing is there before, whatever it turns out to be. */
export const FRESH = marking('\uE005')
export const EMPTY = marking('')

const marks = /[\uE000-\uE005]/
const everyMark = /[\uE000-\uE005]/g

/** Does a plain text hold characters that are marks here? */
export function holdsReserved(text: string): boolean {
  return marks.test(text)
}

/** For messages: what is a mark here looks like nothing at all. */
export function withoutReserved(text: string): string {
  return holdsReserved(text) ? text.replace(everyMark, '…') : text
}

// ---- made

/** A text that is known; unknown when it holds characters that are marks here. */
export function literalText(text: string): SymbolicText {
  return holdsReserved(text) ? UNKNOWN : marking(text)
}

/** A template whose values are such texts. */
export function symbolic(parts: TemplateStringsArray, ...values: readonly SymbolicText[]): SymbolicText {
  let text = parts[0] ?? ''
  for (let at = 0; at < values.length; at++) text += stringOf(values[at] ?? EMPTY) + (parts[at + 1] ?? '')
  return marking(text)
}

/** What was shown, with its marks as far as they can be told. */
export function markShownParts(text: string): SymbolicText {
  return literalText(text).replaceAll(/…|X{10}/g, (sign) => (sign.includes('…') ? UNKNOWN : FRESH))
}

export function joinTexts(texts: readonly SymbolicText[], separator: string): SymbolicText {
  return marking((texts as unknown as readonly string[]).join(separator))
}

/** What a function makes of texts: it keeps the marks, or moves them. */
export function withMarks<T>(
  change: (...texts: string[]) => T,
  ...texts: readonly SymbolicText[]
): Symbolic<T> {
  return change(...texts.map(stringOf)) as unknown as Symbolic<T>
}

export function visitChildren(
  node: Symbolic<SyntaxNode>,
  visit: (child: Symbolic<SyntaxNode>) => void,
): void {
  forEachChild(node as unknown as SyntaxNode, visit as unknown as (child: SyntaxNode) => void)
}

/** Marks the glob characters of an unquoted expansion. */
export function markGlobs(text: SymbolicText): SymbolicText {
  const plain = stringOf(text)
  if (!/[*?[]/.test(plain)) return text
  return marking(
    plain
      .replaceAll('*', stringOf(STAR))
      .replaceAll('?', stringOf(QUESTION))
      .replaceAll('[', stringOf(BRACKET)),
  )
}

/** For text that a shell parses again: globs become plain characters, unknown parts stay marked. */
export function unmarkGlobs(text: SymbolicText): SymbolicText {
  return isLiteral(text) ? text : marking(stringOf(text).replace(/[\uE002-\uE004]/g, signOf))
}

/** What a pattern stands for when its first sign may be a dot. */
export function withHidden(text: SymbolicText): readonly SymbolicText[] {
  const plain = stringOf(text)
  const hidden = plain.replaceAll(/(^|\/)(?=[\uE002\uE003])/g, '$1.')
  return hidden === plain ? [text] : [text, marking(hidden.replaceAll('.\uE003', '.'))]
}

// ---- tested

export function isLiteral(text: SymbolicText): boolean {
  return !marks.test(stringOf(text))
}

export function isKnown(text: SymbolicText): boolean {
  return !text.includes(UNKNOWN)
}

export function hasGlobMark(text: SymbolicText): boolean {
  return matches(text, /[\uE000\uE002-\uE004]/)
}

/** A part is one name or number, only known when it runs. */
export function hasNumber(text: SymbolicText): boolean {
  return text.includes(NUMBER) || text.includes(FRESH)
}

export function matches(text: SymbolicText, pattern: RegExp): boolean {
  return pattern.test(stringOf(text))
}

// ---- turned into plain text

/** The text itself; undefined when a part of it is marked. */
export function literalOf(text: SymbolicText | undefined): string | undefined {
  return text !== undefined && isLiteral(text) ? stringOf(text) : undefined
}

/** For facts and messages: globs as typed, a number as `*`. */
export function displayText(text: SymbolicText): string {
  return isLiteral(text) ? stringOf(text) : stringOf(text).replace(everyMark, signOf)
}

/** The text without its unknown parts. */
export function knownPart(text: SymbolicText): string {
  return displayText(text.replace(/[\uE000\uE001\uE005]/g, ''))
}

const signs: Readonly<Record<string, string>> = {
  [stringOf(UNKNOWN)]: '…',
  [stringOf(QUESTION)]: '?',
  [stringOf(BRACKET)]: '[',
  [stringOf(FRESH)]: 'XXXXXXXXXX',
}

const signOf = (mark: string): string => signs[mark] ?? '*'
