// Run by the build: the table of programs as the file that the part programs reads.
import { listSections } from './facts/programs/sections.ts'
import { readNames } from './facts/programs/notation-text.ts'
import { INDEX_BYTES } from './section-file.ts'

export function packPrograms(): string {
  const sections = Object.values(listSections()).flat()
  let index = '\n'
  let start = INDEX_BYTES
  for (const section of sections) {
    for (const name of namesOf(section)) index += `${name} ${start} ${section.length}\n`
    start += section.length + 1
  }
  if (index.length > INDEX_BYTES) throw new RangeError(`the index of programs has ${index.length} bytes`)
  return [index.padEnd(INDEX_BYTES - 1), ...sections, ''].join('\n')
}

const namesOf = (section: string): Iterable<string> => readNames(section.split('\n', 1)[0] ?? '').keys()
