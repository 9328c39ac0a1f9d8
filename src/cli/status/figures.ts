// What `hooks status` says about agents and what happened, as data.
import path from 'node:path'
import { createFiles } from '../../store/files.ts'
import type { Host } from '../../run/host.ts'
import { agent, inspect, settingsPath, type Scope } from '../../agents/claude-code/settings.ts'
import { shimCommand, shimPath } from '../../agents/shared/shim.ts'
import type { SpoolLine } from '../../store/ledger/spool.ts'
import type { Plan, Rule } from '../../model/types.ts'
import type { Here } from '../shared/compile-here.ts'

export interface AgentFigures {
  readonly agent: string
  readonly state: 'installed' | 'outdated' | 'disabled' | 'absent'
  readonly scope?: Scope
}

export interface WeekFigures {
  readonly events: number
  readonly calls: number
  readonly denied: number
  readonly asked: number
  readonly failures: number
  /** How often each rule decided, the most frequent first. */
  readonly rules: readonly { readonly rule: string; readonly count: number }[]
  /** Rules that deny, ask or allow and never did. */
  readonly never_fired: readonly string[]
}

const scopes: readonly Scope[] = ['local', 'project', 'user']

/** The agents that can be installed, each where it calls us. */
export function agentsOf(host: Host, { root, dirs }: Here): readonly AgentFigures[] {
  const where = { root, home: dirs.home, env: host.env }
  const command = shimCommand(shimPath(host.env, dirs.home), agent)
  const found = scopes.flatMap((scope): AgentFigures[] => {
    const settings = readSettings(settingsPath(scope, where))
    if (settings === undefined) return []
    const { current, outdated, disabled, missing } = inspect(settings, command)
    if (current.length === 0 && outdated.length === 0) return []
    const whole = outdated.length === 0 && missing.length === 0
    return [{ agent, scope, state: disabled ? 'disabled' : whole ? 'installed' : 'outdated' }]
  })
  return found.length === 0 ? [{ agent, state: 'absent' }] : found
}

function readSettings(file: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const settings: unknown = JSON.parse(
      (createFiles().read(path.resolve(file)) ?? '').replace(/^\uFEFF/, ''),
    )
    const isPlain = typeof settings === 'object' && settings !== null && !Array.isArray(settings)
    return isPlain ? (settings as Readonly<Record<string, unknown>>) : undefined // shown just before
  } catch {
    return undefined
  }
}

export function weekOf(lines: readonly SpoolLine[], plan: Plan | undefined): WeekFigures {
  const own = lines.filter(({ pause }) => pause === undefined)
  const decided = own.filter(({ decision }) => decision !== 'proceed')
  const calls = own.filter(({ event }) => event === 'PreToolUse')
  const counts = new Map<string, number>()
  for (const { rule } of own) if (rule !== undefined) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  const would = new Set(own.flatMap((line) => Object.keys(line.would ?? {})))
  const deciding = Object.values(plan?.events ?? {})
    .flat()
    .filter(decides)
  return {
    events: own.length,
    calls: calls.length,
    denied: decided.filter(({ decision }) => decision === 'deny').length,
    asked: decided.filter(({ decision }) => decision === 'ask').length,
    failures: own.filter(({ failed }) => failed !== undefined).length,
    rules: [...counts].map(([rule, count]) => ({ rule, count })).sort((a, b) => b.count - a.count),
    never_fired: [...new Set(deciding.map(({ name }) => name))].filter(
      (name) => !counts.has(name) && !would.has(name),
    ),
  }
}

/** Of these the ledger tells every time that they spoke, unless another decided first. */
function decides({ handler }: Rule): boolean {
  return handler.kind === 'inline' && ['deny', 'ask', 'allow'].includes(handler.inline.says)
}
