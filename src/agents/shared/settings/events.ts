// What of an agent's events its settings name, and where these usually lie.
import { join } from 'node:path'
import type { EventName } from '../../../model/types.ts'
import type { AgentSettings } from '../agent.ts'
import type { EventNames } from '../decoder.ts'

/** Those that are events of ours too, by the agent's names. */
export type OwnEvents = Readonly<Record<string, EventName>>

export function registered(events: EventNames): OwnEvents {
  return Object.fromEntries(
    Object.entries(events).flatMap(([name, event]) => (event === 'unmapped' ? [] : [[name, event] as const])),
  )
}

/** A file that has the same place in a project and at home. */
export function fileAt(...names: readonly string[]): AgentSettings['file'] {
  return (scope, { root, home }) =>
    scope === 'local' ? undefined : join(scope === 'project' ? root : home, ...names)
}
