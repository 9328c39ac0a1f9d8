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

/** Also removes the caller of the file's agent and the shim when no other file names them; returns whether the shim went. */
export function removeUser(
  files: InstallFiles,
  { shim, caller, settings }: Readonly<Record<'shim' | 'caller' | 'settings', string>>,
): boolean {
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
