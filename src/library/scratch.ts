// Files of scripts whose session is remembered in memory: gone with the engine, at the latest with the process.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileNameOf } from '../store/state/file-name.ts'

export interface Scratch {
  /** Where a script of a session may keep its own state; its directory is there. Undefined when there is no place for it. */
  file(session: string, name: string): string | undefined
  /** A session has ended. */
  forget(session: string): void
  /** All of them have. */
  clear(): void
}

export function createScratch(): Scratch {
  const made: { dir?: string | undefined } = {}
  const clear = (): void => {
    process.removeListener('exit', clear)
    if (made.dir !== undefined) remove(made.dir)
    made.dir = undefined
  }
  /** Made, for its owner alone, when first asked for. */
  const root = (): string => {
    if (made.dir !== undefined) return made.dir
    process.once('exit', clear)
    return (made.dir = mkdtempSync(path.join(tmpdir(), 'hooks-state-')))
  }
  return {
    file(session, name) {
      try {
        const dir = path.join(root(), fileNameOf(session))
        mkdirSync(dir, { recursive: true })
        return path.join(dir, fileNameOf(name))
      } catch {
        return undefined
      }
    },
    forget: (session) => {
      if (made.dir !== undefined) remove(path.join(made.dir, fileNameOf(session)))
    },
    clear,
  }
}

function remove(dir: string): void {
  try {
    rmSync(dir, { recursive: true, force: true })
  } catch {
    // What cannot be removed is left to the system, as all of its directory for temporary files.
  }
}
