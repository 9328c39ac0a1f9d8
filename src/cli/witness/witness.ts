// Makes a call from a rule's match and plays it: the first that the rule meets is its witness.
import type { Condition, Rule } from '../../model/types.ts'
import { type Payload, payloadsFor } from './calls.ts'
import { sketchesAgainst, sketchesFor } from './keys.ts'
import { createPlayer, placed, type Stage } from './play.ts'
import { combineAll, MAX_SKETCHES, type Sketch } from './sketch.ts'

export interface Witness {
  /** As `hooks run -` takes it. */
  readonly payload: Payload
  readonly sketch: Sketch
}

/** `dead`: nothing can meet its match. */
export type Found = Witness | 'dead' | 'none'

const MAX_PLAYS = 600

export function witnessOf(rule: Rule, stage: Stage): Found {
  if (rule.dead === true) return 'dead'
  const isMet = createPlayer(rule, stage)
  const sketches = rule.match === undefined ? [{}] : sketchesOf(rule.match, true)
  const tries = sketches
    .slice(0, MAX_SKETCHES)
    .map((sketch) => payloadsFor(sketch, rule.event).map((payload) => placed(payload, stage)))
  let plays = 0
  // The plainest form of each before the further ones of any.
  for (const round of Array.from({ length: Math.max(0, ...tries.map(({ length }) => length)) }).keys())
    for (const [at, payloads] of tries.entries()) {
      const payload = payloads[round]
      const sketch = sketches[at]
      if (payload === undefined || sketch === undefined) continue
      if (plays++ >= MAX_PLAYS) return 'none'
      if (isMet(payload, sketch)) return { payload, sketch }
    }
  return 'none'
}

/** Sketches of calls that a condition could hold for, or could not. */
function sketchesOf(condition: Condition, holds: boolean): readonly Sketch[] {
  switch (condition.kind) {
    case 'key':
      return holds
        ? sketchesFor(condition.key, condition.pattern)
        : sketchesAgainst(condition.key, condition.pattern)
    case 'not':
      return sketchesOf(condition.of, !holds)
    case 'all':
    case 'any': {
      const parts = condition.of.map((part) => sketchesOf(part, holds))
      return (condition.kind === 'all') === holds ? combineAll(parts) : interleaved(parts)
    }
  }
}

function interleaved(parts: readonly (readonly Sketch[])[]): readonly Sketch[] {
  const longest = Math.max(0, ...parts.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => parts.flatMap((part) => part.slice(at, at + 1))).flat()
}
