// What a command does, added to the facts of the text.
import type { PathFact } from '../../model/types.ts'
import { noEffects } from '../kinds.ts'
import { factsOfPath } from '../path-expand.ts'
import type { CommandEffects } from '../types.ts'
import type { CallFacts } from './call.ts'
import type { Shell } from './shell.ts'

export function addEffects(shell: Shell, effects: CommandEffects, { fact, view }: CallFacts): void {
  if (effects === noEffects) return
  if (fact.remote === true) {
    const about = effects.unresolved.filter((each) => each.about.includes('commands'))
    return shell.sink.add({ ...noEffects, pushes: effects.pushes, unresolved: about })
  }
  shell.sink.add(
    effects.reads.length + effects.creates.length + effects.edits.length + effects.deletes.length === 0
      ? effects
      : settled(shell, effects, view),
  )
}

function settled(shell: Shell, effects: CommandEffects, view: CallFacts['view']): CommandEffects {
  const { reads, creates, edits, deletes } = effects
  return {
    ...effects,
    reads: settle(shell, reads, view),
    creates: creates.length === 0 ? creates : settle(shell, creates, { ...view, numbers: true }),
    edits: settle(shell, edits, view),
    deletes: settle(shell, deletes, view),
  }
}

/** Expands globs to existing files; paths with a number may name new files. */
function settle(shell: Shell, facts: readonly PathFact[], view: CallFacts['view']): readonly PathFact[] {
  if (facts.length === 0) return facts
  const { cwd } = view
  if (cwd.includes('*'))
    return facts.map((fact) => (fact.path.startsWith(cwd) ? { ...fact, glob: true } : fact))
  return view.numbers === undefined ? facts.flatMap((fact) => factsOfPath(fact, shell.world.files)) : facts
}

const isOpen = ({ path }: PathFact): boolean => path.includes('…')

const paths = ['reads', 'creates', 'edits', 'deletes'] as const

/** Paths that a program takes from a text with marks: one with a part that is not known is a doubt. */
export function settleShown(effects: CommandEffects): CommandEffects {
  const settled = { ...effects, unresolved: [...effects.unresolved] }
  for (const kind of paths) {
    settled[kind] = effects[kind]
      .filter((fact) => !isOpen(fact))
      .map((fact) => (fact.path.includes('*') ? { ...fact, glob: true } : fact))
    for (const { path } of effects[kind].filter(isOpen))
      settled.unresolved.push({
        reason: `${path} cannot be known before it runs: write it out`,
        text: path,
        about: [kind],
      })
  }
  return settled
}
