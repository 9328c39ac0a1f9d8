// Which section of the data is a program's.
import { groups } from './groups.ts'
import { parseProgram, placeOf, readNames, type Program } from './notation.ts'

interface Section {
  /** Where its first line stands among all first lines. */
  readonly at: number
  readonly header: string
  readonly text: string
}

interface Index {
  readonly headers: string
  readonly sections: readonly Section[]
}

let index: Index | undefined
const programs = new Map<string, Program | undefined>()

/** Sections are found by their first lines, which alone are looked at until a program is met. */
function sectionIndex(): Index {
  if (index !== undefined) return index
  const sections: Section[] = []
  let headers = ''
  for (const group of Object.values(groups))
    for (let start = 1; start < group.length;) {
      const blank = group.indexOf('\n\n', start)
      const end = blank < 0 ? group.length - 1 : blank
      const line = Math.min(group.indexOf('\n', start), end)
      const header = group.slice(start, line)
      sections.push({ at: headers.length, header, text: group.slice(line + 1, end) })
      headers += `${header}\n`
      start = end + 2
    }
  index = { headers, sections }
  return index
}

function find(name: string): Program | undefined {
  const { headers, sections } = sectionIndex()
  for (let at = placeOf(headers, name, 0); at >= 0; at = placeOf(headers, name, at + 1)) {
    const { header = '', text = '' } = sections.findLast((section) => section.at <= at) ?? {}
    const canonical = readNames(header).get(name)?.name
    if (canonical !== undefined) return parseProgram(canonical, text)
  }
  return undefined
}

/** By the name that the table has for it: `python3.11` is python, `gsed` sed, `PIP` pip. */
function findByAnyName(name: string): Program | undefined {
  const lower = name.toLowerCase().replace(/\.(?:exe|cmd)$/, '')
  const plain = lower.replace(/-?\d+(?:\.\d+)*$/, '')
  const other = lower.startsWith('g') ? lower.slice(1) : ''
  return [...new Set([name, lower, plain, other])].reduce<Program | undefined>(
    (found, each) => found ?? find(each),
    undefined,
  )
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

/** Every section of the table by group, for the documentation. */
export function listSections(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(groups).map(([group, text]) => [group, text.trim().split('\n\n')]))
}

/** The canonical names of all programs. */
export function listPrograms(): string[] {
  const names = sectionIndex().sections.flatMap(({ header }) => [...readNames(header).values()])
  return [...new Set(names.map(({ name }) => name))]
}
