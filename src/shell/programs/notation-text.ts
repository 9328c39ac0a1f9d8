// Where names and options stand in the text of a section: it is looked for, not read from its beginning to its end.

export interface Option {
  /** The canonical spelling. */
  readonly name: string
  readonly spellings: readonly string[]
  /** The roles of its values: none, or one for each word it takes. */
  readonly roles: readonly string[]
  /** Its value can only be joined. */
  readonly joined: boolean
  readonly implies: readonly string[]
}

export const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

/** Lines are indented by blanks alone. */
export function indentAt(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 32) at++
  return at - start
}

export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** A blank, a comma, the end of a line or of the text, and what makes the next character plain. */
function isEdge(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code === 32 || code === 44 || code === 10 || code === 92 || Number.isNaN(code)
}

interface Named {
  /** What it is called canonically. */
  readonly name: string
  /** Where it leads. */
  readonly to?: readonly string[]
  /** The lines below it. */
  readonly text: string
}

/** Where a word last stands before a place; -1 where it does not. */
function lastBefore(text: string, word: string, place: number): number {
  // Most words do not stand there at all, which V8 tells faster from the front.
  if (place === 0 || word === '' || (place === text.length && !text.includes(word))) return -1
  return text.lastIndexOf(word, place - 1)
}

/** What a word names among the outermost lines of a text; the last line that names it counts. */
export function findNamed(text: string, word: string): Named | undefined {
  const depth = indentAt(text, 0)
  for (let at = lastBefore(text, word, text.length); at >= 0; at = lastBefore(text, word, at)) {
    if (!isEdge(text, at - 1) || !isEdge(text, at + word.length)) continue
    const start = text.lastIndexOf('\n', at) + 1
    if (indentAt(text, start) !== depth) continue
    const end = lineEnd(text, at)
    const found = readNames(text.slice(start, end)).get(word)
    if (found !== undefined) return { ...found, text: text.slice(end + 1, endOf(text, end + 1, depth)) }
  }
  return undefined
}

/** Where the lines end that are indented deeper. */
function endOf(text: string, from: number, depth: number): number {
  let end = from
  while (end < text.length && indentAt(text, end) > depth) end = lineEnd(text, end) + 1
  return end
}

/** What a name on a section's first line is canonically: the first of those that only blanks part. */
export function canonicalIn(header: string, name: string): string | undefined {
  for (let at = header.indexOf(name); at >= 0; at = header.indexOf(name, at + 1)) {
    if (!isEdge(header, at - 1) || !isEdge(header, at + name.length)) continue
    const start = header.lastIndexOf(', ', at)
    const rest = header.slice(start < 0 ? 0 : start + 2)
    return words(rest.replaceAll(',', ' '))[0]
  }
  return undefined
}

/** The names on a line: of each, what it is called canonically, and where it leads. */
export function readNames(text: string): Map<string, Omit<Named, 'text'>> {
  const found = new Map<string, Omit<Named, 'text'>>()
  const [names = '', to] = text.split(' => ')
  for (const synonyms of names.split(',')) {
    const all = words(synonyms)
    const [name = ''] = all
    for (const word of all) found.set(word, to === undefined ? { name } : { name, to: words(to) })
  }
  return found
}

// ---- options

export function findOption(own: string, spelling: string): Option | undefined {
  for (let at = lastBefore(own, spelling, own.length); at >= 0; at = lastBefore(own, spelling, at)) {
    if (!isEdge(own, at - 1) || !isEdge(own, at + spelling.length)) continue
    const option = optionAt(own, at)
    // `-NUM --lines` tells what a number stands for, not what --lines takes
    const [first] = option?.spellings ?? []
    if (option?.spellings.includes(spelling) === true && (first !== '-NUM' || spelling === first))
      return option
  }
  return undefined
}

export function findOptionFrom(own: string, beginning: string): Option | undefined {
  if (beginning === '') return undefined
  let found: Option | undefined
  for (let at = own.indexOf(beginning); at >= 0; at = own.indexOf(beginning, at + 1)) {
    const option = isEdge(own, at - 1) ? optionAt(own, at) : undefined
    const spelling = option?.spellings.find((each) => each.startsWith(beginning))
    if (option === undefined || spelling === undefined || option.spellings[0] === '-NUM') continue
    if (found !== undefined && found.name !== option.name) return undefined
    found = option
  }
  return found
}

/** All of them, in their order. */
export function optionsIn(own: string): Option[] {
  return own
    .split('\n')
    .map((line) => line.trimStart())
    .filter((line) => line !== '' && !'!?:@'.includes(line.charAt(0)))
    .flatMap((line) => line.split(', '))
    .map(readOption)
}

/** The option whose spellings, values and meaning stand around a place. */
function optionAt(own: string, at: number): Option | undefined {
  const start = own.lastIndexOf('\n', at) + 1
  const first = own[start + indentAt(own, start)] ?? ''
  if ('!?:@'.includes(first)) return undefined
  const entry = own.lastIndexOf(', ', at)
  const next = own.indexOf(', ', at)
  const end = lineEnd(own, at)
  return readOption(own.slice(Math.max(start, entry + 2), next < 0 ? end : Math.min(next, end)))
}

const isValue = (word: string): boolean => word.startsWith('<') || word.startsWith('[')

export function readOption(text: string): Option {
  const [said = '', implied = ''] = text.split(' => ')
  const all = words(said)
  const spellings = all
    .filter((word) => !isValue(word))
    .map((word) => (word.startsWith('\\') ? word.slice(1) : word))
  const values = all.filter(isValue)
  const first = spellings[0] ?? ''
  const name =
    spellings.find((word) => word.startsWith('--')) ?? spellings.find((word) => word !== '-NUM') ?? first
  const joined = values[0]?.startsWith('[') === true
  return {
    name,
    spellings,
    roles: values.map((value) => value.slice(1, -1)),
    joined,
    implies: words(implied),
  }
}
