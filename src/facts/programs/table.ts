// Which section of the data is a program's.
import { groups } from './groups.ts'
import { parseProgram, type Program } from './notation.ts'
import { placeOf, readNames } from './notation-text.ts'

const programs = new Map<string, Program | undefined>()

/** A few are looked for in the text itself; before many are, the first lines of its sections are put together. */
const FEW = 8
const looked = { times: 0, headers: new Map<string, string>() }

function find(name: string): Program | undefined {
  looked.times++
  for (const group of Object.values(groups)) {
    if (looked.times > FEW && placeOf(headersOf(group), name, 0) < 0) continue
    const found = findIn(group, name)
    if (found !== undefined) return found
  }
  return undefined
}

function headersOf(group: string): string {
  const known = looked.headers.get(group)
  if (known !== undefined) return known
  const headers = group
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))
    .join('\n')
  looked.headers.set(group, headers)
  return headers
}

/** Only the lines are looked at that hold the name: a section's first one is not indented. */
function findIn(group: string, name: string): Program | undefined {
  for (let at = placeOf(group, name, 0); at >= 0; at = placeOf(group, name, at)) {
    const start = group.lastIndexOf('\n', at) + 1
    at = group.indexOf('\n', at)
    const canonical = group[start] === ' ' ? undefined : readNames(group.slice(start, at)).get(name)?.name
    if (canonical !== undefined) return parseProgram(canonical, sectionBelow(group, at))
  }
  return undefined
}

/** Sections stand apart by an empty line. */
function sectionBelow(group: string, end: number): string {
  if (group[end + 1] === '\n') return ''
  const blank = group.indexOf('\n\n', end)
  return group.slice(end + 1, blank < 0 ? -1 : blank)
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
  const headers = Object.values(listSections()).flatMap((sections) =>
    sections.map((section) => section.split('\n', 1)[0] ?? ''),
  )
  return [...new Set(headers.flatMap((header) => [...readNames(header).values()].map(({ name }) => name)))]
}
