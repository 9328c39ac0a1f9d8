// Sections of text in a file with an index, of which only what is asked for is read.
import { openSync, readSync } from 'node:fs'

/** The file begins with so many bytes of lines `name start length`; blanks fill what is left. */
export const INDEX_BYTES = 32_768

/** The section that a name stands for, undefined where it stands for none. Throws where the file cannot be read or is torn. */
export function sectionsIn(file: string): (name: string) => string | undefined {
  let opened: { readonly fd: number; readonly index: string } | undefined
  return (name) => {
    if (name === '' || name.includes(' ') || name.includes('\n')) return undefined
    opened ??= openIndex(file)
    const { fd, index } = opened
    const at = index.indexOf(`\n${name} `)
    if (at < 0) return undefined
    const place = at + name.length + 2
    const blank = index.indexOf(' ', place)
    const end = index.indexOf('\n', place)
    const section = readAt(fd, Number(index.slice(place, blank)), Number(index.slice(blank, end)))
    if (section === undefined || !isOf(section, name)) throw torn(file)
    return section
  }
}

/** A section begins with the line of its names. */
function isOf(section: string, name: string): boolean {
  const end = section.indexOf('\n')
  const names = end < 0 ? section : section.slice(0, end)
  return ` ${names.replaceAll(',', '')} `.includes(` ${name} `)
}

/** It stays open, so that all that is read is of one build. */
function openIndex(file: string): { fd: number; index: string } {
  const fd = openSync(file, 'r')
  const index = readAt(fd, 0, INDEX_BYTES)
  if (index?.startsWith('\n') !== true) throw torn(file)
  return { fd, index }
}

function readAt(fd: number, start: number, length: number): string | undefined {
  const bytes = Buffer.allocUnsafeSlow(length)
  return readSync(fd, bytes, 0, length, start) === length ? bytes.toString('latin1') : undefined
}

function torn(file: string): Error {
  return new Error(`the table of programs in ${file} is torn: install hooks-yaml again`)
}
