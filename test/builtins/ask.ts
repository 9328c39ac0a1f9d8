import path from 'node:path'
import { catalog, dialects, matchers } from '../../src/catalog.ts'
import { compilePlan } from '../../src/config/compile/compile.ts'
import { countBoundary } from '../../src/engine/boundary.ts'
import { createSubject, type FactSource, unknownHistory } from '../../src/engine/subject.ts'
import { dispatch } from '../../src/engine/dispatch.ts'
import { createRegistry, matchersByKey, createRuleCompiler } from '../../src/engine/live.ts'
import { createFactSource } from '../../src/shell/source.ts'
import { frontMatter } from '../../src/recipes/front-matter.ts'
import { optionValidators } from '../../src/config/check/generated/option-validators.ts'
import { loaders } from '../support/loaders.ts'
import { createMemoryState } from '../../src/store/state/memory.ts'
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
  TraceEntry,
  Verdict,
} from '../../src/model/types.ts'

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
  /** What was said before it. */
  readonly prior?: Partial<Verdict>
  readonly half?: Rule['half']
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
  if (builtin.expands === true) return playRules(builtin.name, question)
  const context = contextOf(question)
  const event = countBoundary(eventOf(question), context.state)
  return builtin.compile(options)(createSubject(event, factsIn(question)), context)
}

/** A built-in that stands for rules, through the compiler and the engine. */
async function playRules(use: string, question: Question): Promise<Outcome> {
  const rule = { name: 'shop', use, with: question.with ?? {} }
  const text = JSON.stringify({ version: 1, hooks: { [question.event.event]: [rule] } })
  const written = filesIn({ 'hooks.yaml': text })
  const layers = [{ layer: 'project', path: `${root}/hooks.yaml`, file: 'hooks.yaml' }] as const
  const { plan, diagnostics } = compilePlan({
    root,
    layers,
    env: { HOME: '/home/dana' },
    files: written,
    catalog,
    trust: 'all',
  })
  if (plan === undefined || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  const makers = createRuleCompiler({
    ...catalog,
    matchers: matchersByKey(matchers),
    scripted: dialects,
    ...loaders,
    makeRun: () => () => ({}),
  })
  const registry = createRegistry(Object.values(plan.events).flat(), plan.settings, makers)
  const { verdict } = await dispatch(registry, eventOf(question), {
    effects: { ...contextOf(question), parser: loaders.parser },
    facts: factsIn(question),
  })
  const { decision, reason, updated_output } = verdict
  return {
    ...(decision !== 'proceed' && { decision }),
    ...(reason !== undefined && { reason }),
    ...(Object.hasOwn(verdict, 'updated_output') && { updated_output }),
  }
}

const noTrace: readonly TraceEntry[] = []

export function clockAt(now: number): Clock {
  return { now: () => now, elapsed: () => now }
}

function eventOf({ event }: Question): Event {
  return deepFreeze<Event>({ cwd: root, root, raw: event, ...event })
}

function factsIn({ files = {} }: Question): FactSource {
  const source = createFactSource({
    files: filesIn(files),
    env: { HOME: '/home/dana' },
    parser: loaders.parser,
  })
  return { ...source, did: () => unknownHistory }
}

function contextOf({ files = {}, state, now = 0, rule = 'shop', recorded, prior, half }: Question): Context {
  const clock = clockAt(now)
  return {
    rule: { name: rule, ...(half !== undefined && { half }) } as Rule, // built-ins look at no more of it
    match: { is: 'yes' },
    prior: { decision: 'proceed', flow: 'default', trace: noTrace, ...prior } as Partial<Verdict> as Verdict, // all that built-ins look at
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
