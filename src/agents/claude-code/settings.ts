import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../../model/plain-object.ts'
import type { AgentSettings, Inspection, Settings } from '../shared/agent.ts'
import { isShimCommand } from '../shared/shim.ts'
import { agentName } from './events.ts'

interface EntryOptions {
  /** Absent for events that take no matcher. */
  readonly matcher?: '*'
  /** Seconds; the agent's maximum. */
  readonly timeout: number
  /** Block the call if the hook fails. Only where that protects something: elsewhere it would stop or repeat turns. */
  readonly onFailure?: 'block'
}

const all = { matcher: '*', timeout: 600 } as const

/** Every event that can carry an outcome or that a rule may watch. */
const registered: Readonly<Record<string, EntryOptions>> = {
  PreToolUse: { ...all, onFailure: 'block' },
  PostToolUse: all,
  PostToolUseFailure: all,
  PermissionRequest: all,
  UserPromptSubmit: { timeout: 600 },
  SessionStart: all,
  SessionEnd: { matcher: '*', timeout: 60 },
  Stop: { timeout: 600 },
  StopFailure: all,
  SubagentStart: all,
  SubagentStop: all,
  PreCompact: all,
  PostCompact: all,
  Notification: all,
}

export const settings: AgentSettings = {
  format: 'json',
  file(scope, { root, home, env }) {
    if (scope !== 'user')
      return join(root, '.claude', scope === 'local' ? 'settings.local.json' : 'settings.json')
    const dir = env['CLAUDE_CONFIG_DIR']
    return join(dir === undefined || dir === '' ? join(home, '.claude') : dir, 'settings.json')
  },
  problem({ hooks }) {
    if (hooks === undefined) return undefined
    if (!isObject(hooks)) return { path: ['hooks'], message: '"hooks" is not an object' }
    const wrong = Object.keys(hooks).find((event) => !Array.isArray(hooks[event]))
    return wrong === undefined
      ? undefined
      : { path: ['hooks', wrong], message: `"hooks.${wrong}" is not a list` }
  },
  install,
  uninstall,
  inspect,
}

function install(before: Settings, command: string): Settings {
  const hooks = hooksOf(before)
  const names = [...new Set([...Object.keys(hooks), ...Object.keys(registered)])]
  const entries = names.map((name) => [name, withEntry(hooks[name] ?? [], entryFor(name, command))] as const)
  const kept = entries.filter(([name, groups]) => groups.length > 0 || hooks[name]?.length === 0)
  return { ...before, hooks: Object.fromEntries(kept) }
}

function uninstall(before: Settings): Settings {
  const hooks = Object.entries(hooksOf(before))
  if (!hooks.some(([, groups]) => groups.some(isOurs))) return before
  const kept = hooks
    .map(([name, groups]) => [name, withoutOurs(groups), groups.length] as const)
    .filter(([, groups, count]) => groups.length > 0 || count === 0)
    .map(([name, groups]) => [name, groups] as const)
  const { hooks: _, ...rest } = before
  return kept.length === 0 ? rest : { ...before, hooks: Object.fromEntries(kept) }
}

function inspect(found: Settings, command: string): Inspection {
  const hooks = hooksOf(found)
  const stateOf = (name: string) => {
    const ours = (hooks[name] ?? []).filter(isOurs)
    if (ours.length === 0) return Object.hasOwn(registered, name) ? 'missing' : 'foreign'
    return ours.length === 1 && isDeepStrictEqual(ours[0], entryFor(name, command)) ? 'current' : 'outdated'
  }
  const names = [...new Set([...Object.keys(registered), ...Object.keys(hooks)])]
  const inState = (state: string) => names.filter((name) => stateOf(name) === state)
  return {
    current: inState('current'),
    outdated: inState('outdated'),
    missing: inState('missing'),
    ...(found['disableAllHooks'] === true && { disabled: '"disableAllHooks" is true' }),
  }
}

/** Undefined for an event that is not registered. */
function entryFor(name: string, command: string): Settings | undefined {
  const row = registered[name]
  if (row === undefined) return undefined
  const { matcher, ...rest } = row
  return { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command, ...rest }] }
}

function withEntry(groups: readonly unknown[], entry: Settings | undefined): readonly unknown[] {
  const ours = groups.filter(isOurs)
  if (entry === undefined) return withoutOurs(groups)
  return ours.length === 1 && isDeepStrictEqual(ours[0], entry) ? groups : [...withoutOurs(groups), entry]
}

/** Other commands in the same group stay. */
function withoutOurs(groups: readonly unknown[]): readonly unknown[] {
  return groups.flatMap((group) => {
    if (!isOurs(group) || !isObject(group)) return [group]
    const others = listOf(group['hooks']).filter((hook) => !isOurHook(hook))
    return others.length > 0 ? [{ ...group, hooks: others }] : []
  })
}

function isOurs(group: unknown): boolean {
  return isObject(group) && listOf(group['hooks']).some(isOurHook)
}

function isOurHook(hook: unknown): boolean {
  return isObject(hook) && isShimCommand(hook['command'], agentName)
}

function hooksOf({ hooks }: Settings): Readonly<Record<string, readonly unknown[]>> {
  if (!isObject(hooks)) return {}
  return Object.fromEntries(Object.entries(hooks).map(([name, groups]) => [name, listOf(groups)]))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
