// Keeps the compiled code of chunks. Loaded only by a run that keeps some: the loader itself has no code cache.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import type { Script } from 'node:vm'
import { childPath } from '../../patterns/paths/paths.ts'
import { withChecksum } from './checked.ts'
import { makeDirs, writeAtomically } from './private-dir.ts'

/** Caches of other builds are removed after this time without use. */
const KEEP_MS = 30 * 86_400_000

export interface CompiledChunk {
  readonly chunk: string
  readonly script: Script
}

interface CodeCache {
  readonly dir: string
  /** Of a chunk's code: its name tells build, V8 and processor. */
  readonly fileOf: (chunk: string) => string
}

export function keepCode(chunks: readonly CompiledChunk[], { dir, fileOf }: CodeCache): void {
  try {
    makeDirs(dir)
    for (const { chunk, script } of chunks)
      writeAtomically(fileOf(chunk), withChecksum(script.createCachedData()))
    removeUnused(dir)
  } catch {
    // The next run compiles again.
  }
}

function removeUnused(dir: string): void {
  for (const name of readdirSync(dir)) {
    const { atimeMs, mtimeMs } = lstatSync(childPath(dir, name))
    if (Date.now() - Math.max(atimeMs, mtimeMs) > KEEP_MS) rmSync(childPath(dir, name), { force: true })
  }
}
