// Which section of the table is a program's.
import { parseProgram, type Program } from './notation.ts'
import { sectionOf } from './sections.ts'
import { canonicalIn, lineEnd } from './notation-text.ts'

const programs = new Map<string, Program | undefined>()

function find(name: string): Program | undefined {
  const section = sectionOf(name)
  if (section === undefined) return undefined
  const end = lineEnd(section, 0)
  const canonical = canonicalIn(section.slice(0, end), name)
  return canonical === undefined ? undefined : parseProgram(canonical, section.slice(end + 1))
}

/** By the name that the table has for it: `python3.11` is python, `gsed` sed, `PIP` pip. */
function findByAnyName(name: string): Program | undefined {
  const own = find(name)
  if (own !== undefined) return own
  const lower = name.toLowerCase().replace(/\.(?:exe|cmd)$/, '')
  const plain = lower.replace(/-?\d+(?:\.\d+)*$/, '')
  const other = lower.startsWith('g') ? lower.slice(1) : ''
  return find(lower) ?? find(plain) ?? find(other)
}

/** What is known of the program that a command's first word names, by path or not. */
export function programOf(word: string): Program | undefined {
  const name = word.slice(word.lastIndexOf('/') + 1)
  const known = programs.get(name)
  if (known !== undefined || programs.has(name)) return known
  const program = findByAnyName(name)
  programs.set(name, program)
  return program
}
