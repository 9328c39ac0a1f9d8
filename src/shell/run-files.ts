// Files that a call runs: they are read from disk when it does, and nothing of them is kept.
import type { World } from './types.ts'

/** Bytes of all files that one call runs. */
const MAX_BYTES = 1_048_576

export const createReading = (): NonNullable<World['reading']> => ({ left: MAX_BYTES })

/** Whether it is a file of the project itself: what is in it is the call's own affair. */
export function isOwnFile(path: string, { root, files }: World): boolean {
  return path.startsWith(`${root}/`) && !path.includes('/node_modules/') && files.kind(path) === 'file'
}

/** The text of a file that runs; undefined when it is none, or longer than what is left to read. */
export function textToRun(path: string, { files, reading }: World, most = MAX_BYTES): string | undefined {
  if (/^\/(?:proc|dev|sys)\//.test(path) || files.kind(path) !== 'file') return undefined
  const text = files.read(path, Math.min(most, reading?.left ?? MAX_BYTES))
  if (text === undefined || text.length > most) return undefined
  if (reading !== undefined) reading.left -= text.length
  return text
}
