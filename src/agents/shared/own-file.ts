// A settings file that is ours alone: written and removed as a whole.
import type { EventName } from '../../model/types.ts'
import type { AgentSettings, EventCommand, Settings } from './agent.ts'
import { shimName } from './shim.ts'

export type OwnEvents = Readonly<Record<string, EventName>>

/** `make` gives the file's text, which has to name the shim. */
export function ownFile(
  events: OwnEvents,
  make: (command: EventCommand) => string,
): Pick<AgentSettings, 'own' | 'format' | 'events' | 'problem' | 'install' | 'uninstall' | 'inspect'> {
  return {
    own: true,
    format: 'json',
    events,
    problem: () => undefined,
    install: (_before, command) => ({ text: make(command) }),
    uninstall: (before) => (isOurs(before) ? {} : before),
    inspect: (found, command) => {
      const state = found['text'] === make(command) ? 'current' : isOurs(found) ? 'outdated' : 'missing'
      return { current: [], outdated: [], missing: [], [state]: Object.keys(events) }
    },
  }
}

export function isOurs({ text }: Settings): boolean {
  return typeof text === 'string' && text.includes(shimName)
}
