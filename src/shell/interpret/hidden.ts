// Text that looks different from what it does.
import { holdsReserved } from '../words/marks.ts'

const ordinary = /^[\t\n\r\u0020-\u007e]*$/
const reordering = /[\u202a-\u202e\u2066-\u2069]/
// compiled on demand: their classes slow down a start
/** Without those on which no terminal acts: they are what is left of a text that was decoded wrongly. */
const control = (): RegExp =>
  /(?![\t\n\r\u0080-\u0083\u0086\u0087\u0089-\u008c\u0091-\u0097\u0099\u009a\u009c])\p{Cc}/u
const invisible = (): RegExp => /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u
/** Joined emoji and their variants are ordinary. */
const emoji = (): RegExp =>
  /\p{Extended_Pictographic}(?:\u{1f3fb}|\u{1f3fc}|\u{1f3fd}|\u{1f3fe}|\u{1f3ff}|\ufe0f|\u200d)*/gu
const lookalikes =
  /[\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u04cf\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u03bf\u03bd\u03b1\u03b9\u03ba\u03c1\u03c5\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0561\u0578\u057d\u0585]/
const latin = /[A-Za-z]/

export function isPrintableAscii(text: string): boolean {
  return ordinary.test(text)
}

/** Why a whole text is rejected, as the start of a reason; undefined when it is fine. */
export function hiddenInText(text: string): string | undefined {
  if (isPrintableAscii(text)) return undefined
  if (control().test(text)) return 'the text holds control characters'
  if (reordering.test(text)) return 'the text holds characters that change the order in which it is shown'
  if (holdsReserved(text)) return 'the text holds characters of a private use area'
  return undefined
}

/** Why a word differs from how it looks. Text with blanks is not checked. */
export function hiddenInWord(word: string): string | undefined {
  if (isPrintableAscii(word) || /\s/.test(word)) return undefined
  if (invisible().test(word.replace(emoji(), ''))) return 'the word holds characters that cannot be seen'
  const runs = word.match(/\p{L}+/gu) ?? []
  const mixed = runs.some((run) => latin.test(run) && lookalikes.test(run))
  return mixed ? 'the word mixes letters of two scripts that look alike' : undefined
}
