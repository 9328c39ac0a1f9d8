import type { Trees } from './program.ts'

/** Gives the pattern, so that all operands are places to search. */
const giving = /^-[^-ABCmjtTgM]*e$|^--regexp(?:=|$)/

/** The words of a search, behind its name, that stand for all that is below them. */
export function treesOf({ when, valued, hasPattern }: Trees, words: readonly string[]): string[] {
  if (when !== undefined && !words.some((word) => when.test(word))) return []
  const operands: string[] = []
  let isGiven = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '-' || !word.startsWith('-')) operands.push(word)
    else {
      if (word === '--files') return [] // only names
      isGiven ||= giving.test(word)
      if (valued.test(word)) at++
    }
  }
  const trees = hasPattern && !isGiven ? operands.slice(1) : operands
  return hasPattern && trees.length === 0 ? ['.'] : trees
}
