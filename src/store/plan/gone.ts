// Rules whose file went away during a session, as a checkout of another commit does: the session keeps them.
import { childPath } from '../../patterns/paths/child-path.ts'
import { hash } from '../../patterns/text/hash.ts'
import { rulesIn } from '../../model/rule-counts.ts'
import type { StampedSource } from '../../config/read/stamp.ts'
import { readFileSync } from 'node:fs'
import { daysIn } from '../ledger/spool.ts'
import type { GoneRules, PlanHead, PlanKey } from './plan-head.ts'
import { isSetting, ON_CONFIG_ERROR, readSeen } from './seen.ts'

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
  const sessions = rulesIn(head.counts) === 0 ? head.sessions : withSession(head.sessions, key)
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
  key: PlanKey,
): GoneRules | undefined {
  const missing = new Set(sources.flatMap(({ path, stamp }) => (stamp === '-' ? [path] : [])))
  if (old === undefined) return lostWithCache(key, missing, rules)
  if (old.gone?.files.every((file) => missing.has(file)) === true) {
    const { plan } = old.gone
    return plan === undefined ? old.gone : { ...old.gone, rules: rulesIn(plan.counts) - rules }
  }
  const before = new Map(old.sources.map(([file, stamp]) => [file, stamp]))
  const files = layers.filter((file) => missing.has(file) && (before.get(file) ?? '-') !== '-')
  if (files.length === 0 || old.generation === null || old.partial === true || rulesIn(old.counts) <= rules)
    return undefined
  const { generation, settings, counts, events, quarantined } = old
  const plan = { generation, settings, counts, events, quarantined }
  return { files, rules: rulesIn(counts) - rules, sessions: old.sessions ?? [], plan }
}

/** Rules that a person saw, whose file is gone as the cache is. A session with calls before had them. */
function lostWithCache(key: PlanKey, missing: ReadonlySet<string>, left: number): GoneRules | undefined {
  const { stateDir, session } = key
  const known = stateDir === undefined ? undefined : readSeen(stateDir)
  const files = known?.layers.filter((file) => missing.has(file)) ?? []
  const counts = Object.values(known?.rules ?? {}).map(
    (rules) => Object.keys(rules).filter((name) => !isSetting(name)).length,
  )
  const rules = Math.max(0, ...counts) - left
  if (files.length === 0 || rules <= 0 || stateDir === undefined) return undefined
  const had = session !== undefined && hasCalls(stateDir, session)
  const answers = Object.values(known?.rules ?? {}).map((each) => each[ON_CONFIG_ERROR]?.[0])
  const on_config_error = answers.includes('deny') ? 'deny' : answers.includes('ask') ? 'ask' : 'proceed'
  return { files, rules, sessions: had ? [hash(session)] : [], on_config_error }
}

/** Today or the day before. */
function hasCalls(stateDir: string, session: string): boolean {
  const named = `"session":${JSON.stringify(session)}`
  return daysIn(childPath(stateDir, 'ledger'))
    .slice(-2)
    .some((day) => readFileSync(day, 'utf8').includes(named))
}
