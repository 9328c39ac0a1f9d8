// The table of programs as sections.
import { groups } from './groups.ts'
import { readNames } from './notation-text.ts'

let byName: ReadonlyMap<string, string> | undefined

/** The section of the table that tells of a program; undefined where there is none. */
export function sectionOf(name: string): string | undefined {
  byName ??= new Map(
    Object.values(listSections())
      .flat()
      .flatMap((section) => [...namesIn(section).keys()].map((each) => [each, section] as const)),
  )
  return byName.get(name)
}

const namesIn = (section: string): ReturnType<typeof readNames> => readNames(section.split('\n', 1)[0] ?? '')

/** Every section of the table by group, for the documentation. */
export function listSections(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(groups).map(([group, text]) => [group, text.trim().split('\n\n')]))
}

/** The canonical names of all programs. */
export function listPrograms(): string[] {
  const sections = Object.values(listSections()).flat()
  const names = sections.flatMap((section) => [...namesIn(section).values()].map(({ name }) => name))
  return [...new Set(names)]
}
