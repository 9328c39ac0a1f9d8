// Keeps the compiled code of chunks. Loaded only by a run that keeps some: the loader itself has no code cache.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import type { Script } from 'node:vm'
import { childPath } from '../patterns/paths/child-path.ts'
import { double } from './doubled.ts'
import { makeDirs, writeAtomically } from './private-dir.ts'

/** Caches of other builds are removed after this time without use. */
const KEEP_MS = 30 * 86_400_000

export interface CompiledChunk {
  readonly chunk: string
  readonly script: Script
  /** Runs what most runs need: V8 keeps only what ran. */
  readonly rehearse: (() => void) | undefined
}

interface CodeCache {
  readonly dir: string
  /** Of a chunk's code: its name tells build, V8 and processor. */
  readonly fileOf: (chunk: string) => string
}

export function keepCode(chunks: readonly CompiledChunk[], { dir, fileOf }: CodeCache): void {
  try {
    makeDirs(dir)
    for (const each of chunks) keep(each, fileOf(each.chunk))
    removeUnused(dir)
  } catch {
    // The next run compiles again.
  }
}

function keep({ script, rehearse }: CompiledChunk, file: string): void {
  try {
    rehearse?.()
  } catch {
    // The functions it did not reach are compiled when a run needs them.
  }
  writeAtomically(file, double(script.createCachedData()))
}

function removeUnused(dir: string): void {
  for (const name of readdirSync(dir)) {
    const { atimeMs, mtimeMs } = lstatSync(childPath(dir, name))
    if (Date.now() - Math.max(atimeMs, mtimeMs) > KEEP_MS) rmSync(childPath(dir, name), { force: true })
  }
}
