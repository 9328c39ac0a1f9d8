// Rules that left the files during a session, with a file that is gone or by Git: the session keeps them.
import { rulesIn } from '../../model/rule-counts.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { hash } from '../../patterns/text/hash.ts'
import type { StampedSource } from '../../config/read/stamp.ts'
import { readFileSync } from 'node:fs'
import { daysIn } from '../ledger/spool.ts'
import type { KeptRules, PlanHead, PlanKey } from './plan-head.ts'
import { isSetting, ON_CONFIG_ERROR, readSeen } from '../records/seen.ts'

/** What an event's session has to know about rules that left the files. */
export interface KeptNotice extends Pick<KeptRules, 'files' | 'rules' | 'by'> {
  /** They stay in force for this session. */
  readonly kept: boolean
  /** What tool calls get, as this session had them and they cannot be kept. */
  readonly lost?: KeptRules['on_config_error']
}

const MAX_SESSIONS = 64
/** Sessions of agents that do not tell when they end would keep rules for good. */
const MAX_KEPT = 16

/** The sessions that have these rules, the latest last. */
function withSession(sessions: readonly string[] = [], { session, event }: PlanKey): readonly string[] {
  if (session === undefined) return sessions
  const name = hash(session)
  if (event === 'SessionEnd')
    return sessions.includes(name) ? sessions.filter((each) => each !== name) : sessions
  return sessions.includes(name) ? sessions : [...sessions.slice(1 - MAX_SESSIONS), name]
}

/** What the event's session keeps. One that an agent started below another keeps what the first of them does. */
function keptFor(head: PlanHead, { session, isBelowAgent }: PlanKey): KeptRules | undefined {
  const kept = head.kept?.filter((each) => !staysForAll(head, each)) ?? []
  if (kept.length === 0 || session === undefined) return kept.find(({ by }) => by === 'unheld')
  const name = hash(session)
  const own = kept.find(({ sessions }) => sessions.includes(name))
  if (own !== undefined || head.sessions?.includes(name) === true) return own
  return kept.find(({ by }) => by === 'unheld') ?? (isBelowAgent() ? kept[0] : undefined)
}

/** The head as the event's session sees it. */
export function headForSession(
  head: PlanHead,
  key: PlanKey,
): { readonly head: PlanHead; readonly notice?: KeptNotice } {
  const kept = keptFor(head, key)
  if (kept === undefined) {
    const gone = untoldIn(head, key)
    return gone === undefined ? { head } : { head, notice: { ...noticeOf(gone), kept: false } }
  }
  const { plan, on_config_error: lost = 'ask' } = kept
  if (plan === undefined) return { head, notice: { ...noticeOf(kept), kept: false, lost } }
  return { head: { ...head, ...plan }, notice: { ...noticeOf(kept), kept: true } }
}

const noticeOf = ({ files, rules, by }: KeptRules): Pick<KeptRules, 'files' | 'rules' | 'by'> => ({
  files,
  rules,
  by,
})

/** Rules of a file that is gone, for the first session without them. */
function untoldIn(head: PlanHead, { session = '' }: PlanKey): KeptRules | undefined {
  const name = hash(session)
  return head.kept?.find(
    (each) => each.by === 'gone' && !staysForAll(head, each) && (each.told ?? name) === name,
  )
}

/** The head that the next event finds; the same object when nothing changes. */
export function afterEvent(head: PlanHead, key: PlanKey): PlanHead {
  if (key.session === undefined) return head
  const own = keptFor(head, key)
  if (own !== undefined) {
    const sessions = withSession(own.sessions, key)
    return sessions === own.sessions ? head : { ...head, kept: replaced(head, own, { ...own, sessions }) }
  }
  const gone = untoldIn(head, key)
  if (gone !== undefined && gone.told === undefined)
    return { ...head, kept: replaced(head, gone, { ...gone, told: hash(key.session) }) }
  const sessions = rulesIn(head.counts) === 0 ? head.sessions : withSession(head.sessions, key)
  return sessions === head.sessions || sessions === undefined ? head : { ...head, sessions }
}

function replaced({ kept = [] }: PlanHead, old: KeptRules, made: KeptRules): readonly KeptRules[] {
  return kept.map((each) => (each === old ? made : each)).filter(isNeeded)
}

/** Of a file that is gone, the next session is told; of a version that no ref held, every one is. */
const isNeeded = ({ by, sessions }: KeptRules): boolean => by !== 'git' || sessions.length > 0

/** Another file is broken: no session goes on without the rules. */
function staysForAll({ generation }: PlanHead, { plan }: KeptRules): boolean {
  return plan !== undefined && generation === plan.generation
}

/** Who changed the configuration: `unheld` is a version that Git brought and no ref of the session held. */
export type Changed = 'edit' | 'git' | 'unheld' | 'nothing'

interface Compiled {
  /** The files of the layers, absolute. */
  readonly layers: readonly string[]
  readonly sources: readonly StampedSource[]
  /** How many rules are left. */
  readonly rules: number
  /** Of those rules. */
  readonly digest: string
  /** Who changed these files, as the disk and Git have them now. */
  readonly judge: (files: readonly string[]) => Changed
}

/** Rules that left the files since the last plan, or before it and are not back. */
export function keptAfter(old: PlanHead | undefined, compiled: Compiled, key: PlanKey): readonly KeptRules[] {
  const { layers, sources, rules, digest } = compiled
  const missing = new Set(sources.flatMap(({ path, stamp }) => (stamp === '-' ? [path] : [])))
  if (old === undefined) return lostWithCache(key, missing, compiled)
  const before = new Map(old.sources.map(([file, stamp]) => [file, stamp]))
  const gone = layers.filter((file) => missing.has(file) && (before.get(file) ?? '-') !== '-')
  const changed = changedIn(old, sources)
  const written = changed.filter(holdsRules)
  const isGone = gone.length > 0 && rulesIn(old.counts) > rules
  const by = isGone ? 'gone' : compiled.judge(written.length > 0 ? written : changed)
  const isOver = (each: KeptRules): boolean =>
    each.digest === digest ||
    (by === 'edit' &&
      written.length > 0 &&
      !(each.by === 'gone' && each.files.every((file) => missing.has(file))))
  const carried = (old.kept ?? []).filter((each) => !isOver(each)).map((each) => recounted(each, rules, by))
  if (by === 'edit' || by === 'nothing' || old.digest === digest) return carried
  const made = keptOf(old, { files: by === 'gone' ? gone : changed, by, rules })
  return [...carried, ...(made === undefined ? [] : [made])].filter(isNeeded).slice(-MAX_KEPT)
}

/** A version that was not held is followed by one that is: new sessions begin with that. */
function recounted(kept: KeptRules, left: number, by: Changed | 'gone'): KeptRules {
  const { plan } = kept
  const rules = plan === undefined || kept.by !== 'gone' ? kept.rules : rulesIn(plan.counts) - left
  return { ...kept, rules, by: kept.by === 'unheld' && by === 'git' ? 'git' : kept.by }
}

function keptOf(
  { generation, settings, counts, events, quarantined, partial, sessions = [], digest }: PlanHead,
  left: Pick<KeptRules, 'files' | 'rules' | 'by'>,
): KeptRules | undefined {
  if (generation === null || partial === true || digest === undefined) return undefined
  const plan = { generation, settings, counts, events, quarantined }
  return { ...left, rules: rulesIn(counts) - (left.by === 'gone' ? left.rules : 0), sessions, plan, digest }
}

/** Recipes, pauses and trust are no rules: who writes one beside Git's change has not edited those. */
const holdsRules = (file: string): boolean => /\.ya?ml$/.test(file)

/** Files whose text is another; a directory has none. */
function changedIn(old: PlanHead, sources: readonly StampedSource[]): readonly string[] {
  const before = new Map(old.sources.map(([file, , content]) => [file, content]))
  return sources.flatMap(({ path, content }) => (before.get(path) === content ? [] : [path]))
}

/** Rules that a person saw, which left the files as the cache is gone. A session with calls before had them. */
function lostWithCache(
  key: PlanKey,
  missing: ReadonlySet<string>,
  { rules: left, digest: now, sources, judge }: Compiled,
): readonly KeptRules[] {
  const { stateDir, session } = key
  const known = stateDir === undefined ? undefined : readSeen(stateDir)
  if (stateDir === undefined || known?.digest === undefined || known.digest === now) return []
  const { rules: seen, layers, digest } = known
  const gone = layers.filter((file) => missing.has(file))
  const counts = Object.values(seen).map(
    (rules) => Object.keys(rules).filter((name) => !isSetting(name)).length,
  )
  const had = Math.max(0, ...counts)
  const rules = had - left
  const written = sources.flatMap(({ path, content }) => (content === undefined ? [] : [path]))
  const by = gone.length > 0 && rules > 0 ? 'gone' : 'git'
  if (by === 'git' && ['edit', 'nothing'].includes(judge(written))) return []
  const isOpen = session !== undefined && hasCalls(stateDir, session)
  const answers = Object.values(seen).map((each) => each[ON_CONFIG_ERROR]?.[0])
  const on_config_error = answers.includes('deny') ? 'deny' : answers.includes('ask') ? 'ask' : 'proceed'
  const files = by === 'gone' ? gone : written
  const kept = {
    files,
    rules: by === 'gone' ? rules : had,
    by,
    sessions: isOpen ? [hash(session)] : [],
    digest,
    on_config_error,
  } as const
  return isNeeded(kept) ? [kept] : []
}

/** Today or the day before. */
function hasCalls(stateDir: string, session: string): boolean {
  const named = `"session":${JSON.stringify(session)}`
  return daysIn(childPath(stateDir, 'ledger'))
    .slice(-2)
    .some((day) => readFileSync(day, 'utf8').includes(named))
}
