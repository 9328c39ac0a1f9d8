// Settings of the form {"hooks": {"EVENT": [{"matcher": "*", "hooks": [{"type": "command", "command": "…"}]}]}}.
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../model/plain-object.ts'
import type { EventName } from '../../model/types.ts'
import type { AgentSettings, EventCommand, Inspection, Settings } from './agent.ts'
import { isShimCommand } from './shim.ts'

/** What our entries hold, by the agent's events. */
export type RegisteredEvents = Readonly<
  Record<
    string,
    {
      readonly event: EventName
      /** Beside `hooks`. */
      readonly group?: Settings
      /** Beside `type` and `command`. */
      readonly hook: Settings
    }
  >
>

type Groups = readonly unknown[]

/** Our entries in such settings. `disabled` names the setting that switches them off. */
export function hookGroups(
  agent: string,
  registered: RegisteredEvents,
  disabled: (settings: Settings) => string | undefined,
): Pick<AgentSettings, 'events' | 'problem' | 'install' | 'uninstall' | 'inspect'> {
  const rows = new Map(Object.entries(registered))
  const { isOurs, withoutOurs, isCurrent } = ownGroups(agent)

  /** Undefined for an event that is not registered. */
  function groupFor(name: string, command: EventCommand): Settings | undefined {
    const row = rows.get(name)
    return row && { ...row.group, hooks: [{ type: 'command', command: command(name), ...row.hook }] }
  }

  function install(before: Settings, command: EventCommand): Settings {
    return withGroups(before, rows.keys(), (name, groups) => {
      const group = groupFor(name, command)
      if (isCurrent(groups, group)) return groups
      return group === undefined ? withoutOurs(groups) : [...withoutOurs(groups), group]
    })
  }

  function uninstall(before: Settings): Settings {
    if (!Object.values(hooksOf(before)).some((groups) => groups.some(isOurs))) return before
    return withGroups(before, [], (_, groups) => withoutOurs(groups))
  }

  function inspect(found: Settings, command: EventCommand): Inspection {
    const hooks = hooksOf(found)
    const stateOf = (name: string): string => {
      const groups = hooks[name] ?? []
      if (!groups.some(isOurs)) return rows.has(name) ? 'missing' : 'foreign'
      return isCurrent(groups, groupFor(name, command)) ? 'current' : 'outdated'
    }
    const names = [...new Set([...rows.keys(), ...Object.keys(hooks)])]
    const inState = (state: string): readonly string[] => names.filter((name) => stateOf(name) === state)
    const off = disabled(found)
    return {
      current: inState('current'),
      outdated: inState('outdated'),
      missing: inState('missing'),
      ...(off !== undefined && { disabled: off }),
    }
  }

  const events = Object.fromEntries([...rows].map(([name, { event }]) => [name, event]))
  return { events, problem, install, uninstall, inspect }
}

/** Which groups hold a hook of ours. */
function ownGroups(agent: string) {
  const isOurHook = (hook: unknown): boolean => isObject(hook) && isShimCommand(hook['command'], agent)
  const isOurs = (group: unknown): boolean => isObject(group) && listOf(group['hooks']).some(isOurHook)

  /** Other commands in the same group stay. */
  function withoutOurs(groups: Groups): Groups {
    return groups.flatMap((group) => {
      if (!isOurs(group) || !isObject(group)) return [group]
      const others = listOf(group['hooks']).filter((hook) => !isOurHook(hook))
      return others.length > 0 ? [{ ...group, hooks: others }] : []
    })
  }

  function isCurrent(groups: Groups, group: Settings | undefined): boolean {
    const ours = groups.filter(isOurs)
    return ours.length === 1 && isDeepStrictEqual(ours[0], group)
  }

  return { isOurs, withoutOurs, isCurrent }
}

function problem({ hooks }: Settings): ReturnType<AgentSettings['problem']> {
  if (hooks === undefined) return undefined
  if (!isObject(hooks)) return { path: ['hooks'], message: '"hooks" is not an object' }
  const wrong = Object.keys(hooks).find((event) => !Array.isArray(hooks[event]))
  return wrong === undefined
    ? undefined
    : { path: ['hooks', wrong], message: `"hooks.${wrong}" is not a list` }
}

/** The settings with new groups; lists that become empty go, those that were empty stay. */
function withGroups(
  before: Settings,
  more: Iterable<string>,
  make: (name: string, groups: Groups) => Groups,
): Settings {
  const had = hooksOf(before)
  const kept = [...new Set([...Object.keys(had), ...more])]
    .map((name) => [name, make(name, had[name] ?? [])] as const)
    .filter(([name, groups]) => groups.length > 0 || had[name]?.length === 0)
  const { hooks: _, ...rest } = before
  return kept.length === 0 ? rest : { ...before, hooks: Object.fromEntries(kept) }
}

function hooksOf({ hooks }: Settings): Readonly<Record<string, Groups>> {
  if (!isObject(hooks)) return {}
  return Object.fromEntries(Object.entries(hooks).map(([name, groups]) => [name, listOf(groups)]))
}

function listOf(value: unknown): Groups {
  return Array.isArray(value) ? value : []
}
