// Programs whose every word is one of their facts as it stands, or names a file: nothing else follows from a command of
// theirs. A test holds this against what the table says of them.
import { ofGit } from './list-git.ts'
import { listed } from './list.ts'
import type { Plain, Row } from './program.ts'

const rows: readonly Row[] = [...listed, ...ofGit]
const made = new Map<Row, Plain>()

function plainIn(row: Row): Plain {
  const plain = made.get(row) ?? row.plain()
  made.set(row, plain)
  return plain
}

/** By the words that they begin with. */
export function plainPrograms(): ReadonlyMap<string, Plain> {
  return new Map(rows.flatMap((row) => row.names.split(', ').map((name) => [name, plainIn(row)])))
}

const MOST_NAMES = 3

/** What is known of a command, and how many words its name has; the longest name counts. */
export function plainOf(
  words: readonly string[],
): { readonly plain: Plain; readonly length: number } | undefined {
  let found: Row | undefined
  let longest = 0
  const [program = ''] = words
  if (program === '') return undefined // of which every text has one
  for (const row of rows) {
    const length = row.names.includes(program) ? lengthOfName(row.names, words) : 0
    if (length > longest) [found, longest] = [row, length]
  }
  const plain = found && plainIn(found)
  return plain && isWithin(plain, words.slice(longest)) ? { plain, length: longest } : undefined
}

/** How many of the words are one of these names, 0 if they are none. */
function lengthOfName(names: string, words: readonly string[]): number {
  for (let length = Math.min(words.length, MOST_NAMES); length > 0; length--)
    if (isNamed(names, words.slice(0, length).join(' '))) return length
  return 0
}

function isNamed(names: string, name: string): boolean {
  for (let at = names.indexOf(name); at >= 0; at = names.indexOf(name, at + 1)) {
    const end = at + name.length
    const isWhole =
      (at === 0 || names.startsWith(', ', at - 2)) && (end === names.length || names[end] === ',')
    if (isWhole) return true
  }
  return false
}

function isWithin({ first, options, operands }: Plain, words: readonly string[]): boolean {
  if (first !== undefined && !first.test(words[0] ?? '')) return false
  return words.every((word) => (word.startsWith('-') ? options : operands)?.test(word) !== false)
}
