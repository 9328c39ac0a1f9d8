import type { OpenPlan } from '../plan/cache.ts'
import type { Event, Verdict } from '../types.ts'

export interface NoticeContext {
  readonly plan: OpenPlan
  readonly event: Event
  /** hooks.yaml files below the root that do not apply. */
  readonly nested: readonly string[]
}

/** The verdict with what its user has to know about the rules themselves. */
export function withNotices(verdict: Verdict, context: NoticeContext): Verdict {
  const found = notices(verdict, context)
  if (found.length === 0) return verdict
  return { ...verdict, system_messages: [...verdict.system_messages, ...found] }
}

function notices(verdict: Verdict, { plan, event, nested }: NoticeContext): readonly string[] {
  const atStart = event.event === 'SessionStart'
  const speaks = atStart || plan.fresh || verdict.decision === 'ask' || verdict.decision === 'deny'
  return [
    ...(speaks ? brokenNotice(plan) : []),
    ...(plan.fresh && plan.count === 0 && (plan.before ?? 0) > 0
      ? [`hooks: hooks.yaml has no rules any more; ${plan.before} were in force`]
      : []),
    ...((atStart || plan.fresh) && plan.quarantined.length > 0 ? [quarantineNotice(plan.quarantined)] : []),
    ...(atStart && nested.length > 0
      ? [`hooks: ${nested.join(', ')} is below the project's hooks.yaml and does not apply`]
      : []),
  ]
}

function brokenNotice({ broken, settings, count }: OpenPlan): readonly string[] {
  if (broken === undefined) return []
  const force =
    settings === undefined
      ? 'no rules are in force'
      : `the last good version with ${count} rules stays in force`
  return [
    `hooks: hooks.yaml has ${broken.errors} error${broken.errors === 1 ? '' : 's'}, ${force}: ${broken.message}`,
  ]
}

function quarantineNotice(names: readonly string[]): string {
  return `hooks: ${names.join(', ')}: set aside, this version does not know a key in it; see hooks validate`
}
