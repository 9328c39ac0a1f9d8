// The settings files that call the shim, one a line; the shim is removed with the last one.
import { basename, dirname, join } from 'node:path'
import type { InstallFiles } from '../../agents/shared/install-files.ts'
import { shimName } from '../../agents/shared/shim.ts'

const listPath = (shim: string) => join(dirname(shim), `${shimName}.users`)

export function readUsers(files: InstallFiles, shim: string): readonly string[] {
  return (files.read(listPath(shim)) ?? '').split('\n').filter((line) => line !== '')
}

function writeUsers(files: InstallFiles, shim: string, users: readonly string[]): void {
  files.replace(listPath(shim), `${users.join('\n')}\n`, 0o644)
}

export function addUser(files: InstallFiles, shim: string, settings: string): void {
  const users = readUsers(files, shim)
  if (!users.includes(settings)) writeUsers(files, shim, [...users, settings])
}

interface Removed {
  readonly shim: string
  /** Started by this settings file's agent. */
  readonly caller: string
  readonly settings: string
}

/** Also removes caller and shim when no other settings file names them; returns whether the shim went. */
export function removeUser(files: InstallFiles, { shim, caller, settings }: Removed): boolean {
  const users = readUsers(files, shim).filter((user) => user !== settings && names(files, user, shimName))
  if (!users.some((user) => names(files, user, basename(caller)))) files.remove(caller)
  if (users.length > 0) {
    writeUsers(files, shim, users)
    return false
  }
  files.remove(shim)
  files.remove(listPath(shim))
  return true
}

function names(files: InstallFiles, settings: string, what: string): boolean {
  try {
    return files.read(settings)?.includes(what) === true
  } catch {
    return true
  }
}
