// Characters that stand in a decoded word for what is not plain text. The shell text itself may not hold them.

/** A number or an id: no slash, no blank, no dash in front, the name of nothing. */
export const NUMBER = '\uE000'
/** Any text at all. */
export const UNKNOWN = '\uE001'
/** `*`, `?` and `[` that are patterns, not characters. */
export const STAR = '\uE002'
export const QUESTION = '\uE003'
export const BRACKET = '\uE004'

const marks = /[\uE000-\uE004]/
const everyMark = /[\uE000-\uE004]/g

export function isLiteral(text: string): boolean {
  return !marks.test(text)
}

export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN)
}

export function hasGlobMark(text: string): boolean {
  return /[\uE000\uE002-\uE004]/.test(text)
}

/** Written for the reader of an argument: patterns as typed, a number as `*`. */
export function displayText(text: string): string {
  return isLiteral(text) ? text : text.replace(everyMark, (mark) => signs[mark] ?? '*')
}

const signs: Readonly<Record<string, string>> = { [UNKNOWN]: '…', [QUESTION]: '?', [BRACKET]: '[' }

/** The text without what is not known of it. */
export function knownPart(text: string): string {
  return text.replace(/[\uE000\uE001]/g, '').replace(everyMark, (mark) => signs[mark] ?? '*')
}

/** Turns the pattern characters of an unquoted expansion into patterns. */
export function markGlobs(text: string): string {
  if (!/[*?[]/.test(text)) return text
  return text.replaceAll('*', STAR).replaceAll('?', QUESTION).replaceAll('[', BRACKET)
}

/** Text that a shell reads again: its patterns are characters, what is not known stays marked. */
export function unmarkGlobs(text: string): string {
  return isLiteral(text) ? text : text.replace(/[\uE002-\uE004]/g, (mark) => signs[mark] ?? '*')
}
