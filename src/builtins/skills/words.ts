/** A text as its words, lower case, plural like singular, between single spaces: phrases are found in it by `includes`. */
export type Words = string

export function wordsOf(text: string): Words {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}+#]+/gu) ?? []
  return ` ${words.map((word) => singular(word.toLowerCase())).join(' ')} `
}

/** Whether a phrase stands in a text at word boundaries; scripts without spaces have none. */
export function hasPhrase(words: Words, phrase: string): boolean {
  const wanted = wordsOf(phrase)
  if (wanted.trim() === '') return false
  return words.includes(hasSpaces(phrase) ? wanted : wanted.trim())
}

/** The words of a description that say what it is about. */
export function tellingWords(description: string): readonly string[] {
  const words = description.match(/[\p{L}\p{N}+#]+/gu) ?? []
  const telling = words
    .filter((word) => word.length > 3 || isAcronym(word))
    .map((word) => singular(word.toLowerCase()))
  return [...new Set(telling)].filter((word) => !common.has(word))
}

function isAcronym(word: string): boolean {
  return word.length > 1 && /^\p{Lu}[\p{Lu}\p{N}]+s?$/u.test(word)
}

function hasSpaces(text: string): boolean {
  return !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text)
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word
}

/** Words that stand in any description, singular as `wordsOf` gives them. */
const common = new Set(
  `about above across after again agent also always another anything apply application around assistant available
  based because been before being best better between both build built check code come complete content contain
  create created creating data debug default describe detail different document done during each edit either enable
  ensure every example existing extract feature file find first fix follow following from full general generate
  generated generating good guide guideline handle have help here high information input instead instruction into
  issue just keep kind know like line list look made make making manage many mention method mode more most must name
  need never next only option other output over part perform please process project prompt provide providing quality
  question read really related request require result review right same should show simple skill some something
  specific start step such support sure system take task tell text than that their them then there these they thing
  this those through tool type under update used user uses using various very want well were what when where whether
  which while will with within without work working would write writing your`
    .split(/\s+/)
    .concat(['new', 'the', 'and', 'for', 'use', 'any', 'all']),
)
