// A fixed part of what is slow plays in each run, and all that the change touches; `npm run test:nightly` plays all of it.
import path from 'node:path'
import { expect } from 'vitest'
import { isNightly } from './seed.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Files of the change, from vitest.config.ts. */
const changed = (process.env['HOOKS_CHANGED'] ?? '').split('\n').filter((file) => file !== '')

/** Whether a case plays: one in so many, by its name, so that it is the same in every run. */
export function isInPart(name: string, oneIn: number, files: readonly string[] = []): boolean {
  return hashOf(name) % oneIn === 0 || isTouched(...files)
}

/** A fixed part of a table: one row in so many, beginning with that one. */
export function partOf<T>(
  rows: readonly T[],
  oneIn: number,
  { from = 0, files = [] }: { readonly from?: number; readonly files?: readonly string[] } = {},
): readonly T[] {
  const all = isTouched(...files)
  return rows.filter((_, at) => all || at % oneIn === from % oneIn)
}

/** Whether the change touches one of these files or folders, or everything plays. */
export function isTouched(...files: readonly string[]): boolean {
  return isNightly || files.some(isChanged)
}

/** A file of the change, or a folder that holds one; of a test also the sources that it mirrors. */
function isChanged(name: string): boolean {
  const file = path.relative(root, path.resolve(root, name))
  const source = file.replace(/^test\//, 'src/').replace(/(?:\.process|\.fault)?\.test\.ts$/, '')
  return changed.some((each) => each === file || each.startsWith(`${file}/`) || each.startsWith(source))
}

const asked = process.env['HOOKS_PROCESSES']
const ONE_IN = 10

/** Whether the running test starts the built command as processes of its own. HOOKS_PROCESSES=all or none decides for all tests. */
export function startsProcesses(files: readonly string[] = []): boolean {
  if (asked !== undefined) return asked === 'all'
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = path.relative(root, testPath)
  return isInPart(`${file} ${currentTestName}`, ONE_IN, [file, ...files])
}

function hashOf(text: string): number {
  let hash = 2_166_136_261
  for (const unit of Buffer.from(text)) hash = Math.imul(hash ^ unit, 16_777_619) >>> 0
  return hash
}
