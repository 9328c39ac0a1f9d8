// The table of programs as sections: a header with names, then the options, subcommands and operands of those programs.
import { groups, programTable } from './groups.ts'
import { readNames } from './notation-text.ts'

interface Table {
  readonly sections: readonly string[]
  /** A line per section: its number, then each of its names between blanks. */
  readonly names: string
}

let table: Table | undefined

/** The section that defines a program; undefined for an unknown one. The last section of a name counts. */
export function sectionOf(name: string): string | undefined {
  if (name === '' || /[ ,\n]/.test(name)) return undefined
  const { sections, names } = (table ??= readTable())
  const at = names.lastIndexOf(` ${name} `)
  if (at < 0) return undefined
  const start = names.lastIndexOf('\n', at) + 1
  return sections[Number.parseInt(names.slice(start, names.indexOf(' ', start)), 10)]
}

function readTable(): Table {
  const sections = sectionsIn(programTable())
  const headers = sections.map((section, at) => `${at} ${headerOf(section).replaceAll(',', '')} `)
  return { sections, names: headers.join('\n') }
}

function sectionsIn(text: string): string[] {
  return text.trim().split(/\n{2,}/)
}

function headerOf(section: string): string {
  const end = section.indexOf('\n')
  return end < 0 ? section : section.slice(0, end)
}

/** Every section by group, for the documentation. */
export function listSections(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(groups).map(([group, text]) => [group, sectionsIn(text)]))
}

/** The canonical names of all programs. */
export function listPrograms(): string[] {
  const sections = Object.values(listSections()).flat()
  const names = sections.flatMap((section) =>
    [...readNames(headerOf(section)).values()].map(({ name }) => name),
  )
  return [...new Set(names)]
}
