// Sections of text in a file that begins with an index, of which only what is asked for is read.
import { openSync } from 'node:fs'
import { readTextAt } from './read-bytes.ts'

/** The index: so many buckets of so many bytes, in each lines `name start length` and blanks that fill it. */
export const BUCKETS = 128
export const BUCKET_BYTES = 512

/** The bucket that tells of a name. */
export function bucketOf(name: string): number {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) % BUCKETS
  return sum
}

/** The section that a name stands for, undefined where it stands for none. Throws where the file cannot be read or is torn. */
export function sectionsIn(file: string): (name: string) => string | undefined {
  let fd: number | undefined // it stays open, so that all that is read is of one build
  return (name) => {
    if (name === '' || name.includes(' ') || name.includes('\n')) return undefined
    fd ??= openTable(file)
    const bucket = readTextAt(fd, bucketOf(name) * BUCKET_BYTES, BUCKET_BYTES)
    if (bucket?.startsWith('\n') !== true) throw torn(file)
    const at = bucket.indexOf(`\n${name} `)
    if (at < 0) return undefined
    const place = at + name.length + 2
    const blank = bucket.indexOf(' ', place)
    const end = bucket.indexOf('\n', place)
    const section = readTextAt(fd, Number(bucket.slice(place, blank)), Number(bucket.slice(blank, end)))
    if (section === undefined || !isOf(section, name)) throw torn(file)
    return section
  }
}

function openTable(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (cause) {
    throw new Error(`the table of programs in ${file} cannot be read: install hooks-yaml again`, { cause })
  }
}

/** A section begins with the line of its names. */
function isOf(section: string, name: string): boolean {
  const end = section.indexOf('\n')
  const names = end < 0 ? section : section.slice(0, end)
  return ` ${names.replaceAll(',', '')} `.includes(` ${name} `)
}

function torn(file: string): Error {
  return new Error(`the table of programs in ${file} is torn: install hooks-yaml again`)
}
