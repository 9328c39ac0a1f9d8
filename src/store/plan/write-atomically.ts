import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file whole: a reader sees the old one or the new one. */
export function writeAtomically(file: string, content: string | Buffer): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, content, { mode: 0o600 })
  renameSync(temporary, file)
}
