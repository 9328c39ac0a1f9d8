// The table of programs: a section has a header with names, then the options, subcommands and operands of those programs.
import { programName } from '../../patterns/commands/command-words.ts'
import { groups } from './groups.ts'
import { findSection, parseHeader, parseProgram, type ProgramNotation } from './notation.ts'

const programs = new Map<string, ProgramNotation | undefined>()
const MAX_KNOWN = 5000
let table: { readonly sections: readonly string[]; readonly names: ReadonlySet<string> } | undefined

/** The program that a command's first word names, by path or not; undefined when the table does not have it. */
export function programOf(word: string): ProgramNotation | undefined {
  const name = programName(word)
  const known = programs.get(name)
  if (known !== undefined || programs.has(name)) return known
  if (programs.size > MAX_KNOWN) programs.clear() // an engine that stays hears names without end
  const program = findByAnyName(name)
  programs.set(name, program)
  return program
}

/** By the name that the table has for it: `python3.11` is python, `gsed` sed, `PIP` pip. */
function findByAnyName(name: string): ProgramNotation | undefined {
  const lower = name.toLowerCase()
  const unversioned = lower.replace(/-?\d+(?:\.\d+)*$/, '')
  const ungnu = lower.replace(/^g(?=.)/, '')
  const { sections, names } = (table ??= openTable())
  for (const each of new Set([name, lower, unversioned, ungnu])) {
    if (!names.has(each)) continue
    const found = findSection(sections, each)
    if (found !== undefined) return parseProgram(found.name, found.text)
  }
  return undefined
}

function openTable(): NonNullable<typeof table> {
  const sections = sectionsIn(Object.values(groups).join('\n\n'))
  const headers = sections.map((section) => section.split('\n', 1)[0])
  return { sections, names: new Set(headers.join(' ').split(/,? /)) }
}

function sectionsIn(text: string): string[] {
  return text.trim().split(/\n{2,}/)
}

/** Are there programs whose names go on behind a dot, as in `mkfs.ext4`? */
export function hasDottedNames(program: string): boolean {
  return [...(table ??= openTable()).names].some((name) => name.startsWith(`${program}.`))
}

/** Every section by group, for the documentation. */
export function listSections(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(groups).map(([group, text]) => [group, sectionsIn(text)]))
}

/** The canonical names of all programs. */
export function listPrograms(): string[] {
  const headers = Object.values(listSections()).flatMap((found) =>
    found.map((section) => section.split('\n')[0] ?? ''),
  )
  return [...new Set(headers.flatMap((header) => [...parseHeader(header).values()].map(({ name }) => name)))]
}
