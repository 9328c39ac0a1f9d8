// Text of a file as it can be shown: nothing in it steers the terminal, and columns can be counted.

// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unsafe = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Control characters and those that turn the writing direction are shown as U+FFFD. */
export function visible(text: string): string {
  return text.replace(unsafe, '\uFFFD')
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u
const zeroWidth = /^(?:\p{Mn}|\p{Me}|[\u200b-\u200d])$/u

/** Columns of one character on a terminal. */
function columns(sign: string): number {
  if (zeroWidth.test(sign)) return 0
  return wide.test(sign) ? 2 : 1
}

/** Blanks that take as much room as a text; tabs stay tabs. */
export function blanks(text: string, fill = ' '): string {
  return Array.from(text, (sign) => (sign === '\t' && fill === ' ' ? sign : fill.repeat(columns(sign)))).join(
    '',
  )
}
