// Settings that hold lists of hooks by event: {"hooks": {"EVENT": [{"matcher": "*", "hooks": [{"type": "command", "command": "…"}]}]}}.
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../../model/plain-object.ts'
import type { EventName } from '../../../model/types.ts'
import type { AgentSettings, EventCommand, Inspection, SettingsValues } from '../agent.ts'
import type { EventNames } from '../decoder.ts'
import { isShimCommand } from '../shim.ts'
import { registered as mapped } from './events.ts'

/** What our entries hold, by the agent's events as its payloads name them. */
export type RegisteredEvents = Readonly<Record<string, RegisteredEvent>>

interface RegisteredEvent {
  readonly event: EventName
  /** Its name in the settings, where that is another one. */
  readonly as?: string
  /** Beside `hooks`. */
  readonly group?: SettingsValues
  /** Beside `command`. */
  readonly hook: SettingsValues
  /** The hook stands in the list itself, in no group. */
  readonly flat?: true
}

/** An entry for each event of the agent that is one of ours too. */
export function entriesFor(
  events: EventNames,
  entry: (name: string) => Omit<RegisteredEvent, 'event'>,
): RegisteredEvents {
  return Object.fromEntries(
    Object.entries(mapped(events)).map(([name, event]) => [name, { ...entry(name), event }]),
  )
}

export interface HookLists {
  readonly agent: string
  readonly registered: RegisteredEvents
  /** The key that the lists stand under; undefined: the top of the file. */
  readonly under: string | undefined
  /** Names the setting that switches them off. */
  readonly disabled?: (settings: SettingsValues) => string | undefined
  /** Our entry comes before others. */
  readonly first?: true
  /** Keys that a new file needs; they stay. */
  readonly needs?: SettingsValues
}

type HookGroups = readonly unknown[]
type Lists = Readonly<Record<string, HookGroups>>
type InSettings = Pick<AgentSettings, 'events' | 'problem' | 'install' | 'uninstall' | 'inspect'>

/** The usual form. */
export function hookGroups(
  agent: string,
  registered: RegisteredEvents,
  disabled: (settings: SettingsValues) => string | undefined,
): InSettings {
  const typed = Object.entries(registered).map(
    ([name, row]) => [name, { ...row, hook: { type: 'command', ...row.hook } }] as const,
  )
  return hookLists({ agent, registered: Object.fromEntries(typed), under: 'hooks', disabled })
}

/** Our entries in such settings. */
export function hookLists(form: HookLists): InSettings {
  const { agent, registered, under, disabled, first, needs } = form
  const rows = new Map(Object.entries(registered).map(([name, row]) => [row.as ?? name, { ...row, name }]))
  const { isOurs, withoutOurs, isCurrent } = ownGroups(agent, first === true)

  /** Undefined for an event that is not registered. */
  function groupFor(name: string, command: EventCommand): SettingsValues | undefined {
    const row = rows.get(name)
    if (row === undefined) return undefined
    const { type, ...more } = row.hook
    const start = command.exec?.(row.name) ?? { command: command(row.name) }
    const hook = { ...(type !== undefined && { type }), ...start, ...more }
    return row.flat === true ? hook : { ...row.group, hooks: [hook] }
  }

  function install(before: SettingsValues, command: EventCommand): SettingsValues {
    const edited = withLists(before, { under, more: rows.keys() }, (name, groups) => {
      const group = groupFor(name, command)
      if (isCurrent(groups, group)) return groups
      const others = withoutOurs(groups)
      if (group === undefined) return others
      return first === true ? [group, ...others] : [...others, group]
    })
    return { ...needs, ...edited }
  }

  function uninstall(before: SettingsValues): SettingsValues {
    if (!Object.values(listsOf(before, under)).some((groups) => groups.some(isOurs))) return before
    return withLists(before, { under, more: [] }, (_, groups) => withoutOurs(groups))
  }

  function inspect(found: SettingsValues, command: EventCommand): Inspection {
    const lists = listsOf(found, under)
    const stateOf = (name: string): string => {
      const groups = lists[name] ?? []
      if (!groups.some(isOurs)) return rows.has(name) ? 'missing' : 'foreign'
      return isCurrent(groups, groupFor(name, command)) ? 'current' : 'outdated'
    }
    const names = [...new Set([...rows.keys(), ...Object.keys(lists)])]
    const inState = (state: string): readonly string[] =>
      names.filter((name) => stateOf(name) === state).map((name) => rows.get(name)?.name ?? name)
    const off = disabled?.(found)
    return {
      current: inState('current'),
      outdated: inState('outdated'),
      missing: inState('missing'),
      ...(off !== undefined && { disabled: off }),
    }
  }

  const events = Object.fromEntries(Object.entries(registered).map(([name, { event }]) => [name, event]))
  return { events, problem: (settings) => problem(settings, form), install, uninstall, inspect }
}

/** Which groups hold a hook of ours, or are one. */
function ownGroups(agent: string, first: boolean) {
  const isOurHook = (hook: unknown): boolean => isObject(hook) && isShimCommand(hook['command'], agent)
  const isOurs = (group: unknown): boolean =>
    isOurHook(group) || (isObject(group) && listOf(group['hooks']).some(isOurHook))

  /** Other commands in the same group stay. */
  function withoutOurs(groups: HookGroups): HookGroups {
    return groups.flatMap((group) => {
      if (!isOurs(group) || !isObject(group)) return [group]
      const others = listOf(group['hooks']).filter((hook) => !isOurHook(hook))
      return others.length > 0 ? [{ ...group, hooks: others }] : []
    })
  }

  function isCurrent(groups: HookGroups, group: SettingsValues | undefined): boolean {
    const ours = groups.filter(isOurs)
    return ours.length === 1 && isDeepStrictEqual(ours[0], group) && (!first || ours[0] === groups[0])
  }

  return { isOurs, withoutOurs, isCurrent }
}

/** Agents reject a file in which such a list is none. */
function problem(
  settings: SettingsValues,
  { under, registered }: HookLists,
): ReturnType<AgentSettings['problem']> {
  const lists = under === undefined ? settings : settings[under]
  if (lists === undefined) return undefined
  if (!isObject(lists))
    return { path: under === undefined ? [] : [under], message: `"${under}" is not an object` }
  const names =
    under === 'hooks' ? Object.keys(lists) : Object.entries(registered).map(([name, { as }]) => as ?? name)
  const wrong = names.find((name) => lists[name] !== undefined && !Array.isArray(lists[name]))
  if (wrong === undefined) return undefined
  const path = under === undefined ? [wrong] : [under, wrong]
  return { path, message: `"${path.join('.')}" is not a list` }
}

interface Places {
  readonly under: string | undefined
  readonly more: Iterable<string>
}

/** The settings with new groups; lists that become empty go, those that were empty stay. */
function withLists(
  before: SettingsValues,
  { under, more }: Places,
  make: (name: string, groups: HookGroups) => HookGroups,
): SettingsValues {
  const had = listsOf(before, under)
  const all = under === undefined ? before : before[under]
  const names = new Set([...(isObject(all) ? Object.keys(all) : []), ...more])
  const kept = [...names].flatMap((name): readonly (readonly [string, unknown])[] => {
    if (isObject(all) && Object.hasOwn(all, name) && had[name] === undefined) return [[name, all[name]]]
    const groups = make(name, had[name] ?? [])
    return groups.length > 0 || had[name]?.length === 0 ? [[name, groups]] : []
  })
  if (under === undefined) return Object.fromEntries(kept)
  if (kept.length > 0) return { ...before, [under]: Object.fromEntries(kept) }
  return Object.fromEntries(Object.entries(before).filter(([key]) => key !== under))
}

/** What is there beside lists stays as it is. */
function listsOf(settings: SettingsValues, under: string | undefined): Lists {
  const lists = under === undefined ? settings : settings[under]
  if (!isObject(lists)) return {}
  return Object.fromEntries(
    Object.entries(lists).flatMap(([name, groups]) =>
      Array.isArray(groups) ? [[name, groups] as const] : [],
    ),
  )
}

function listOf(value: unknown): HookGroups {
  return Array.isArray(value) ? value : []
}
