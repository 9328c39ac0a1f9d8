// The settings files that call the shim, one a line; the shim is removed with the last one.
import { dirname, join } from 'node:path'
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

/** Also removes the shim when no other settings file names it; returns whether it did. */
export function removeUser(files: InstallFiles, shim: string, settings: string): boolean {
  const users = readUsers(files, shim).filter((user) => user !== settings && namesShim(files, user))
  if (users.length > 0) {
    writeUsers(files, shim, users)
    return false
  }
  files.remove(shim)
  files.remove(listPath(shim))
  return true
}

function namesShim(files: InstallFiles, settings: string): boolean {
  try {
    return files.read(settings)?.includes(shimName) === true
  } catch {
    return true
  }
}
