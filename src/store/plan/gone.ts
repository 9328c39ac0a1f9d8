// Rules whose file went away during a session, as a checkout of another commit does: the session keeps them.
import { hash } from '../../patterns/text/hash.ts'
import type { StampedSource } from '../../config/read/stamp.ts'
import { readRecord, type RecordKey } from './rules-record.ts'
import type { GoneRules, PlanHead, PlanKey } from './plan-head.ts'

/** What an event's session has to know about rules that are gone. */
export interface GoneNotice extends Pick<GoneRules, 'files' | 'rules'> {
  /** They stay in force for this session. */
  readonly kept: boolean
  /** What tool calls get, as this session had them and they cannot be kept. */
  readonly lost?: GoneRules['on_config_error']
}

const MAX_SESSIONS = 64

/** The sessions that have these rules, the latest last. */
function withSession(sessions: readonly string[] = [], { session, event }: PlanKey): readonly string[] {
  if (session === undefined) return sessions
  const name = hash(session)
  if (event === 'SessionEnd')
    return sessions.includes(name) ? sessions.filter((each) => each !== name) : sessions
  return sessions.includes(name) ? sessions : [...sessions.slice(1 - MAX_SESSIONS), name]
}

/** The same rules, without the plan that kept them. */
export function lost({ plan, ...rest }: GoneRules): GoneRules {
  return { ...rest, on_config_error: rest.on_config_error ?? plan?.settings?.on_config_error ?? 'ask' }
}

/** The head as the event's session sees it. */
export function headForSession(
  head: PlanHead,
  { session }: PlanKey,
): { readonly head: PlanHead; readonly notice?: GoneNotice } {
  const { gone } = head
  if (gone === undefined || session === undefined || staysForAll(head, gone)) return { head }
  const name = hash(session)
  const had = gone.sessions.includes(name)
  if (!had && (gone.told ?? name) !== name) return { head }
  const kept = had && gone.plan !== undefined
  const lost = had && !kept && { lost: gone.on_config_error ?? 'ask' }
  const notice = { files: gone.files, rules: gone.rules, kept, ...lost }
  return { head: kept ? { ...head, ...gone.plan } : head, notice }
}

/** The head that the next event finds; the same object when nothing changes. */
export function afterEvent(head: PlanHead, key: PlanKey): PlanHead {
  const { gone } = head
  if (gone !== undefined)
    return key.session === undefined || staysForAll(head, gone) ? head : afterGone(head, gone, key)
  const sessions = head.rules === 0 ? head.sessions : withSession(head.sessions, key)
  return sessions === head.sessions || sessions === undefined ? head : { ...head, sessions }
}

/** Another file is broken: no session goes on without the rules. */
function staysForAll({ generation }: PlanHead, { plan }: GoneRules): boolean {
  return plan !== undefined && generation === plan.generation
}

/** Only the first session without the rules is told, and the last one that keeps them ends it. */
function afterGone(head: PlanHead, gone: GoneRules, { session = '', event }: PlanKey): PlanHead {
  const name = hash(session)
  if (!gone.sessions.includes(name))
    return gone.told === undefined ? { ...head, gone: { ...gone, told: name } } : head
  if (event !== 'SessionEnd') return head
  return { ...head, gone: { ...gone, sessions: gone.sessions.filter((each) => each !== name) } }
}

interface Compiled {
  /** The files of the layers, absolute. */
  readonly layers: readonly string[]
  readonly sources: readonly StampedSource[]
  /** How many rules are left. */
  readonly rules: number
}

/** Rules that went away with their file since the last plan, or before it and are not back. */
export function goneAfter(
  old: PlanHead | undefined,
  { layers, sources, rules }: Compiled,
  key: RecordKey,
): GoneRules | undefined {
  const missing = new Set(sources.flatMap(({ path, stamp }) => (stamp === '-' ? [path] : [])))
  if (old === undefined) return lostWithCache(key, missing, rules)
  if (old.gone?.files.every((file) => missing.has(file)) === true) {
    const { plan } = old.gone
    return plan === undefined ? old.gone : { ...old.gone, rules: plan.rules - rules }
  }
  const before = new Map(old.sources.map(([file, stamp]) => [file, stamp]))
  const files = layers.filter((file) => missing.has(file) && (before.get(file) ?? '-') !== '-')
  if (files.length === 0 || old.generation === null || old.partial === true || old.rules <= rules)
    return undefined
  const { generation, settings, events, quarantined } = old
  const plan = { generation, settings, rules: old.rules, events, quarantined }
  return { files, rules: old.rules - rules, sessions: old.sessions ?? [], plan }
}

/** Rules that are recorded, whose file is gone as the cache is. */
function lostWithCache(key: RecordKey, missing: ReadonlySet<string>, left: number): GoneRules | undefined {
  const known = readRecord(key)
  if (known === undefined || known === 'forged') return undefined
  const files = known.files.filter((file) => missing.has(file))
  if (files.length === 0 || known.rules <= left) return undefined
  return { ...known, files, rules: known.rules - left }
}
