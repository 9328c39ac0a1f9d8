import type { Skill } from './read-skill.ts'
import { hasPhrase, tellingWords, wordsOf } from './words.ts'

export type Keywords = Readonly<Record<string, readonly string[]>>

/** A description with more telling words than this needs two of them to match. */
const shortDescription = 8

/** The skills that a prompt is about: named ones first, then those whose description it touches. */
export function matchPrompt(skills: readonly Skill[], prompt: string, keywords: Keywords): readonly Skill[] {
  const words = wordsOf(prompt)
  const named = skills.filter((skill) => isNamed(skill, words, keywords))
  const described = skills.filter((skill) => !named.includes(skill) && isDescribed(skill, words))
  return [...named, ...described]
}

/** The skills that a shell command is about: by name, by keyword, or by a module that it loads. */
export function matchCommand(
  skills: readonly Skill[],
  command: string,
  keywords: Keywords,
): readonly Skill[] {
  const words = wordsOf(command)
  const modules = [...command.matchAll(moduleLoaded)].map((match) => (match[1] ?? '').toLowerCase())
  return skills.filter(
    (skill) => isNamed(skill, words, keywords) || modules.some((module) => isPartOf(skill.name, module)),
  )
}

const moduleLoaded = /\b(?:import|from|require\s*\(|pip3? install|npm (?:install|i))\s*["']?([\w@./-]+)/g

function isNamed({ name }: Skill, words: string, keywords: Keywords): boolean {
  return hasPhrase(words, name) || keywordsOf(name, keywords).some((keyword) => hasPhrase(words, keyword))
}

function keywordsOf(name: string, keywords: Keywords): readonly string[] {
  return Object.hasOwn(keywords, name) ? (keywords[name] ?? []) : []
}

function isDescribed({ description }: Skill, words: string): boolean {
  const telling = tellingWords(description)
  const hits = telling.filter((word) => hasPhrase(words, word)).length
  return hits >= (telling.length > shortDescription ? 2 : 1)
}

function isPartOf(name: string, module: string): boolean {
  return name.length > 2 && module.includes(name.toLowerCase())
}
