// Stores a plan that was just compiled.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listRules, measureRules } from '../../engine/select/rule-list.ts'
import { countRules, rulesIn } from '../../model/rule-counts.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { isEventName } from '../../model/events.ts'
import { makeDirs, writeAtomically } from '../disk/private-dir.ts'
import type { Plan, Rule } from '../../model/types.ts'
import {
  ruleFilePaths,
  planFromHead,
  HEAD_FILE,
  writeHead,
  SETTLE_MS,
  withoutRules,
  type OpenPlan,
} from './cache.ts'
import { digestOf } from './beside.ts'
import { afterEvent, type Changed, keptAfter } from './kept.ts'
import type { BrokenConfig, PlanHead, PlanKey } from './plan-head.ts'
import type { Pause } from '../records/pauses.ts'
import { ruleFiles } from './rule-file.ts'
import { changedAt, type StampedSource } from '../../config/read/stamp.ts'

const KEEP_GENERATION_MS = 60_000
const KEEP_PLAN_MS = 30 * 86_400_000

/** What the compiler found. */
export interface CompiledSources {
  /** With `broken`: only what the layers without an error say, for when there is no good plan from before. */
  readonly plan?: Plan | undefined
  readonly sources: readonly StampedSource[]
  /** The files of the layers, absolute. */
  readonly layers: readonly string[]
  readonly paused?: readonly Pause[]
  readonly broken?: BrokenConfig
  readonly trusted?: readonly string[]
  /** Some source could not be read or looked at just now: what was found is no answer to keep. */
  readonly unsure?: true
  /** Who changed these files. */
  readonly judge: (files: readonly string[]) => Changed
}

/** Stores what was compiled; a broken edit leaves the last good plan in force and remembers why. */
export function storePlan(options: PlanKey, found: CompiledSources, old: PlanHead | undefined): OpenPlan {
  // Rules that were whole once are better than a part of the new ones.
  const isOldGood = old !== undefined && old.generation !== null && old.partial !== true
  const plan = isOldGood && found.broken !== undefined ? undefined : found.plan
  const head = nextHead(options, { ...found, plan }, old)
  const lists = plan && listRules(Object.values(plan.events).flat())
  if (options.usable && !options.dry && found.unsure !== true) save(options, head, lists)
  const known = withoutRules(head, options)
  const made = (): readonly Rule[] => rulesOf(plan)
  const compiled = known.kept?.kept === true ? undefined : lists
  const kept = compiled === undefined ? planFromHead(options, head, plan && made) : undefined
  const rules = compiled ?? kept?.rules ?? lists ?? ((): undefined => undefined)
  return { ...known, rules, all: kept?.all ?? made, fresh: true, before: countBefore(old) }
}

/** With a file that was gone, what its sessions kept. */
function countBefore(old: PlanHead | undefined): number {
  const plans = [old, ...(old?.kept ?? []).map(({ plan }) => plan)]
  return Math.max(...plans.map((plan) => rulesIn(plan?.counts ?? none)))
}

const none = countRules([])

const rulesOf = (plan: Plan | undefined): readonly Rule[] => Object.values(plan?.events ?? {}).flat()

function nextHead(options: PlanKey, compiled: CompiledSources, old: PlanHead | undefined): PlanHead {
  const { plan, broken, sources, paused = [], trusted = [] } = compiled
  const all = rulesOf(plan).filter(isWritten)
  const isOld = plan === undefined && old?.digest !== undefined // the last good rules stay
  const digest = isOld ? old.digest : digestOf(all)
  const counts = countRules(all)
  const kept = keptAfter(old, { ...compiled, rules: rulesIn(counts), digest }, options)
  const keeping = new Set(kept.flatMap((each) => each.sessions))
  const had = [old?.sessions ?? [], ...(old?.kept ?? []).map((each) => each.sessions)].flat()
  const sessions = [...new Set(had)].filter((each) => !keeping.has(each))
  const base = {
    program: options.program,
    root: options.root,
    sources: sources.map(({ path, stamp, content }) =>
      content === undefined ? ([path, stamp] as const) : ([path, stamp, content] as const),
    ),
    unsettled: sources.flatMap((source) =>
      isUnsettled(source, options.now) ? [[source.path, source.content] as const] : [],
    ),
    ...(paused.length > 0 && { paused }),
    ...(broken !== undefined && { broken }),
    ...(trusted.length > 0 && { trusted }),
    ...(sessions.length > 0 && { sessions }),
    ...(old?.stateful !== undefined && { stateful: old.stateful }),
    ...(kept.length > 0 && { kept }),
    digest,
  }
  if (plan === undefined) {
    const kept = { generation: null, settings: null, counts: none, events: {}, quarantined: [] }
    const { generation, settings, counts, events, quarantined } = old ?? kept
    return { ...base, generation, settings, counts, events, quarantined }
  }
  return {
    ...base,
    ...(broken !== undefined && { partial: true as const }),
    generation: nextGeneration(options.now),
    settings: plan.settings,
    counts,
    events: Object.fromEntries(
      Object.entries(plan.events).map(([event, rules]) => [event, measureRules(rules)]),
    ),
    quarantined: all.filter((rule) => rule.quarantined !== undefined).map((rule) => rule.name),
  }
}

let generations = 0

/** A name that no other process and no other compilation gives. */
function nextGeneration(now: number): string {
  return [now, process.pid, ++generations].map((part) => part.toString(36)).join('-')
}

function isUnsettled(source: StampedSource, now: number): source is Required<StampedSource> {
  return source.content !== undefined && (changedAt(source.stamp) ?? 0) > now - SETTLE_MS
}

type HeldLists = ReturnType<typeof listRules>

/** Rule files first, the head last and by rename: a reader sees one whole generation or the other. */
function save(options: PlanKey, head: PlanHead, lists: HeldLists | undefined): void {
  const { dir } = options
  try {
    makeDirs(dir)
    if (lists !== undefined) saveRules(dir, head, lists)
    writeHead(options, afterEvent(head, options))
    prune(options, head)
  } catch {
    // Without a cache every run compiles: slower, never wrong.
  }
}

function saveRules(dir: string, { generation, events }: PlanHead, lists: HeldLists): void {
  if (generation === null) return
  for (const event of Object.keys(events)) {
    const list = isEventName(event) ? lists(event) : undefined
    if (list === undefined) continue
    const paths = ruleFilePaths(dir, generation, event)
    const files = ruleFiles(list)
    writeAtomically(paths.rules, files.rules)
    writeAtomically(paths.index, files.index)
  }
}

/** Removes old generations once no process can still read them, and plans that were not used for long. */
function prune({ dir, now }: PlanKey, head: PlanHead): void {
  const above = dirname(dir)
  for (const name of readdirSync(above)) {
    const other = join(above, name)
    const stat = other === dir ? undefined : statSync(join(other, HEAD_FILE), { throwIfNoEntry: false })
    if (stat !== undefined && now - Math.max(stat.atimeMs, stat.mtimeMs) > KEEP_PLAN_MS)
      rmSync(other, { recursive: true, force: true })
  }
  const inUse = [head.generation, ...(head.kept ?? []).map(({ plan }) => plan?.generation)]
  for (const name of readdirSync(dir)) {
    if (name === HEAD_FILE || inUse.some((each) => name.startsWith(`${each}.`))) continue
    const file = join(dir, name)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat !== undefined && now - stat.mtimeMs > KEEP_GENERATION_MS) rmSync(file, { force: true })
  }
}
