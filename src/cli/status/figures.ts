// What `hooks status` says about agents and what happened, as data.
import { accessSync, constants } from 'node:fs'
import type { Scope, SettingsPlace } from '../../agents/shared/agent.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { readSettings } from '../../agents/shared/settings-file.ts'
import { isGate } from '../../model/events.ts'
import type { Host } from '../../run/host.ts'
import { lookAt } from '../../store/files.ts'
import { isPrivate } from '../../store/private-dir.ts'
import { shimPath } from '../../agents/shared/shim.ts'
import type { Counts } from '../../store/ledger/day-figures.ts'
import type { Plan, Rule } from '../../model/types.ts'
import { type InstallableAgent, installableAgents, kindOf, linesFor, scopes } from '../shared/agent-list.ts'
import type { ProjectConfig } from '../shared/project-config.ts'

export interface AgentFigures {
  readonly agent: string
  readonly state: 'installed' | 'outdated' | 'disabled' | 'absent'
  readonly scope?: Scope
  /** The setting that switches all of its hooks off. */
  readonly disabled?: string
  /** The command before a tool call, where it is as `install` writes it: then the others differ in their event only. */
  readonly command?: string
}

export interface WeekFigures {
  readonly events: number
  readonly calls: number
  readonly denied: number
  readonly asked: number
  readonly failures: number
  /** How often something did not hold, by the warning's code, the most frequent first. */
  readonly warnings: readonly { readonly code: string; readonly count: number }[]
  /** How often each rule decided, the most frequent first. */
  readonly rules: readonly { readonly rule: string; readonly count: number }[]
  /** Rules that deny, ask or allow and never did. */
  readonly never_fired: readonly string[]
}

/** The installable agents, each in every scope where it calls us. */
export function agentsOf(
  host: Host,
  { root, dirs }: Pick<ProjectConfig, 'root' | 'dirs'>,
): readonly AgentFigures[] {
  const place = { root, home: dirs.home, env: host.env }
  const shim = shimPath(host.env, dirs.home)
  return installableAgents.flatMap((agent): readonly AgentFigures[] => {
    const found = scopes.flatMap((scope) => stateOf(agent, scope, { ...place, shim }))
    return found.length === 0 ? [{ agent: agent.name, state: 'absent' }] : found
  })
}

function stateOf(
  agent: InstallableAgent,
  scope: Scope,
  place: SettingsPlace & { readonly shim: string },
): readonly AgentFigures[] {
  const { name, settings } = agent
  const path = settings.file(scope, place)
  const file = path === undefined ? undefined : readSettings(createInstallFiles(), path, settings)
  if (file === undefined || 'problem' in file) return []
  const line = { scope, root: place.root, shim: place.shim }
  const lines = linesFor(agent, { ...line, ...kindOf(agent, file.settings, line) })
  const { current, outdated, missing, disabled } = settings.inspect(file.settings, lines)
  const gate = current.find((event) => isGate(settings.events[event]))
  if (current.length === 0 && outdated.length === 0) return []
  const isWhole = outdated.length === 0 && missing.length === 0
  const state = disabled === undefined ? (isWhole ? 'installed' : 'outdated') : 'disabled'
  return [
    {
      agent: name,
      scope,
      state,
      ...(disabled !== undefined && { disabled }),
      ...(gate !== undefined && { command: lines(gate) }),
    },
  ]
}

export function weekOf(counts: Counts, plan: Plan | undefined): WeekFigures {
  const of = (name: string): number => counts.get(name) ?? 0
  const deciding = Object.values(plan?.events ?? {})
    .flat()
    .filter(decides)
  return {
    events: of('events'),
    calls: of('event PreToolUse'),
    denied: of('decision deny'),
    asked: of('decision ask'),
    failures: of('failures'),
    warnings: countsOf(counts, 'warning').map(([code, count]) => ({ code, count })),
    rules: countsOf(counts, 'rule').map(([rule, count]) => ({ rule, count })),
    never_fired: [...new Set(deciding.map(({ name }) => name))].filter(
      (name) => of(`rule ${name}`) + of(`would ${name}`) === 0,
    ),
  }
}

/** The most frequent first. */
function countsOf(counts: Counts, kind: string): readonly (readonly [name: string, count: number])[] {
  const names = [...counts].filter(([name]) => name.startsWith(`${kind} `))
  return names
    .map(([name, count]) => [name.slice(kind.length + 1), count] as const)
    .sort(([, a], [, b]) => b - a)
}

/** Why counters, ledger or pauses are lost: one of their directories cannot be used. */
export function stateProblem(dirs: readonly string[]): string | undefined {
  const bad = dirs.find((dir) => lookAt(dir) !== undefined && !isUsable(dir))
  return bad === undefined
    ? undefined
    : `${bad} is not a directory that only we can write, so counters or ledger are lost`
}

function isUsable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK | constants.X_OK)
    return isPrivate(dir)
  } catch {
    return false
  }
}

/** Of these the ledger tells every time that they spoke, unless another decided first. */
function decides({ handler }: Rule): boolean {
  return handler.kind === 'inline' && ['deny', 'ask', 'allow'].includes(handler.inline.says)
}
