// Follows a shell glob down a tree, one name at a time.
import { globSegments } from '../patterns/globs/glob-overlap.ts'
import type { PathFact } from '../model/types.ts'
import { matchesSegment } from './path-expand.ts'

/** How far the names so far have come in a glob. */
export interface GlobStep {
  /** The glob names this path. */
  readonly isNamed: boolean
  /** It could name a path below. */
  readonly leadsOn: boolean
  /** Undefined where the glob ends. */
  into(name: string): GlobStep | undefined
}

/** No glob limits the names. */
export const everything: GlobStep = { isNamed: true, leadsOn: true, into: () => everything }

/** From the directory `top`, above the first wildcard. Everything is named below a fact that is no glob. */
export function createGlobSteps(fact: PathFact, top: string): GlobStep {
  if (fact.glob !== true) return everything
  const segments = globSegments(fact).slice(top.split('/').filter((part) => part !== '').length)
  // A wildcard of the shell takes no dot at the beginning of a name.
  const isShells = !fact.path.includes('**')
  const fits = (name: string, segment: string): boolean =>
    !(isShells && name.startsWith('.') && /^[*?]/.test(segment)) && matchesSegment(name, segment)
  return stepAt(withSkipped([0], segments), { segments, fits })
}

interface Steps {
  readonly segments: readonly string[]
  readonly fits: (name: string, segment: string) => boolean
}

function stepAt(places: readonly number[], steps: Steps): GlobStep {
  const { segments, fits } = steps
  const last = segments.length
  if (places.some((at) => at === last - 1 && segments[at] === '**')) return everything
  return {
    isNamed: places.includes(last),
    leadsOn: places.some((at) => at < last),
    into(name) {
      const next = places.flatMap((at) => {
        const { [at]: segment } = segments
        if (segment === undefined) return []
        if (segment === '**') return [at]
        return fits(name, segment) ? [at + 1] : []
      })
      return next.length === 0 ? undefined : stepAt(withSkipped(next, segments), steps)
    },
  }
}

/** With the places behind each `**`, which may stand for no name at all. */
function withSkipped(places: readonly number[], segments: readonly string[]): readonly number[] {
  const all = new Set(places)
  for (const at of all) if (segments[at] === '**') all.add(at + 1)
  return [...all]
}
