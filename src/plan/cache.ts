import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '../hash.ts'
import { listRules, longestOf, type RuleLists } from '../engine/rule-list.ts'
import type { Event, Plan, Rule, RuleList, Settings } from '../types.ts'
import { openRuleFiles, ruleFiles, type RuleFilePaths } from './rule-file.ts'
import { changedAt, contentOf, stampOf } from './stamp.ts'

/** A source that changed this shortly before it was compiled is compared by content: a stamp cannot tell two writes apart. */
const SETTLE_MS = 2000
const KEEP_MS = 60_000

/** Why the last edit is not in force. */
export interface Broken {
  /** The first problem, on one line. */
  readonly message: string
  readonly errors: number
  readonly on_config_error: Settings['on_config_error']
}

/** The small file beside the rules of each event. */
interface Head {
  readonly program: string
  readonly root: string
  /** The generation of rule files in force; null when no plan was ever good. */
  readonly generation: string | null
  readonly settings: Settings | null
  readonly rules: number
  /** By event: how many rules, and the longest time that one of them may take. */
  readonly events: Readonly<Record<string, Pick<RuleList, 'length' | 'longest_ms'>>>
  readonly quarantined: readonly string[]
  readonly broken?: Broken
  readonly sources: readonly (readonly [path: string, stamp: string])[]
  readonly unsettled: readonly (readonly [path: string, content: string])[]
}

/** A path the compiler looked at, as it was before it was read; absent ones too. */
export interface Source {
  readonly path: string
  readonly stamp: string
  /** The hash of the text that was read. */
  readonly content?: string
}

/** What the compiler found. */
export interface Compiled {
  readonly plan?: Plan
  readonly sources: readonly Source[]
  readonly broken?: Broken
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
  readonly broken?: Broken
  /** This very call found the files changed and compiled them. */
  readonly fresh: boolean
  /** With `fresh`: how many rules were in force before. */
  readonly before?: number
}

export interface CacheOptions {
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
  compile(): Promise<Compiled>
}

/** The cached plan when every source is as it was, else a new one. */
export async function openPlan(options: CacheOptions): Promise<OpenPlan> {
  const head = options.usable ? readHead(options) : undefined
  if (head !== undefined && isCurrent(head)) {
    const open = fromHead(options, head)
    if (open !== undefined) return open
  }
  return renew(options, head)
}

function readHead(options: CacheOptions): Head | undefined {
  const head = readJson(join(options.dir, 'head.json')) as Head | undefined // written by this file
  return head?.program === options.program && head.root === options.root ? head : undefined
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isCurrent(head: Head): boolean {
  return (
    head.sources.every(([file, stamp]) => stampOf(file) === stamp) &&
    head.unsettled.every(([file, content]) => contentOf(file) === content)
  )
}

/** Undefined when the files of the event's rules are gone or damaged. */
function fromHead({ dir, event: wanted }: CacheOptions, head: Head): OpenPlan | undefined {
  const { generation, settings, quarantined } = head
  const broken = head.broken === undefined ? {} : { broken: head.broken }
  const base = {
    settings: settings ?? undefined,
    count: head.rules,
    sizes: sizesOf(head),
    quarantined,
    fresh: false,
    ...broken,
  }
  const size = head.events[wanted]
  if (generation === null || size === undefined) return { ...base, rules: () => undefined }
  try {
    const list = openRuleFiles(filesOf(dir, generation, wanted), size)
    return { ...base, rules: (event) => (event === wanted ? list : undefined) }
  } catch {
    return undefined
  }
}

function sizesOf({ events }: Head): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(events).map(([event, { length }]) => [event, length]))
}

function filesOf(dir: string, generation: string, event: string): RuleFilePaths {
  const base = join(dir, `${generation}.${event}`)
  return { index: `${base}.index`, rules: `${base}.rules` }
}

/** Compiles; a broken edit keeps the last good plan and remembers why. */
async function renew(options: CacheOptions, old: Head | undefined): Promise<OpenPlan> {
  const compiled = await options.compile()
  const head = nextHead(options, compiled, old)
  if (options.usable) save(options, head, compiled.plan)
  return { ...opened(options, head, compiled.plan), fresh: true, before: old?.rules ?? 0 }
}

function nextHead(options: CacheOptions, compiled: Compiled, old: Head | undefined): Head {
  const { plan, broken, sources } = compiled
  const base = {
    program: options.program,
    root: options.root,
    sources: sources.map((source) => [source.path, source.stamp] as const),
    unsettled: sources.flatMap((source) =>
      isUnsettled(source, options.now) ? [[source.path, source.content] as const] : [],
    ),
    ...(broken === undefined ? {} : { broken }),
  }
  if (plan === undefined) {
    const kept = { generation: null, settings: null, rules: 0, events: {}, quarantined: [] }
    const { generation, settings, rules, events, quarantined } = old ?? kept
    return { ...base, generation, settings, rules, events, quarantined }
  }
  const all = Object.values(plan.events).flat()
  return {
    ...base,
    generation: hash(JSON.stringify(plan) + options.now),
    settings: plan.settings,
    rules: all.length,
    events: Object.fromEntries(
      Object.entries(plan.events).map(([event, rules]) => [
        event,
        { length: rules.length, longest_ms: longestOf(rules) },
      ]),
    ),
    quarantined: all.filter((rule) => rule.quarantined !== undefined).map((rule) => rule.name),
  }
}

function isUnsettled(source: Source, now: number): source is Required<Source> {
  return source.content !== undefined && (changedAt(source.stamp) ?? 0) > now - SETTLE_MS
}

function opened(options: CacheOptions, head: Head, plan: Plan | undefined): Omit<OpenPlan, 'fresh'> {
  const kept = plan === undefined ? fromHead(options, head) : undefined
  return {
    settings: head.settings ?? undefined,
    count: head.rules,
    sizes: sizesOf(head),
    quarantined: head.quarantined,
    ...(head.broken === undefined ? {} : { broken: head.broken }),
    rules:
      plan === undefined
        ? (kept?.rules ?? ((): undefined => undefined))
        : listRules(Object.values(plan.events).flat()),
  }
}

/** Rule files first, the head last and by rename: a reader sees one whole generation or the other. */
function save(options: CacheOptions, head: Head, plan: Plan | undefined): void {
  const { dir } = options
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    if (plan !== undefined && head.generation !== null) {
      for (const [event, rules] of Object.entries(plan.events))
        saveRules(filesOf(dir, head.generation, event), rules)
    }
    put(join(dir, 'head.json'), JSON.stringify(head))
    prune(options, head.generation)
  } catch {
    // Without a cache every run compiles: slower, never wrong.
  }
}

function saveRules(paths: RuleFilePaths, rules: readonly Rule[]): void {
  const files = ruleFiles(rules)
  put(paths.rules, files.rules)
  put(paths.index, files.index)
}

function put(file: string, content: string | Buffer): void {
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, content, { mode: 0o600 })
  renameSync(temporary, file)
}

/** Old generations go once nobody can still be reading them. */
function prune({ dir, now }: CacheOptions, generation: string | null): void {
  for (const name of readdirSync(dir)) {
    if (name === 'head.json' || (generation !== null && name.startsWith(`${generation}.`))) continue
    const file = join(dir, name)
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat !== undefined && now - stat.mtimeMs > KEEP_MS) rmSync(file, { force: true })
  }
}
