// Steps and model calls of a run, counted in its state where the host does not number them.
import type { Event, State } from '../model/types.ts'

/** Each run and each subagent has its own count. */
function keyFor(counter: 'steps' | 'calls' | 'rounds', { run_id = '', subagent }: Event): string {
  return `${counter}/${run_id}/${subagent?.id ?? subagent?.name ?? ''}`
}

/** Does this event begin or end a step, begin a model call or end a round, that the host does not number? */
export function isUnnumbered({ event, step, turn }: Event): boolean {
  if (event === 'PreModelCall') return turn === undefined
  if (event === 'ShouldContinue') return step === undefined && turn === undefined
  return step === undefined && (event === 'PreStep' || event === 'PostStep')
}

/** Counts as a run of the library does: where the host reports no end of a step, the next one ends it. */
export function countUnnumbered(event: Event, state: State): void {
  const run = state.run()
  if (event.event === 'PreModelCall') return void run.count(keyFor('calls', event))
  if (event.event === 'ShouldContinue') return void run.count(keyFor('rounds', event))
  const key = keyFor('steps', event)
  const isFirst = run.counted(key) === 0
  if (isFirst) run.count(key) // one more than the finished steps, so that 0 means that none was reported
  const open = `${key}/open`
  if (event.event === 'PreStep') {
    if (!run.once(open)) run.count(key)
  } else {
    run.count(key)
    run.reset(open)
  }
}

/** Finished steps; undefined where the host reports none. */
export function finishedSteps(event: Event, state: State): number | undefined {
  if (event.step !== undefined) return event.step
  const count = state.run().counted(keyFor('steps', event))
  return count === 0 ? undefined : count - 1
}

/** Finished model calls, with those of tools that they asked for; undefined where the host reports none. */
export function finishedCalls(event: Event, state: State): number | undefined {
  const begun = event.turn ?? state.run().counted(keyFor('calls', event))
  if (begun === 0) return undefined
  return event.event === 'PreModelCall' || event.event === 'PreToolUse' ? begun - 1 : begun
}

/** How often the host asked whether to go on; undefined where it never did. */
export function finishedRounds(event: Event, state: State): number | undefined {
  const count = state.run().counted(keyFor('rounds', event))
  return count === 0 ? undefined : count
}
