// Keeps the compiled code of chunks. Loaded only by a run that keeps some: the loader itself has no code cache.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import type { Script } from 'node:vm'
import { childPath } from '../../patterns/paths/child-path.ts'
import { seal } from '../plan/sealed.ts'
import { makeDirs } from '../private-dir.ts'
import type { Key } from './key.ts'
import { isChanged, readVouched, SPOILED } from './vouched.ts'
import { writeAndLook, writeVouched } from './write-vouched.ts'

/** Caches of other builds are removed after this time without use. */
const KEEP_MS = 30 * 86_400_000

export interface CompiledChunk {
  readonly chunk: string
  readonly script: Script
  /** Runs what most runs need: V8 keeps only what ran. */
  readonly rehearse: (() => void) | undefined
}

export interface CodeCache {
  readonly dir: string
  /** Of a chunk's code, or of the head. */
  readonly fileOf: (chunk: string) => string
  readonly key: Key
  /** Files that are not as we wrote them, and that nobody was told of: they stay as they are. */
  readonly untold: readonly string[]
}

export function keepCode(chunks: readonly CompiledChunk[], { dir, fileOf, key, untold }: CodeCache): void {
  const isUntold = (chunk: string): boolean => untold.includes(fileOf(chunk))
  const head = fileOf('head')
  if (untold.includes(head)) return
  try {
    makeDirs(dir)
    const kept = chunks.flatMap((each) => (isUntold(each.chunk) ? [] : keep(each, fileOf(each.chunk))))
    const others = readVouched(head, key)
    const known = others === 'forged' ? [] : [...others]
    const good = known.filter(([chunk, look]) => !isChanged(fileOf(chunk), look))
    const spoiled = known.flatMap(([chunk]) => (isUntold(chunk) ? [[chunk, SPOILED] as const] : []))
    writeVouched(head, key, new Map([...good, ...kept, ...spoiled]))
    removeUnused(dir)
  } catch {
    // Nobody vouches for them: the next run compiles again.
  }
}

/** Returns how its file looks then. */
function keep(
  { chunk, script, rehearse }: CompiledChunk,
  file: string,
): readonly (readonly [string, string])[] {
  try {
    rehearse?.()
  } catch {
    // The functions it did not reach are compiled when a run needs them.
  }
  try {
    return [[chunk, writeAndLook(file, seal(script.createCachedData()), { lasting: true })]]
  } catch {
    return [] // the next run compiles again
  }
}

function removeUnused(dir: string): void {
  for (const name of readdirSync(dir)) {
    const { atimeMs, mtimeMs } = lstatSync(childPath(dir, name))
    if (Date.now() - Math.max(atimeMs, mtimeMs) > KEEP_MS) rmSync(childPath(dir, name), { force: true })
  }
}
