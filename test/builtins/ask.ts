import path from 'node:path'
import { frontMatter } from '../../src/front-matter.ts'
import { optionValidators } from '../../src/generated/option-validators.ts'
import { createMemoryState } from '../../src/state/memory.ts'
import type {
  Builtin,
  Clock,
  Context,
  Event,
  EventName,
  Files,
  Outcome,
  Rule,
  State,
  Subject,
  TraceEntry,
  Verdict,
} from '../../src/types.ts'

export const root = '/home/dana/src/shop'

export type Tree = Record<string, string>

export interface Question {
  readonly with?: Readonly<Record<string, unknown>>
  readonly event: Readonly<Record<string, unknown>> & { readonly event: EventName }
  /** By path relative to the root; what the built-in writes is written here. */
  readonly files?: Tree
  readonly state?: State
  readonly now?: number
  readonly rule?: string
  /** What it has kept in the ledger. */
  readonly recorded?: Readonly<Record<string, unknown>>[]
}

/** What a built-in says to an event, through the validated options and the `compile` that the engine uses. */
export async function ask(builtin: Builtin<never>, question: Question): Promise<Outcome> {
  const given: Record<string, unknown> = structuredClone(question.with ?? {})
  const validate = optionValidators[builtin.name]
  if (validate === undefined) throw new Error(`no schema for ${builtin.name}`)
  if (!validate(given)) throw new Error(JSON.stringify(validate.errors))
  const options = given as never // what the validator let through, with its defaults
  return builtin.compile(options)(subjectOf(question.event), contextOf(question))
}

const noTrace: readonly TraceEntry[] = []

export function clockAt(now: number): Clock {
  return { now: () => now, elapsed: () => now }
}

function subjectOf(event: Question['event']): Subject {
  const whole = deepFreeze<Event>({ cwd: root, root, raw: event, ...event })
  return { event: whole, facts: noFacts, did: noFacts }
}

function noFacts(): never {
  throw new Error('a built-in asked for facts')
}

function contextOf({ files = {}, state, now = 0, rule = 'shop', recorded }: Question): Context {
  const clock = clockAt(now)
  return {
    rule: { name: rule } as Rule, // built-ins look at the name alone
    match: { is: 'yes' },
    prior: { decision: 'proceed', trace: noTrace } as Partial<Verdict> as Verdict, // all that built-ins look at
    clock,
    files: filesIn(files),
    spawn: () => Promise.reject(new Error('a built-in started a process')),
    state: state ?? createMemoryState(clock),
    env: { HOME: '/home/dana' },
    time_ms: 1000,
    reply_chars: 2000,
    frontMatter,
    record: (entry) => void recorded?.push(entry),
    note: () => {},
  }
}

const at = (file: string): string => path.relative(root, file)

/** A file system of plain data. */
export function filesIn(tree: Tree): Files {
  return {
    read: (file) => (Object.hasOwn(tree, at(file)) ? tree[at(file)] : undefined),
    write: (file, text) => void (tree[at(file)] = text),
    append: (file, text) => void (tree[at(file)] = (tree[at(file)] ?? '') + text),
    remove: (file) => void delete tree[at(file)],
    list: (dir) => entriesOf(tree, at(dir)),
    kind: (file) =>
      Object.hasOwn(tree, at(file)) ? 'file' : entriesOf(tree, at(file)).length > 0 ? 'dir' : undefined,
    real: (file) => file,
  }
}

function entriesOf(tree: Tree, dir: string): string[] {
  const prefix = dir === '' ? '' : `${dir}/`
  const below = Object.keys(tree)
    .filter((file) => file.startsWith(prefix))
    .map((file) => file.slice(prefix.length))
  return [...new Set(below.map((file) => file.replace(/\/.*/, '/')))].sort()
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
