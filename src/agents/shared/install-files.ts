import fs from 'node:fs'
import path from 'node:path'
import { hasCode, isMissing } from '../../model/errors.ts'

/** File system access of install and uninstall. */
export interface InstallFiles {
  /** Undefined when there is no such file; throws the system's error when it cannot be read, or is no UTF-8. */
  read(file: string): string | undefined
  /** Replaces the file atomically; follows links; keeps its mode unless one is given. */
  replace(file: string, text: string, mode?: number): void
  /** Copies the mode too. */
  copy(from: string, to: string): void
  /** By a copy, atomically: others may run it. */
  replaceProgram(file: string, from: string): void
  remove(file: string): void
  /** The target of a link, even if it does not exist yet. */
  target(file: string): string
}

export function createInstallFiles(): InstallFiles {
  return { read, replace, copy: fs.copyFileSync, replaceProgram, remove, target }
}

function remove(file: string): void {
  fs.rmSync(file, { force: true })
}

function read(file: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(file))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw hasCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA') ? new Error('it is not UTF-8') : error
  }
}

function replace(file: string, text: string, mode?: number): void {
  const end = target(file)
  const kept = mode ?? fs.statSync(end, { throwIfNoEntry: false })?.mode ?? 0o644
  replaceBy(end, (temporary) => {
    fs.writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 })
    fs.chmodSync(temporary, kept & 0o7777)
  })
}

function replaceProgram(file: string, from: string): void {
  replaceBy(file, (temporary) => {
    fs.copyFileSync(from, temporary, fs.constants.COPYFILE_EXCL)
    fs.chmodSync(temporary, 0o755)
  })
}

function replaceBy(end: string, write: (temporary: string) => void): void {
  const temporary = `${end}.${process.pid}.tmp`
  fs.mkdirSync(path.dirname(end), { recursive: true })
  try {
    write(temporary)
    fs.renameSync(temporary, end)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}

function target(file: string): string {
  try {
    return fs.realpathSync(file)
  } catch {
    return linked(file)
  }
}

function linked(file: string): string {
  try {
    return path.resolve(path.dirname(file), fs.readlinkSync(file))
  } catch {
    return file
  }
}
