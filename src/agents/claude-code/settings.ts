// Adds, removes and inspects our entries in the parsed settings of Claude Code.
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Env } from '../../model/types.ts'
import { isShimCommand } from '../shared/shim.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Path } from '../shared/json.ts'

export const agent = 'claude-code'

export type Scope = 'project' | 'user' | 'local'

type Plain = Readonly<Record<string, unknown>>

interface Registered {
  /** Absent for events that take no matcher. */
  readonly matcher?: '*'
  /** Seconds; the agent's maximum. */
  readonly timeout: number
  /** Block the call if the hook fails. Only where that protects something: elsewhere it would stop or repeat turns. */
  readonly onFailure?: 'block'
}

const all = { matcher: '*', timeout: 600 } as const

/** Every event that can carry an outcome or that a rule may watch. */
const registered: Readonly<Record<string, Registered>> = {
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

export function settingsPath(scope: Scope, where: { root: string; home: string; env: Env }): string {
  if (scope === 'project') return join(where.root, '.claude', 'settings.json')
  if (scope === 'local') return join(where.root, '.claude', 'settings.local.json')
  const dir = where.env['CLAUDE_CONFIG_DIR']
  return join(dir === undefined || dir === '' ? join(where.home, '.claude') : dir, 'settings.json')
}

/** Why these settings cannot be edited: Claude Code silently ignores all hooks of such a file. */
export function shapeProblem(settings: Plain): { path: Path; message: string } | undefined {
  const hooks = settings['hooks']
  if (hooks === undefined) return undefined
  if (!isObject(hooks)) return { path: ['hooks'], message: '"hooks" is not an object' }
  const wrong = Object.keys(hooks).find((event) => !Array.isArray(hooks[event]))
  return wrong === undefined
    ? undefined
    : { path: ['hooks', wrong], message: `"hooks.${wrong}" is not a list` }
}

/** Adds our entries, replacing older ones; everything else stays, in its order. */
export function addHooks(settings: Plain, command: string): Plain {
  const hooks = hooksOf(settings)
  const names = [...new Set([...Object.keys(hooks), ...Object.keys(registered)])]
  const entries = names.map((name) => {
    const wanted = entryFor(name, command)
    return [name, wanted === undefined ? withoutOurs(hooks[name]) : withEntry(hooks[name], wanted)] as const
  })
  const kept = entries.filter(([name, groups]) => groups.length > 0 || hooks[name]?.length === 0)
  return { ...settings, hooks: Object.fromEntries(kept) }
}

/** Removes our entries and the lists that become empty. */
export function removeHooks(settings: Plain): Plain {
  const { hooks: _, ...rest } = settings
  const before = Object.entries(hooksOf(settings))
  if (!before.some(([, groups]) => groups.some(isOurs))) return settings
  const kept = before
    .map(([name, groups]) => [name, withoutOurs(groups), groups.length] as const)
    .filter(([, groups, count]) => groups.length > 0 || count === 0)
  if (kept.length === 0) return rest
  const hooks = Object.fromEntries(kept.map(([name, groups]) => [name, groups]))
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, key === 'hooks' ? hooks : value]),
  )
}

export interface Inspection {
  /** Events with exactly the entry that `addHooks` writes. */
  readonly current: readonly string[]
  /** Events with another entry of ours: from an older version, or edited by hand. */
  readonly outdated: readonly string[]
  readonly missing: readonly string[]
  /** `disableAllHooks` is set. */
  readonly disabled: boolean
}

export function inspect(settings: Plain, command: string): Inspection {
  const hooks = hooksOf(settings)
  const state = (name: string) => {
    const ours = (hooks[name] ?? []).filter(isOurs)
    if (ours.length === 0) return 'missing'
    return ours.length === 1 && isDeepStrictEqual(ours[0], entryFor(name, command)) ? 'current' : 'outdated'
  }
  const names = [...new Set([...Object.keys(registered), ...Object.keys(hooks)])]
  const inState = (wanted: string) => names.filter((name) => state(name) === wanted)
  const missing = inState('missing').filter((name) => Object.hasOwn(registered, name))
  return {
    current: inState('current'),
    outdated: inState('outdated'),
    missing,
    disabled: settings['disableAllHooks'] === true,
  }
}

function entryFor(name: string, command: string): Plain | undefined {
  const row = registered[name]
  if (row === undefined) return undefined
  const { matcher, ...rest } = row
  return { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command, ...rest }] }
}

function withEntry(groups: readonly unknown[] | undefined, wanted: Plain): readonly unknown[] {
  const ours = (groups ?? []).filter(isOurs)
  if (groups !== undefined && ours.length === 1 && isDeepStrictEqual(ours[0], wanted)) return groups
  return [...withoutOurs(groups), wanted]
}

/** Other commands in the same group stay. */
function withoutOurs(groups: readonly unknown[] | undefined): readonly unknown[] {
  return (groups ?? []).flatMap((group) => {
    if (!isOurs(group) || !isObject(group)) return [group]
    const others = listOf(group['hooks']).filter((hook) => !isOurHook(hook))
    return others.length > 0 ? [{ ...group, hooks: others }] : []
  })
}

function isOurs(group: unknown): boolean {
  return isObject(group) && listOf(group['hooks']).some(isOurHook)
}

function isOurHook(hook: unknown): boolean {
  return isObject(hook) && isShimCommand(hook['command'], agent)
}

function hooksOf(settings: Plain): Readonly<Record<string, readonly unknown[]>> {
  const hooks = settings['hooks']
  if (!isObject(hooks)) return {}
  return Object.fromEntries(Object.entries(hooks).map(([name, groups]) => [name, listOf(groups)]))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
