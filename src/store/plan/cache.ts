// Reads a cached plan.
import { constants, rmSync } from 'node:fs'
import type { RuleLists } from '../../engine/select/rule-list.ts'
import { isMissing } from '../../model/errors.ts'
import { childPath } from '../../patterns/paths/child-path.ts'
import { readBytes } from '../private-dir.ts'
import type { Plan, Rule, Settings } from '../../model/types.ts'
import { openRuleFiles, type RuleFilePaths } from './rule-file.ts'
import { afterEvent, type GoneNotice, headForSession, lost } from './gone.ts'
import type { PlanHead, PlanKey } from './plan-head.ts'
import { recordSessions } from './rules-record.ts'
import { seal, unseal } from './sealed.ts'
import { sessionState } from './session-state.ts'
import { changedAt, contentOf, stampOf } from '../../config/read/stamp.ts'
import { isChanged, lookOf, readVouched } from '../vouch/vouched.ts'
import { writeAndLook, writeVouched } from '../vouch/write-vouched.ts'

/** A source that changed this shortly before it was compiled is compared by content: a stamp cannot tell two writes apart. */
export const SETTLE_MS = 2000

/** A plan in force; its pauses have not ended. */
export interface OpenPlan extends Pick<
  PlanHead,
  'sources' | 'quarantined' | 'paused' | 'broken' | 'partial'
> {
  readonly settings: Settings | undefined
  /** The rules of one event; undefined when it has none. */
  readonly rules: RuleLists
  readonly count: number
  /** How many rules each event has. */
  readonly sizes: Readonly<Record<string, number>>
  /** This very call found the files changed and compiled them. */
  readonly fresh: boolean
  /** With `fresh`: how many rules were in force before. */
  readonly before?: number
  readonly gone?: GoneNotice
  /** Files that were not as hooks wrote them, and were thrown away. */
  readonly spoiled?: readonly string[]
  /** The directory of the session's state, which is gone since an earlier event. */
  readonly lost?: string
}

export interface PlanLookup {
  /** The cached plan, when every source is as it was. */
  readonly open: OpenPlan | undefined
  /** What the cache holds, current or not. */
  readonly old: PlanHead | undefined
  /** Files of it that are not as hooks wrote them. */
  readonly spoiled?: readonly string[]
}

export function openPlan(key: PlanKey): PlanLookup {
  const { head: old, file, spoiled } = key.usable ? readHead(key) : NOTHING
  if (old === undefined) return { old, open: undefined, ...(spoiled !== undefined && { spoiled }) }
  const open = isCurrent(old, key) ? planFromHead(key, old) : undefined
  const changed = open === undefined || key.event === 'SessionStart' ? changedFile(key, old) : undefined
  if (changed !== undefined) return { old: withoutFiles(old, changed), open: undefined, spoiled: [changed] }
  if (open === undefined || file === undefined) return { old, open }
  const { head, lost: dir } = sessionState(old, key)
  if (!key.dry) rememberEvent(key, { old, file, head })
  return { old, open: dir === undefined ? open : { ...open, lost: dir } }
}

/** The first of the files of the event's rules that is not as it was written; where a session begins, of all rules. */
function changedFile(key: PlanKey, stored: PlanHead): string | undefined {
  const { head } = headForSession(stored, key)
  const { generation } = head
  if (generation === null) return undefined
  const events = key.event === 'SessionStart' ? Object.keys(head.events) : [key.event]
  for (const event of events) {
    const [index, rules] = head.events[event]?.looks ?? []
    const paths = ruleFilePaths(key.dir, generation, event)
    if (index !== undefined && isChanged(paths.index, index)) return paths.index
    if (rules !== undefined && isChanged(paths.rules, rules)) return paths.rules
  }
  return undefined
}

/** A plan whose rules somebody else wrote is no good one from before. */
function withoutFiles(old: PlanHead, changed: string): PlanHead {
  const isOf = (generation: string | null | undefined): boolean => changed.includes(`${generation}.`)
  const gone = old.gone !== undefined && isOf(old.gone.plan?.generation) ? lost(old.gone) : old.gone
  const head = isOf(old.generation) ? { ...old, generation: null } : old
  return gone === undefined ? head : { ...head, gone }
}

interface Remembered {
  readonly old: PlanHead
  /** Where it stands. */
  readonly file: string
  /** With what is known of the session's state. */
  readonly head: PlanHead
}

function rememberEvent(key: PlanKey, { old, file, head: known }: Remembered): void {
  const seen = afterEvent(known, key)
  const head = areStampsReliable(old, key.now) ? { ...seen, unsettled: [] } : seen
  if (head === old) return
  try {
    writeHead(key, head)
    rmSync(file, { force: true })
    if (seen !== old) recordSessions(key, seen)
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

/** The small file that vouches for the plan. */
export const HEAD_FILE = 'head'

let plans = 0

/** All but the rules, in a file whose name is new each time. */
export function writeHead({ dir, vouch, now }: PlanKey, head: PlanHead): void {
  if (vouch === undefined) return
  const name = `${[now, process.pid, ++plans].map((part) => part.toString(36)).join('-')}.plan`
  const look = writeAndLook(childPath(dir, name), seal(Buffer.from(JSON.stringify(head))))
  writeVouched(childPath(dir, HEAD_FILE), vouch, new Map([[name, look]]))
}

interface FoundHead {
  readonly head?: PlanHead
  /** Where it stands. */
  readonly file?: string
  readonly spoiled?: readonly string[]
}

const NOTHING: FoundHead = {}

/** Another run may replace the plan's file just now. */
const TRIES = 3

function readHead(key: PlanKey, tries = TRIES): FoundHead {
  const { dir, program, root, vouch } = key
  if (vouch === undefined) return NOTHING
  const vouched = readVouched(childPath(dir, HEAD_FILE), vouch)
  if (vouched === 'forged') return { spoiled: [childPath(dir, HEAD_FILE)] }
  const [name, look] = [...vouched][0] ?? []
  if (name === undefined || look === undefined) return NOTHING
  const file = childPath(dir, name)
  try {
    const content = unseal(readBytes(file, constants.O_RDONLY, (stat) => lookOf(stat) === look))
    if (content === undefined) return isChanged(file, look) ? { spoiled: [file] } : NOTHING
    const head = JSON.parse(Buffer.from(content).toString()) as PlanHead // written by writeHead
    return head.program === program && head.root === root ? { head, file } : NOTHING
  } catch (error) {
    return isMissing(error) && tries > 1 ? readHead(key, tries - 1) : NOTHING
  }
}

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

/** Undefined when the files of the event's rules are gone or damaged. */
export function planFromHead(key: PlanKey, stored: PlanHead): OpenPlan | undefined {
  const { dir, event: wanted } = key
  const { head } = headForSession(stored, key)
  const { generation } = head
  const plan = { ...withoutRules(stored, key), fresh: false }
  const size = head.events[wanted]
  if (generation === null || size === undefined) return { ...plan, rules: () => undefined }
  try {
    const list = openRuleFiles(ruleFilePaths(dir, generation, wanted), size)
    return { ...plan, rules: (event) => (event === wanted ? list : undefined) }
  } catch {
    return undefined
  }
}

export function withoutRules(stored: PlanHead, key: PlanKey): Omit<OpenPlan, 'rules' | 'fresh'> {
  const { head, notice } = headForSession(stored, key)
  const { settings, rules: count, events, sources, quarantined, paused, broken, partial } = head
  const active = paused?.filter(({ until }) => until > key.now) ?? [] // a pause ends by itself
  return {
    sources,
    settings: settings ?? undefined,
    count,
    sizes: Object.fromEntries(
      Object.entries(events).flatMap(([event, { written }]) => (written > 0 ? [[event, written]] : [])),
    ),
    quarantined,
    ...(active.length > 0 && { paused: active }),
    ...(broken !== undefined && { broken }),
    ...(partial !== undefined && { partial }),
    ...(notice !== undefined && { gone: notice }),
  }
}

/** Do the plan's files say what was compiled just now from its sources? A plan of other sources is neither. */
export function isPlanOf(key: PlanKey, old: PlanHead, { events, settings }: Plan): boolean {
  const { generation } = old
  if (generation === null || old.broken !== undefined || !isCurrent(old, key)) return true
  const kept = Object.entries(old.events).flatMap(([event, size]) => {
    const list = openRuleFiles(ruleFilePaths(key.dir, generation, event), size)
    return Array.from({ length: list.length }, (_, place) => list.at(place))
  })
  const isSame = textOf(kept) === textOf(Object.values(events).flat())
  return isSame && JSON.stringify(old.settings) === JSON.stringify(settings)
}

/** Whatever the order of events. */
function textOf(rules: readonly Rule[]): string {
  return JSON.stringify(rules.toSorted(byEvent))
}

function byEvent(one: Rule, two: Rule): number {
  if (one.event === two.event) return one.order - two.order
  return one.event < two.event ? -1 : 1
}

export function ruleFilePaths(dir: string, generation: string, event: string): RuleFilePaths {
  const base = childPath(dir, `${generation}.${event}`)
  return { index: `${base}.index`, rules: `${base}.rules` }
}
