// A settings file that is ours alone: written and removed as a whole.
import type { EventName } from '../../../model/types.ts'
import type { AgentSettings, EventCommand, Settings } from '../agent.ts'
import { shimName } from '../shim.ts'

export type OwnEvents = Readonly<Record<string, EventName>>

type OwnSettings = Pick<
  AgentSettings,
  'own' | 'format' | 'events' | 'problem' | 'install' | 'uninstall' | 'inspect'
>

/** `make` gives the file's text, which has to name the shim. */
export function ownFile(events: OwnEvents, make: (command: EventCommand) => string): OwnSettings {
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

export function jsonFile(events: OwnEvents, make: (command: EventCommand) => object): OwnSettings {
  return ownFile(events, (command) => jsonText(make(command)))
}

export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A list of one entry for each event. */
export function listsOf(
  events: OwnEvents,
  entry: (event: string) => object,
  named: (event: string) => string = (event) => event,
): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(Object.keys(events).map((event) => [named(event), [entry(event)]]))
}

/** `PreToolUse` for `pre_tool_use` and `preToolUse`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

export function isOurs({ text }: Settings): boolean {
  return typeof text === 'string' && text.includes(shimName)
}
