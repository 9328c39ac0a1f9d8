import type { PathFact } from '../../model/types.ts'
import { expandPath, hasGlob } from '../path-expand.ts'
import { isDevice, canonicalPath } from '../absolute-path.ts'
import type { Shell } from './shell.ts'

/** The facts that one path becomes. */
export function factsOfPath(shell: Shell, fact: PathFact): readonly PathFact[] {
  const path = canonicalPath(fact.path)
  if (isDevice(path)) return []
  if (fact.glob !== true || !hasGlob(path)) return path === fact.path ? [fact] : [{ ...fact, path }]
  const found = expandPath(path, shell.world.files)
  if (found === undefined) return [{ ...fact, path }]
  const { glob: _, ...rest } = fact
  return found.map((each) => ({ ...rest, path: each }))
}
