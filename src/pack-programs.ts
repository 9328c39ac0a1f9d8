// Run by the build: the table of programs as the file that the part programs reads.
import { readNames } from './facts/programs/notation-text.ts'
import { listSections } from './facts/programs/sections.ts'
import { BUCKET_BYTES, bucketOf, BUCKETS } from './section-file.ts'

export function packPrograms(): string {
  const sections = Object.values(listSections()).flat()
  const buckets = Array.from({ length: BUCKETS }, () => '\n')
  let start = BUCKETS * BUCKET_BYTES
  for (const section of sections) {
    for (const name of namesOf(section)) buckets[bucketOf(name)] += `${name} ${start} ${section.length}\n`
    start += section.length + 1
  }
  const fullest = Math.max(...buckets.map(({ length }) => length))
  if (fullest > BUCKET_BYTES) throw new RangeError(`a bucket of the index of programs has ${fullest} bytes`)
  return [...buckets.map((lines) => lines.padEnd(BUCKET_BYTES)), `${sections.join('\n')}\n`].join('')
}

const namesOf = (section: string): Iterable<string> => readNames(section.split('\n', 1)[0] ?? '').keys()
