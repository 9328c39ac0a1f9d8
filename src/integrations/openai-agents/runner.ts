import type { Run } from '../../library/run/run-types.ts'

/** A `Runner`, or an agent: whatever tells of handoffs. */
export interface Emitter {
  on(event: 'agent_handoff', listener: (...told: unknown[]) => void): unknown
  off(event: 'agent_handoff', listener: (...told: unknown[]) => void): unknown
}

const told = new WeakMap<Run, Promise<unknown>>()

/**
 * Tells the rules of a run that an agent hands over to another one, as SubagentStart under the other's name. What the
 * rules say is there at the next model call. The function that it returns stops listening.
 */
export function followHandoffs(runner: Emitter, run: Run): () => void {
  const listener = (...args: unknown[]): void => {
    const name = nameOf(args.at(-1))
    const before = told.get(run) ?? Promise.resolve()
    const now = before.then(() => run.dispatch({ event: 'SubagentStart', subagent: { name } }))
    now.catch(() => undefined) // `followed` rejects with it
    told.set(run, now)
  }
  runner.on('agent_handoff', listener)
  return () => void runner.off('agent_handoff', listener)
}

/** Listeners of the SDK are not waited for; the model call that comes next is. */
export async function followed(run: Run): Promise<void> {
  const pending = told.get(run)
  told.delete(run)
  await pending
}

function nameOf(agent: unknown): string {
  const name: unknown = typeof agent === 'object' && agent !== null ? Reflect.get(agent, 'name') : undefined
  return typeof name === 'string' ? name : 'agent'
}
