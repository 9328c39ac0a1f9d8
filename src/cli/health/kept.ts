// What is kept of a project: which version of its rules holds while files have errors or are gone, and what happened lately.
import { stampOf } from '../../config/read/stamp.ts'
import { defined } from '../../model/plain-object.ts'
import { countRules, type RuleCounts, rulesIn } from '../../model/rule-counts.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import type { Plan, Rule } from '../../model/types.ts'
import type { Call, Program } from '../../run/call.ts'
import type { Counts } from '../../store/ledger/day-figures.ts'
import { digestOf } from '../../store/plan/beside.ts'
import { keptAfter } from '../../store/plan/kept.ts'
import type { KeptRules } from '../../store/plan/plan-head.ts'
import { planHead } from '../../store/plan/plan.ts'
import type { Health } from './health.ts'

export interface Force {
  /** `partial`: only the files without errors. */
  readonly version: 'current' | 'last-good' | 'partial'
  readonly rules: number
  readonly counts: RuleCounts
  /** What a tool call gets besides, with `partial`. */
  readonly on_config_error?: string
  /** Rules of files that are gone, for the sessions that had them. */
  readonly gone?: GoneFigures
  /** Rules of before Git changed the files. */
  readonly kept?: GoneFigures
}

export interface GoneFigures {
  readonly files: readonly string[]
  readonly rules: number
  readonly sessions: number
  /** What their tool calls get where the rules cannot be kept. */
  readonly lost?: string
}

export function forceOf(program: Program & Call, { here, compiled, plan, now }: Health): Force {
  const { root, dirs, layers } = here
  const { key, head: old } = planHead({ root, dirs, now }, program)
  const counts = countRules(Object.values(plan?.events ?? {}).flat())
  const rules = rulesIn(counts)
  if (compiled.plan !== undefined) {
    const digest = digestOf(Object.values(compiled.plan.events).flat().filter(isWritten))
    const paths = layers.map(({ path }) => path)
    const sources = paths.map((path) => ({ path, stamp: stampOf(path) }))
    const kept = keptAfter(old, { layers: paths, sources, rules, digest, judge: () => 'nothing' }, key)
    const [gone, others] = [true, false].map((is) =>
      figuresOf(kept.filter(({ by }) => (by === 'gone') === is)),
    )
    return { version: 'current', rules, counts, ...defined({ gone, kept: others }) }
  }
  if (old !== undefined && old.generation !== null && old.partial !== true)
    return { version: 'last-good', rules: rulesIn(old.counts), counts: old.counts }
  return { version: 'partial', rules, counts, on_config_error: compiled.on_config_error ?? 'ask' }
}

function figuresOf(kept: readonly KeptRules[]): GoneFigures | undefined {
  const [first] = kept.filter((each) => each.sessions.length > 0)
  if (first === undefined) return undefined
  const { files, rules, plan, on_config_error: lost = 'ask' } = first
  const sessions = kept.reduce((sum, each) => sum + each.sessions.length, 0)
  return { files, rules, sessions, ...(plan === undefined && { lost }) }
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

/** Of these the ledger tells every time that they spoke, unless another decided first. */
function decides({ handler }: Rule): boolean {
  return handler.kind === 'inline' && ['deny', 'ask', 'allow'].includes(handler.inline.says)
}
