import type { Skill } from './find-skills.ts'

type Keywords = Readonly<Record<string, readonly string[]>>

/** Longer descriptions need two matching words. */
const MAX_SHORT_WORDS = 8

/** Skills that the prompt names, then those whose description shares words with it. */
export function matchPrompt(skills: readonly Skill[], prompt: string, keywords: Keywords): readonly Skill[] {
  const words = normalizeWords(prompt)
  const named = skills.filter((skill) => isNamed(skill, words, keywords))
  const described = skills.filter((skill) => !named.includes(skill) && isDescribed(skill, words))
  return [...named, ...described]
}

/** Skills that a shell command names, or whose module it loads. */
export function matchCommand(
  skills: readonly Skill[],
  command: string,
  keywords: Keywords,
): readonly Skill[] {
  const words = normalizeWords(command)
  const modules = [...command.matchAll(importedModule)].map((match) => (match[1] ?? '').toLowerCase())
  return skills.filter(
    (skill) => isNamed(skill, words, keywords) || modules.some((module) => isPartOf(skill.name, module)),
  )
}

const importedModule = /\b(?:import|from|require\s*\(|pip3? install|npm (?:install|i))\s*["']?([\w@./-]+)/g

function isNamed({ name }: Skill, words: string, keywords: Keywords): boolean {
  return (
    hasPhrase(words, name) || keynormalizeWords(name, keywords).some((keyword) => hasPhrase(words, keyword))
  )
}

function keynormalizeWords(name: string, keywords: Keywords): readonly string[] {
  return Object.hasOwn(keywords, name) ? (keywords[name] ?? []) : []
}

function isDescribed({ description }: Skill, words: string): boolean {
  const significant = significantWords(description)
  const hits = significant.filter((word) => hasPhrase(words, word)).length
  return hits >= (significant.length > MAX_SHORT_WORDS ? 2 : 1)
}

function isPartOf(name: string, module: string): boolean {
  return name.length > 2 && module.includes(name.toLowerCase())
}

/** The words of a text in lower case and singular between spaces, so that `includes` finds phrases. */
function normalizeWords(text: string): string {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').match(/[\p{L}\p{N}+#]+/gu) ?? []
  return ` ${words.map((word) => singular(word.toLowerCase())).join(' ')} `
}

/** At word boundaries, in scripts that have them. */
function hasPhrase(words: string, phrase: string): boolean {
  const wanted = normalizeWords(phrase)
  if (wanted.trim() === '') return false
  return words.includes(hasSpaces(phrase) ? wanted : wanted.trim())
}

/** Long words and acronyms of a description, without common ones. */
function significantWords(description: string): readonly string[] {
  const words = description.match(/[\p{L}\p{N}+#]+/gu) ?? []
  const significant = words
    .filter((word) => word.length > 3 || isAcronym(word))
    .map((word) => singular(word.toLowerCase()))
  return [...new Set(significant)].filter((word) => !common.has(word))
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

/** Words that stand in any description, singular as `normalizeWords` gives them. */
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
