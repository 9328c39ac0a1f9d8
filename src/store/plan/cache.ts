// Reading a plan that was kept.
import { constants } from 'node:fs'
import type { RuleLists } from '../../engine/select/rule-list.ts'
import { inside } from '../../patterns/paths/inside.ts'
import type { Pause } from './pauses.ts'
import { writeAtomically, readBytes } from '../private-dir.ts'
import type { Event, RuleList, Settings } from '../../model/types.ts'
import { openRuleFiles, type RuleFilePaths } from './rule-file.ts'
import { seal, unseal } from './sealed.ts'
import { changedAt, contentOf, stampOf } from '../../config/read/stamp.ts'

/** A source that changed this shortly before it was compiled is compared by content: a stamp cannot tell two writes apart. */
export const SETTLE_MS = 2000

/** Why the last edit is not in force. */
export interface BrokenConfig {
  /** The first problem, on one line. */
  readonly message: string
  readonly errors: number
  readonly on_config_error: Settings['on_config_error']
}

/** What is known of a plan without its rules. */
export interface PlanHead {
  readonly program: string
  readonly root: string
  /** The generation of rule files in force; null when no plan was ever good. */
  readonly generation: string | null
  readonly settings: Settings | null
  readonly rules: number
  /** By event: how many rules, and the longest time that one of them may take. */
  readonly events: Readonly<Record<string, Pick<RuleList, 'length' | 'longest_ms' | 'facts'>>>
  readonly quarantined: readonly string[]
  /** Absent: none. */
  readonly paused?: readonly Pause[]
  readonly broken?: BrokenConfig
  /** No plan was ever good: these are the rules of the layers that are not broken. */
  readonly partial?: true
  readonly sources: readonly (readonly [path: string, stamp: string])[]
  readonly unsettled: readonly (readonly [path: string, content: string])[]
}

/** A plan in force. */
export interface OpenPlan {
  readonly settings: Settings | undefined
  /** The rules of one event; undefined when it has none. */
  readonly rules: RuleLists
  readonly count: number
  /** How many rules each event has. */
  readonly sizes: Readonly<Record<string, number>>
  readonly quarantined: readonly string[]
  /** Pauses that have not ended; absent: none. */
  readonly paused?: readonly Pause[]
  readonly broken?: BrokenConfig
  /** The rules of the layers that are not broken only: there is no good plan from before. */
  readonly partial?: true
  /** This very call found the files changed and compiled them. */
  readonly fresh: boolean
  /** With `fresh`: how many rules were in force before. */
  readonly before?: number
}

/** Which plan, and who wants it. */
export interface PlanKey {
  /** The directory of this root's plan. */
  readonly dir: string
  readonly root: string
  /** Our version and anything else that makes an older plan unusable. */
  readonly program: string
  readonly now: number
  /** Whose rules are wanted. */
  readonly event: Event['event']
  /** False when the directory cannot be trusted or written. */
  readonly usable: boolean
  /** Nothing may be written: what is kept is read, nothing is added to it. */
  readonly dry: boolean
}

export interface PlanLookup {
  /** The cached plan, when every source is as it was. */
  readonly open: OpenPlan | undefined
  /** What the cache holds, current or not. */
  readonly old: PlanHead | undefined
}

export function openPlan(key: PlanKey): PlanLookup {
  const old = key.usable ? readHead(key) : undefined
  const open = old !== undefined && isCurrent(old) ? planFromHead(key, old) : undefined
  if (old !== undefined && open !== undefined && !key.dry && areStampsReliable(old, key.now))
    updateHead(key.dir, { ...old, unsettled: [] })
  return { old, open }
}

/** Sources that changed just before they were compiled, found unchanged since: from now on their stamps are enough. */
function areStampsReliable({ sources, unsettled }: PlanHead, now: number): boolean {
  if (unsettled.length === 0) return false
  const latest = sources.map(([, stamp]) => changedAt(stamp) ?? 0)
  return Math.max(...latest) < now - SETTLE_MS
}

/** Whole or not at all; without it the next run looks again. */
function updateHead(dir: string, head: PlanHead): void {
  try {
    writeHead(dir, head)
  } catch {
    // The next run looks again.
  }
}

/** The small file beside the rules of each event. */
export const HEAD_FILE = 'head'

export function writeHead(dir: string, head: PlanHead): void {
  writeAtomically(inside(dir, HEAD_FILE), seal(Buffer.from(JSON.stringify(head))))
}

function readHead(key: PlanKey): PlanHead | undefined {
  const head = readJson(inside(key.dir, HEAD_FILE)) as PlanHead | undefined // written by putHead
  return head?.program === key.program && head.root === key.root ? head : undefined
}

function readJson(file: string): unknown {
  try {
    const content = unseal(readBytes(file, constants.O_RDONLY))
    return content && JSON.parse(Buffer.from(content).toString())
  } catch {
    return undefined
  }
}

function isCurrent(head: PlanHead): boolean {
  return (
    head.sources.every(([file, stamp]) => stampOf(file) === stamp) &&
    head.unsettled.every(([file, content]) => contentOf(file) === content)
  )
}

/** Undefined when the files of the event's rules are gone or damaged. */
export function planFromHead({ dir, event: wanted, now }: PlanKey, head: PlanHead): OpenPlan | undefined {
  const { generation, settings, quarantined } = head
  const broken = brokenPart(head)
  const base = {
    settings: settings ?? undefined,
    count: head.rules,
    sizes: sizesOf(head),
    quarantined,
    fresh: false,
    ...activePauses(head, now),
    ...broken,
  }
  const size = head.events[wanted]
  if (generation === null || size === undefined) return { ...base, rules: () => undefined }
  try {
    const list = openRuleFiles(ruleFilePaths(dir, generation, wanted), size)
    return { ...base, rules: (event) => (event === wanted ? list : undefined) }
  } catch {
    return undefined
  }
}

export function brokenPart({ broken, partial }: PlanHead): Pick<OpenPlan, 'broken' | 'partial'> {
  return { ...(broken !== undefined && { broken }), ...(partial !== undefined && { partial }) }
}

/** A pause ends by itself. */
export function activePauses({ paused }: PlanHead, now: number): Pick<OpenPlan, 'paused'> {
  const left = paused?.filter(({ until }) => until > now) ?? []
  return left.length === 0 ? {} : { paused: left }
}

export function sizesOf({ events }: PlanHead): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(events).map(([event, { length }]) => [event, length]))
}

export function ruleFilePaths(dir: string, generation: string, event: string): RuleFilePaths {
  const base = inside(dir, `${generation}.${event}`)
  return { index: `${base}.index`, rules: `${base}.rules` }
}
