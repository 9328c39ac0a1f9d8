// What `hooks status` says about what happened, as data.
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { lookAt } from '../../store/disk/files.ts'
import { projectKey } from '../../store/disk/dirs.ts'
import { isPrivate } from '../../store/disk/private-dir.ts'
import type { ProjectConfig } from '../open-project.ts'
import type { Counts } from '../../store/ledger/day-figures.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { Plan, Rule } from '../../model/types.ts'

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

export function weekOf(counts: Counts, plan: Plan | undefined): WeekFigures {
  const of = (name: string): number => counts.get(name) ?? 0
  const deciding = Object.values(plan?.events ?? {})
    .flat()
    .filter((rule) => isWritten(rule) && decides(rule))
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
export function stateProblem({
  root,
  dirs: { state },
}: Pick<ProjectConfig, 'root' | 'dirs'>): string | undefined {
  const stateDir = path.join(state, projectKey(root))
  const used = [state, stateDir, ...['ledger', 'sessions'].map((name) => path.join(stateDir, name))]
  const bad = used.find((dir) => lookAt(dir) !== undefined && !isUsable(dir))
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
