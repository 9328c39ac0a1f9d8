import { events, isEventName } from '../../model/events.ts'
import type { EventName, Half, Rule, Condition } from '../../model/types.ts'
import type { SessionPattern } from '../../matchers/session.ts'
import { type ConfigFile, diagnosticAt, type ReportDiagnostic, lineage } from '../read/config-file.ts'
import { nearest } from '../diagnostics/diagnostics.ts'
import type { RuleDraft } from '../expand/expand.ts'
import type { UnorderedRule } from '../trust/gate.ts'

/** A rule of the plan before its event's order is known. */
/**
 * The total order within one event. Rules come as they are written: layer by layer, parents of `extends` first, then
 * file order. A wrap stands around everything: its halves before come first, its halves after come last, in reverse.
 */
export function orderRules(rules: readonly UnorderedRule[]): readonly Rule[] {
  const places = new Map(rules.map((rule, place) => [rule, place]))
  const sorted = rules.toSorted((a, b) => {
    const inside = b.priority - a.priority || (places.get(a) ?? 0) - (places.get(b) ?? 0)
    const rings = ringOf(a.half) - ringOf(b.half)
    return Number(a.always) - Number(b.always) || rings || (a.half === 'after' ? -inside : inside)
  })
  return sorted.map((rule, order) => ({ ...rule, order }))
}

/** Rules by event, the events in the order of an agent's run. */
export function groupByEvent(
  rules: readonly UnorderedRule[],
): readonly (readonly [EventName, readonly UnorderedRule[]])[] {
  const order = Object.keys(events).filter(isEventName)
  return order.flatMap((event) => {
    const own = rules.filter((rule) => rule.event === event)
    return own.length === 0 ? [] : [[event, own] as const]
  })
}

function ringOf(half: Half | undefined): number {
  return half === 'before' ? 0 : half === undefined ? 1 : 2
}

// Implicit rules that record what happens in a session, added when a rule matches on it.
const NAME = 'implicit/session'
/** Calls that are done, and the prompts between them. */
const recordedEvents: readonly EventName[] = ['UserPromptSubmit', 'PostToolUse']

/** Implicit rules that record what happened, before all others of their event; none when no rule needs them. */
export function sessionRules(rules: readonly UnorderedRule[]): readonly UnorderedRule[] {
  const asking = rules.filter(({ match }) => match !== undefined && sessionsIn(match).length > 0)
  const [first] = asking
  if (first === undefined) return []
  const isLocked = asking.some(({ locked }) => locked === true)
  return recordedEvents.map((event) => ({
    name: NAME,
    at: first.at,
    layer: first.layer,
    event,
    priority: 0,
    handler: { kind: 'remember' },
    mode: 'enforce',
    always: false,
    timeout_ms: 1000,
    on_error: 'proceed',
    on_unresolved: 'proceed',
    ...(isLocked && { locked: true as const }),
  }))
}

/** Puts them in front. */
export function withSessionRules(
  ordered: readonly (readonly [EventName, readonly Rule[]])[],
  implicit: readonly UnorderedRule[],
): readonly (readonly [EventName, readonly Rule[]])[] {
  if (implicit.length === 0) return ordered
  const lists = new Map(ordered)
  return groupByEvent([...implicit, ...ordered.flatMap(([, rules]) => rules)]).map(([event]) => {
    const own = [...implicit.filter((rule) => rule.event === event), ...(lists.get(event) ?? [])]
    return [event, own.map((rule, order) => ({ ...rule, order }))] as const
  })
}

/** The sessions that a condition asks about. */
function sessionsIn(condition: Condition): readonly SessionPattern[] {
  if (condition.kind === 'not') return sessionsIn(condition.of)
  if (condition.kind !== 'key') return condition.of.flatMap(sessionsIn)
  return condition.key === 'session' ? [condition.pattern as SessionPattern] : [] // made for this very matcher
}

/** Whether the condition depends on what happened since a command. */
export function dependsOnSince(condition: Condition): boolean {
  return sessionsIn(condition).some(({ since }) => since !== undefined && since !== 'start')
}

// Rules of the machine's owner that no lower layer can pause or disable.
interface LockOptions {
  readonly file: ConfigFile
  readonly drafts: readonly RuleDraft[]
  readonly report: ReportDiagnostic
}

/** The managed layer's rules are locked: all of them, unless its file says which. */
export function lockRules(rules: readonly UnorderedRule[], options: LockOptions): readonly UnorderedRule[] {
  const { file, drafts, report } = options
  warnOfUselessLocks(file, report)
  const { lock = true } = file.keys
  if (file.layer !== 'managed' || lock === false) return rules
  const targets = new Map(drafts.map(({ name, target }) => [name, target]))
  if (Array.isArray(lock)) reportUnknownNames(lock, options)
  const isLocked = ({ name }: UnorderedRule) =>
    !Array.isArray(lock) || lock.includes(name) || lock.includes(targets.get(name))
  return rules.map((rule) => (isLocked(rule) ? { ...rule, locked: true } : rule))
}

function reportUnknownNames(lock: readonly unknown[], { file, drafts, report }: LockOptions): void {
  const all = drafts.flatMap(({ name, target }) => [name, target])
  const names = [...new Set(all.filter((name) => name !== undefined))]
  for (const [index, name] of lock.entries()) {
    if (typeof name !== 'string' || names.includes(name)) continue
    const meant = nearest(name, names) ?? names.find((each) => each.endsWith(`/${name}`))
    const message = `there is no rule "${name}" to lock`
    const hint = meant === undefined ? 'remove it' : `write "${meant}"`
    report(diagnosticAt({ file, path: ['lock', index] }, 'unknown-lock', { message, hint }))
  }
}

/** Only the owner of the machine may lock; a package with `lock` is refused elsewhere. */
function warnOfUselessLocks(own: ConfigFile, report: ReportDiagnostic): void {
  for (const file of lineage(own)) {
    const counts = own.layer === 'managed' && file === own
    if (counts || file.package !== undefined || !Object.hasOwn(file.keys, 'lock')) continue
    const message = 'only the managed hooks.yaml of a machine locks rules; here nothing is locked'
    const hint = 'remove it, unless this file is going to be the managed one'
    const location = { file, path: ['lock'], on: 'key' as const }
    report(diagnosticAt(location, 'useless-key', { message, hint, severity: 'warning' }))
  }
}
