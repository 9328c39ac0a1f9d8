import { isEventName } from '../model/events.ts'
import { rulesIn, sayCounts, saySplit } from '../model/rule-counts.ts'
import type { OpenPlan } from '../store/plan/cache.ts'
import { type Disabled, keptMessage } from './rules-in-force.ts'
import type { BrokenConfig } from '../store/plan/plan-head.ts'
import type { Pause } from '../store/records/pauses.ts'
import type { Dialect, Verdict, Warning } from '../model/types.ts'
import type { Opened, Sealed } from './call.ts'

/** What is known of the rules once they were asked. */
interface FoundNotices {
  /** `HOOKS_DISABLE=1`. */
  readonly disabled: Disabled
  /** What was done to the rules since the last event. */
  readonly told: readonly string[]
  /** Changes of the rules that wait for a person; counted where a session starts. */
  readonly proposals: number
  /** What changed since a person last saw the rules. */
  readonly drift: readonly Warning[]
}

type NoticeContext = Opened & FoundNotices

/** The verdict with what its user has to know about the rules themselves. */
export function withNotices(verdict: Verdict, opened: Opened, found: FoundNotices): Verdict {
  const context = { ...opened, ...found }
  const messages = notices(context)
  const warnings = planWarnings(context)
  if (messages.length === 0 && warnings.length === 0) return verdict
  return {
    ...verdict,
    system_messages: [...verdict.system_messages, ...messages],
    warnings: [...verdict.warnings, ...warnings],
  }
}

const disabledTexts = {
  paused: "HOOKS_DISABLE=1 is set in the agent's environment: the rules of this project are paused",
  ended:
    "HOOKS_DISABLE=1 is set in the agent's environment, but has paused this session for a day, which is the most: the rules of this project are in force again",
} as const

/** What keeps rules from being in force. */
function planWarnings(context: NoticeContext): readonly Warning[] {
  const { sent, plan, event, disabled, sealed, problem, drift } = context
  const { live } = sent
  const { broken, fresh, counts, before = 0, kept, quarantined } = plan
  const isNew = fresh || !live || event.event === 'SessionStart'
  const emptied = `hooks.yaml has no rules any more; ${before === 1 ? '1 was' : `${before} were`} in force`
  return [
    ...(disabled !== 'no' && live ? [{ code: 'disabled', message: disabledTexts[disabled] }] : []),
    ...(problem === undefined ? [] : [{ code: 'root', message: problem }]),
    ...(sealed?.ignored ?? []).map((each) => ({ code: 'environment', message: ignoredMessage(each) })),
    ...(plan.lost === undefined ? [] : [{ code: 'lost', message: lostMessage(plan.lost) }]),
    ...drift,
    ...(broken === undefined ? [] : [{ code: 'config', message: brokenMessage(plan, broken) }]),
    ...(kept === undefined ? [] : [{ code: 'config', message: keptMessage(kept) }]),
    ...(kept === undefined && fresh && rulesIn(counts) === 0 && before > 0
      ? [{ code: 'config', message: emptied }]
      : []),
    ...(isNew && quarantined.length > 0
      ? [{ code: 'quarantined', message: quarantineMessage(quarantined) }]
      : []),
  ]
}

function ignoredMessage({ name, file }: Sealed['ignored'][number]): string {
  const rest = name.startsWith('HOOKS_') ? '' : ', and your own rules and records stay where they are'
  return `${file} of this project sets ${name} for the agent: for hooks that does not count${rest}`
}

function lostMessage(dir: string): string {
  return `${dir}, the state of this session, is gone since its last event: its counters begin anew`
}

function notices(context: NoticeContext): readonly string[] {
  const { sent, plan, event, nested, disabled, told, proposals, clock } = context
  if (event.event !== 'SessionStart') return told
  return [
    ...(sent.live && disabled !== 'paused' && rulesIn(plan.counts) > 0 && event.source !== 'compact'
      ? [forceNotice(context)]
      : []),
    ...told,
    ...(plan.paused ?? []).map((pause) => pauseNotice(pause, clock.now())),
    ...(proposals > 0 ? [proposalNotice(proposals)] : []),
    ...(nested.length > 0
      ? [`hooks: ${nested.join(', ')} is below the project's hooks.yaml and does not apply`]
      : []),
  ]
}

function proposalNotice(count: number): string {
  const wait =
    count === 1 ? '1 proposed change of the rules waits' : `${count} proposed changes of the rules wait`
  return `hooks: ${wait} for you: hooks review`
}

/** How many rules hold in this session; each kind that does not hold is counted, and told by itself where it has names. */
function forceNotice({ plan, clock, sent: { dialect: agent } }: NoticeContext): string {
  const deaf = unheardEvents(plan, agent)
  const never = deaf.reduce((sum, [, count]) => sum + count, 0)
  const paused = (plan.paused ?? []).filter(({ until }) => until > clock.now()).length
  const parts = [
    [paused, 'paused'],
    [plan.quarantined.length, 'set aside'],
    [never, `at ${deaf.map(([event]) => event).join(', ')}, where ${agent.name} calls no hook`],
  ] as const
  const left = parts.flatMap(([count, how]) => (count > 0 ? [`${count} ${how}`] : []))
  const old = plan.broken === undefined ? '' : ' of the last good version'
  const all = left.length === 0 && saySplit(plan.counts) === '' ? ' in force' : ''
  const not = left.length === 0 ? '' : `, not in force: ${left.join('; ')}`
  return `hooks: ${sayCounts(plan.counts)}${old}${all}${not}`
}

/** Events with rules that the agent calls no hook for. */
function unheardEvents({ sizes }: OpenPlan, { capabilities }: Pick<Dialect, 'capabilities'>) {
  return Object.entries(sizes).filter(
    ([event, count]) => count > 0 && isEventName(event) && capabilities.events[event] === undefined,
  )
}

function pauseNotice({ rule, until, reason, by }: Pause, now: number): string {
  const minutes = Math.max(1, Math.round((until - now) / 60_000))
  return `hooks: ${by} paused rule ${rule} for another ${minutes} min: ${reason}`
}

function brokenMessage(plan: OpenPlan, { errors, message }: BrokenConfig): string {
  const force = isWithoutRules(plan)
    ? 'no rules are in force'
    : plan.partial === true
      ? 'only the rules of other files are in force'
      : `the last good version with ${sayCounts(plan.counts)} stays in force`
  return `hooks.yaml has ${errors} error${errors === 1 ? '' : 's'}, ${force}: ${message}`
}

export function isWithoutRules({ settings, partial, counts }: OpenPlan): boolean {
  return settings === undefined || (partial === true && rulesIn(counts) === 0)
}

function quarantineMessage(names: readonly string[]): string {
  return `${names.join(', ')}: set aside, this version does not know a key in it; see hooks validate`
}
