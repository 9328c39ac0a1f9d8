// Marks: private use characters for the parts of an expanded word that are not literal text. The reader rejects shell text that holds them.

/** A number or an id: no slash, no blank, no leading dash. */
export const NUMBER = '\uE000'
/** Any text at all. */
export const UNKNOWN = '\uE001'
/** `*`, `?` and `[` as glob characters. */
export const STAR = '\uE002'
export const QUESTION = '\uE003'
export const BRACKET = '\uE004'
/** A name that mktemp makes up: nothing is there before, whatever it turns out to be. */
export const FRESH = '\uE005'

const marks = /[\uE000-\uE005]/
const everyMark = /[\uE000-\uE005]/g

export function isLiteral(text: string): boolean {
  return !marks.test(text)
}

export function isKnown(text: string): boolean {
  return !text.includes(UNKNOWN)
}

export function hasGlobMark(text: string): boolean {
  return /[\uE000\uE002-\uE004]/.test(text)
}

/** A part is one name or number, only known when it runs. */
export function hasNumber(text: string): boolean {
  return text.includes(NUMBER) || text.includes(FRESH)
}

/** For facts and messages: globs as typed, a number as `*`. */
export function displayText(text: string): string {
  return isLiteral(text) ? text : text.replace(everyMark, (mark) => signs[mark] ?? '*')
}

const signs: Readonly<Record<string, string>> = {
  [UNKNOWN]: '…',
  [QUESTION]: '?',
  [BRACKET]: '[',
  [FRESH]: 'XXXXXXXXXX',
}

/** The text without its unknown parts. */
export function knownPart(text: string): string {
  return text.replace(/[\uE000\uE001\uE005]/g, '').replace(everyMark, (mark) => signs[mark] ?? '*')
}

/** Marks the glob characters of an unquoted expansion. */
export function markGlobs(text: string): string {
  if (!/[*?[]/.test(text)) return text
  return text.replaceAll('*', STAR).replaceAll('?', QUESTION).replaceAll('[', BRACKET)
}

/** For text that a shell parses again: globs become plain characters, unknown parts stay marked. */
export function unmarkGlobs(text: string): string {
  return isLiteral(text) ? text : text.replace(/[\uE002-\uE004]/g, (mark) => signs[mark] ?? '*')
}
