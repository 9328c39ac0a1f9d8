// Programs whose every word is one of their facts as it stands, or names a file: nothing else follows from a command of
// theirs. A test holds this against what the table says of them.
import { ofGit } from './list-git.ts'
import { listed } from './list.ts'
import type { Plain } from './program.ts'

let known: ReadonlyMap<string, Plain> | undefined

/** By the words that they begin with. */
export function plainPrograms(): ReadonlyMap<string, Plain> {
  known ??= new Map(
    [...listed, ...ofGit].flatMap((plain) => plain.names.split(', ').map((name) => [name, plain])),
  )
  return known
}

const MOST_NAMES = 3

/** What is known of a command, and how many words its name has; the longest name counts. */
export function plainOf(
  words: readonly string[],
): { readonly plain: Plain; readonly length: number } | undefined {
  for (let length = Math.min(words.length, MOST_NAMES); length > 0; length--) {
    const plain = plainPrograms().get(words.slice(0, length).join(' '))
    if (plain !== undefined) return isWithin(plain, words.slice(length)) ? { plain, length } : undefined
  }
  return undefined
}

function isWithin({ first, options, operands }: Plain, words: readonly string[]): boolean {
  if (first !== undefined && !first.test(words[0] ?? '')) return false
  return words.every((word) => (word.startsWith('-') ? options : operands)?.test(word) !== false)
}
