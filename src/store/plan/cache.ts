// Reads a cached plan.
import { constants } from 'node:fs'
import { listRules, type RuleLists } from '../../engine/select/rule-list.ts'
import type { RuleCounts } from '../../model/rule-counts.ts'
import { childPath } from '../../patterns/paths/paths.ts'
import { checkedContent, withChecksum } from '../disk/checked.ts'
import { isOwnFile, readBytes, writeAtomically } from '../disk/private-dir.ts'
import type { Rule, RuleList, Settings } from '../../model/types.ts'
import { openRuleFiles, type RuleFilePaths } from './rule-file.ts'
import { besideKept } from './beside.ts'
import { afterEvent, headForSession, type KeptNotice } from './kept.ts'
import type { PlanHead, PlanKey } from './plan-head.ts'
import { changedAt, contentOf, stampOf } from '../../config/read/stamp.ts'
import { hash } from '../../patterns/text/hash.ts'
import { lookAt } from '../disk/files.ts'
import { fileNameOf, sessionsDir } from '../state/file-name.ts'

/** A source that changed this shortly before it was compiled is compared by content: a stamp cannot tell two writes apart. */
export const SETTLE_MS = 2000

/** A plan in force; its pauses have not ended. */
export interface OpenPlan extends Pick<
  PlanHead,
  'sources' | 'quarantined' | 'paused' | 'broken' | 'partial' | 'trusted'
> {
  readonly settings: Settings | undefined
  /** The rules of one event; undefined when it has none. */
  readonly rules: RuleLists
  readonly counts: RuleCounts
  /** Those of every event; throws when their files are damaged. */
  readonly all: () => readonly Rule[]
  /** How many rules each event has. */
  readonly sizes: Readonly<Record<string, number>>
  /** This very call found the files changed and compiled them. */
  readonly fresh: boolean
  /** With `fresh`: how many rules were in force before. */
  readonly before?: number
  /** Of rules that left the files. */
  readonly kept?: KeptNotice
  readonly digest?: string
  /** The directory of the session's state, which is gone since an earlier event. */
  readonly lost?: string
}

export interface PlanLookup {
  /** The cached plan, when every source is as it was. */
  readonly open: OpenPlan | undefined
  /** What the cache holds, current or not. */
  readonly old: PlanHead | undefined
}

export function keptPlan(key: PlanKey): PlanLookup {
  const old = key.usable ? readHead(key) : undefined
  if (old === undefined) return { old, open: undefined }
  const open = isCurrent(old, key) ? planFromHead(key, old) : undefined
  if (open === undefined) return { old, open }
  const { head, lost: dir } = sessionState(old, key)
  if (!key.dry) rememberEvent(key, old, head)
  return { old, open: dir === undefined ? open : { ...open, lost: dir } }
}

/** `known`: the old head with what is known of the session's state. */
function rememberEvent(key: PlanKey, old: PlanHead, known: PlanHead): void {
  const seen = afterEvent(known, key)
  const head = areStampsReliable(old, key.now) ? { ...seen, unsettled: [] } : seen
  if (head === old) return
  try {
    writeHead(key, head)
  } catch {
    // The next run looks again.
  }
}

/** Sources that changed just before they were compiled, found unchanged since: from now on their stamps are enough. */
function areStampsReliable({ sources, unsettled }: PlanHead, now: number): boolean {
  if (unsettled.length === 0) return false
  const latest = sources.map(([, stamp]) => changedAt(stamp) ?? 0)
  return Math.max(...latest) < now - SETTLE_MS
}

/** The small file beside the rules of a plan. */
export const HEAD_FILE = 'head'

export function writeHead({ dir }: PlanKey, head: PlanHead): void {
  writeAtomically(childPath(dir, HEAD_FILE), withChecksum(Buffer.from(JSON.stringify(head))))
}

interface StampedHead {
  readonly stamp: string
  readonly head: PlanHead
}

/** Plans that a process goes on with from call to call. */
const MAX_PLANS = 64
const heads = createLatest<string, StampedHead>(MAX_PLANS)

function readHead({ dir, program, root }: PlanKey): PlanHead | undefined {
  try {
    const file = childPath(dir, HEAD_FILE)
    const stamp = stampOf(file) // before it is read: what is written meanwhile is read again
    const known = heads.get(file)
    const { head } = known?.stamp === stamp ? known : heads.set(file, { stamp, head: headIn(file) })
    return head.program === program && head.root === root ? head : undefined
  } catch {
    return undefined
  }
}

function headIn(file: string): PlanHead {
  const content = checkedContent(readBytes(file, HEAD_FLAGS, isOwnFile))
  if (content === undefined) throw new Error(`${file} is damaged`)
  return JSON.parse(Buffer.from(content).toString()) as PlanHead // written by writeHead
}

const HEAD_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** Where a session begins, by what its sources say as well. */
function isCurrent(head: PlanHead, { event }: PlanKey): boolean {
  const isRead = event === 'SessionStart'
  return (
    head.sources.every(([file, stamp]) => stampOf(file) === stamp) &&
    head.unsettled.every(([file, content]) => contentOf(file) === content) &&
    (!isRead ||
      head.sources.every(([file, , content]) => content === undefined || contentOf(file) === content))
  )
}

/** Undefined when the files of the event's rules are gone or damaged. `made`: the rules of the head, where they are not stored. */
export function planFromHead(key: PlanKey, stored: PlanHead, made?: Made): OpenPlan | undefined {
  const { dir } = key
  const { head, notice } = headForSession(stored, key)
  const isKept = notice?.kept === true
  const all = (of?: string): readonly Rule[] => {
    const rules = allRules(dir, head, of)
    return isKept ? besideKept(rules, made?.() ?? allRules(dir, stored, of)) : rules
  }
  const plan = { ...withoutRules(stored, key), all: () => all(), fresh: false }
  try {
    if (isKept) return { ...plan, rules: listRules(all(key.event)) }
    return { ...plan, rules: listOf(key, head) }
  } catch {
    return undefined
  }
}

type Made = () => readonly Rule[]

/** No generation is written twice. */
const lists = createLatest<string, RuleList>(MAX_PLANS)

function listOf({ dir, event: wanted }: PlanKey, { generation, events }: PlanHead): RuleLists {
  const size = events[wanted]
  if (generation === null || size === undefined) return () => undefined
  const paths = ruleFilePaths(dir, generation, wanted)
  const list = lists.get(paths.rules) ?? lists.set(paths.rules, openRuleFiles(paths, size))
  return (event) => (event === wanted ? list : undefined)
}

function allRules(dir: string, { generation, events }: PlanHead, of?: string): readonly Rule[] {
  if (generation === null) return []
  return Object.entries(events).flatMap(([event, size]) => {
    if (of !== undefined && event !== of) return []
    const list = openRuleFiles(ruleFilePaths(dir, generation, event), size)
    return Array.from({ length: list.length }, (_, place) => list.at(place))
  })
}

export function withoutRules(stored: PlanHead, key: PlanKey): Omit<OpenPlan, 'rules' | 'all' | 'fresh'> {
  const { head, notice } = headForSession(stored, key)
  const { settings, counts, events, sources, quarantined, paused, broken, partial, digest } = head
  const active = paused?.filter(({ until }) => until > key.now) ?? [] // a pause ends by itself
  return {
    sources,
    settings: settings ?? undefined,
    counts,
    sizes: Object.fromEntries(
      Object.entries(events).flatMap(([event, { written }]) => (written > 0 ? [[event, written]] : [])),
    ),
    quarantined,
    ...(stored.trusted !== undefined && { trusted: stored.trusted }),
    ...(active.length > 0 && { paused: active }),
    ...(broken !== undefined && { broken }),
    ...(partial !== undefined && { partial }),
    ...(digest !== undefined && { digest }),
    ...(notice !== undefined && { kept: notice }),
  }
}

export function ruleFilePaths(dir: string, generation: string, event: string): RuleFilePaths {
  const base = childPath(dir, `${generation}.${event}`)
  return { index: `${base}.index`, rules: `${base}.rules` }
}

/** Keeps the values that were used last, at most so many. */
interface Latest<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): Value
}

function createLatest<Key, Value>(most: number): Latest<Key, Value> {
  const values = new Map<Key, Value>()
  const set = (key: Key, value: Value): Value => {
    values.delete(key)
    values.set(key, value)
    const [oldest] = values.keys()
    if (values.size > most && oldest !== undefined) values.delete(oldest)
    return value
  }
  return {
    get(key) {
      const value = values.get(key)
      return value === undefined ? undefined : set(key, value)
    },
    set,
  }
}

// A plan's head remembers which sessions have state: without it, a session whose state is gone would count anew in silence.
const MAX_SESSIONS = 64

interface SessionState {
  /** The head that the next event finds; the same object when nothing changes. */
  readonly head: PlanHead
  /** The directory of the event's session, which is gone since an earlier event. */
  readonly lost?: string
}

function sessionState(head: PlanHead, { stateDir, session }: PlanKey): SessionState {
  if (stateDir === undefined || session === undefined) return { head }
  const { stateful = [] } = head
  const name = hash(session)
  const isKnown = stateful.includes(name)
  const dir = childPath(sessionsDir(stateDir), fileNameOf(session))
  const isGone = lookAt(dir) === undefined
  if (isKnown === !isGone) return { head }
  const others = stateful.filter((each) => each !== name)
  if (isGone) return { head: { ...head, stateful: others }, lost: dir }
  return { head: { ...head, stateful: [...others.slice(1 - MAX_SESSIONS), name] } }
}
