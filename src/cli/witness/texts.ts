// Texts, names and paths that meet a pattern, the plainest first.
import type { Pattern, PatternItem } from '../../model/types.ts'
import { expandBraces } from '../../patterns/globs/glob.ts'
import { readRegex } from '../../patterns/regex/regex.ts'
import { regexTexts } from './regex-texts.ts'
import { SERVER_TOOL } from './sketch.ts'

/** What stands for a wildcard. */
const ANY = 'a'

/** A glob with its wildcards filled in: beside a letter or digit, a star may be nothing. */
function filled(glob: string): string {
  const tokens = glob.match(/\\.|\[[^\]]+\]|\*+|./gs) ?? []
  const isWord = (at: number): boolean => /^[a-z\d]$/i.test(tokens[at] ?? '')
  return tokens
    .map((token, at) => {
      if (token.startsWith('*')) return isWord(at - 1) || isWord(at + 1) ? '' : ANY
      if (token === '?' || token.startsWith('[!')) return ANY
      return token.length > 1 ? token.charAt(1) : token
    })
    .join('')
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

function itemTexts({ text, exact, source, flags = '' }: PatternItem): readonly string[] {
  const regex = readRegex(text)
  if (regex !== undefined) return regexTexts(regex.source, regex.flags)
  if (exact !== undefined) return [exact]
  if (text.startsWith('@') && source !== undefined) return regexTexts(source, flags)
  const globs = expandBraces(text)
  return [...globs.map(filled), ...globs.map((glob) => glob.replaceAll(/\*+/g, ANY))]
}

/** Texts and names; `usual` where only exceptions are named. */
export function textsOf({ yes, no }: Pattern, usual: readonly string[] = ['Hello.', ANY]): readonly string[] {
  const found = yes.flatMap(itemTexts)
  const isAny = no.length > 0 && yes.some(({ text }) => /^\*+$/.test(text))
  return unique(yes.length === 0 || isAny ? [...usual, ...found] : found)
}

const canonical = ['Bash', 'Write', 'Edit', 'Read', 'Grep', 'WebFetch', 'Agent', 'TodoWrite']
const others = [...canonical, SERVER_TOOL, 'a_tool']

/** Tools under the names that most readers know. */
export function toolsOf(pattern: Pattern): readonly string[] {
  const found = textsOf(pattern, others).map((name) => name.replace(/^mcp__a?$/, SERVER_TOOL))
  const known = canonical.filter((name) => found.includes(name))
  return unique([...known, ...found])
}

const FILE = 'a.txt'
const anyPaths = ['src/a.ts', FILE, '/srv/a.txt', '~/a.txt', 'lib/b/c.md']

/** Paths as a person writes them; further ones below the same directory where there are exceptions. */
export function pathsOf({ yes, no }: Pattern): readonly string[] {
  const globs = unique(yes.map(({ text }) => text)).flatMap((text) => expandBraces(text))
  const ends = no.length === 0 ? [FILE] : [FILE, 'b/c.md', 'd']
  const found = ends.flatMap((end) => globs.flatMap((glob) => pathsFor(glob, end)))
  return unique(yes.length === 0 ? anyPaths : found)
}

function pathsFor(glob: string, end: string): readonly string[] {
  if (/^\**$/.test(glob)) return anyPaths
  const bare = glob.replace(/^(?:\.\/|\*\*\/)+/, '').replace(/(?<=.)\/+$/, '')
  const parts = bare.split('/')
  const made = parts.flatMap((part, at) => {
    const isLast = at === parts.length - 1
    if (/^\*+$/.test(part)) return isLast ? [end] : part === '*' ? [ANY] : []
    return [filled(part)]
  })
  return bare === '' || bare === '.' ? [end] : [made.join('/')]
}
