import type { OpenPlan } from '../../store/plan/cache.ts'
import type { Pause } from '../../store/plan/pauses.ts'
import type { Clock, Event, Verdict, Warning } from '../../model/types.ts'

export interface NoticeContext {
  readonly plan: OpenPlan
  readonly event: Event
  /** hooks.yaml files below the root that do not apply. */
  readonly nested: readonly string[]
  readonly clock: Pick<Clock, 'now'>
}

/** The verdict with what its user has to know about the rules themselves. */
export function withNotices(verdict: Verdict, context: NoticeContext): Verdict {
  const found = notices(verdict, context)
  const warnings = leftOutWarnings(context)
  if (found.length === 0 && warnings.length === 0) return verdict
  return {
    ...verdict,
    system_messages: [...verdict.system_messages, ...found],
    warnings: [...verdict.warnings, ...warnings],
  }
}

/** Hook programs that were found and are no rules. */
function leftOutWarnings({ plan, event }: NoticeContext): readonly Warning[] {
  const messages = plan.settings?.left_out
  if (messages === undefined || !(plan.fresh || event.event === 'SessionStart')) return []
  return messages.map((message) => ({ code: 'left_out', message }))
}

function notices(verdict: Verdict, { plan, event, nested, clock }: NoticeContext): readonly string[] {
  const atStart = event.event === 'SessionStart'
  const speaks = atStart || plan.fresh || verdict.decision === 'ask' || verdict.decision === 'deny'
  return [
    ...(speaks ? brokenNotice(plan) : []),
    ...(plan.fresh && plan.count === 0 && (plan.before ?? 0) > 0
      ? [`hooks: hooks.yaml has no rules any more; ${plan.before} were in force`]
      : []),
    ...((atStart || plan.fresh) && plan.quarantined.length > 0 ? [quarantineNotice(plan.quarantined)] : []),
    ...(atStart ? (plan.paused ?? []).map((pause) => pauseNotice(pause, clock.now())) : []),
    ...(atStart && nested.length > 0
      ? [`hooks: ${nested.join(', ')} is below the project's hooks.yaml and does not apply`]
      : []),
  ]
}

function pauseNotice({ rule, until, reason, by }: Pause, now: number): string {
  const minutes = Math.max(1, Math.round((until - now) / 60_000))
  return `hooks: ${by} paused rule ${rule} for another ${minutes} min: ${reason}`
}

function brokenNotice(plan: OpenPlan): readonly string[] {
  const { broken, count } = plan
  if (broken === undefined) return []
  const force = isWithoutRules(plan)
    ? 'no rules are in force'
    : plan.partial === true
      ? 'only the rules of other files are in force'
      : `the last good version with ${count} ${count === 1 ? 'rule' : 'rules'} stays in force`
  return [
    `hooks: hooks.yaml has ${broken.errors} error${broken.errors === 1 ? '' : 's'}, ${force}: ${broken.message}`,
  ]
}

export function isWithoutRules({ settings, partial, count }: OpenPlan): boolean {
  return settings === undefined || (partial === true && count === 0)
}

function quarantineNotice(names: readonly string[]): string {
  return `hooks: ${names.join(', ')}: set aside, this version does not know a key in it; see hooks validate`
}
