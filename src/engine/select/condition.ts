// Conditions after Kleene: yes, no and maybe; `all` is the least of its parts, `any` the greatest.
import { setOwn } from '../../patterns/fields.ts'
import type {
  CompileContext,
  Condition,
  Engines,
  FactKind,
  Match,
  Matcher,
  Subject,
  Test,
} from '../../model/types.ts'

type Matchers = Pick<ReadonlyMap<string, Matcher<never>>, 'get'>

/** What conditions are compiled with. */
export interface Compiler extends Engines {
  readonly matchers: Matchers
}

type Compiling = Compiler & CompileContext

const yes: Match = { is: 'yes' }

type Key = Extract<Condition, { kind: 'key' }>

function compileKey({ key, pattern }: Key, compiling: Compiling): Test {
  const matcher = compiling.matchers.get(key)
  if (matcher === undefined) throw new TypeError(`no matcher is called "${key}"`)
  // The compiler made the pattern for this very matcher; the plan only carries it.
  const test = matcher.compile(pattern as never, compiling)
  return (subject) => {
    try {
      return test(subject)
    } catch (error) {
      return { is: 'maybe', why: error instanceof Error ? error.message : String(error) }
    }
  }
}

function mergeBinds(one: Match, two: Match): Match {
  if (two.bind === undefined && two.why === undefined) return one
  if (one.bind === undefined && one.why === undefined) return two
  const merged: { -readonly [K in keyof Match]: Match[K] } = { is: 'yes' }
  const bind = one.bind && two.bind ? bothOf(two.bind, one.bind) : (one.bind ?? two.bind)
  if (bind !== undefined) merged.bind = bind
  const why = one.why !== undefined && two.why !== undefined ? `${one.why}, ${two.why}` : (one.why ?? two.why)
  if (why !== undefined) merged.why = why
  const verb = one.verb ?? two.verb
  if (verb !== undefined) merged.verb = verb
  if (one.past !== undefined || two.past !== undefined) merged.past = mergePast(one, two)
  return merged
}

type Bind = NonNullable<Match['bind']>

/** Key by key: V8 takes ten times as long to spread two objects into one. */
function bothOf(first: Bind, second: Bind): Bind {
  const both: Record<string, string> = {}
  for (const key in first) setOwn(both, key, first[key] ?? '')
  for (const key in second) setOwn(both, key, second[key] ?? '')
  return both
}

function mergePast({ bind, past = [] }: Match, two: Match): readonly string[] {
  return [...past, ...(two.past ?? []).filter((name) => bind?.[name] === undefined)]
}

function all(tests: readonly Test[]): Test {
  return (subject: Subject): Match => {
    let sum = yes
    let doubt: Match | undefined
    for (const test of tests) {
      const match = test(subject)
      if (match.is === 'no') return match
      if (match.is === 'maybe') doubt ??= match
      else sum = mergeBinds(sum, match)
    }
    return doubt ?? sum
  }
}

function any(tests: readonly Test[]): Test {
  return (subject: Subject): Match => {
    let doubt: Match | undefined
    const missed: string[] = []
    for (const test of tests) {
      const match = test(subject)
      if (match.is === 'yes') return match
      if (match.is === 'maybe') doubt ??= match
      else if (match.why !== undefined) missed.push(match.why)
    }
    return doubt ?? { is: 'no', why: missed.join(' and ') }
  }
}

function not(test: Test): Test {
  return (subject: Subject): Match => {
    const match = test(subject)
    if (match.is === 'maybe') return match
    const why = match.why === undefined ? {} : { why: `not: ${match.why}` }
    return match.is === 'yes' ? { is: 'no', ...why } : { is: 'yes', ...why }
  }
}

/** The test of a condition; throws when a key has no matcher. */
export function compileCondition(
  condition: Condition | undefined,
  compiler: Compiler,
  asked: CompileContext['asked'] = 'some',
): Test {
  if (condition === undefined) return () => yes
  const compiling = { ...compiler, asked }
  switch (condition.kind) {
    case 'key':
      return compileKey(condition, compiling)
    case 'not':
      // One fact is enough for what may not be.
      return not(compileCondition(condition.of, compiler))
    case 'all':
    case 'any': {
      const tests = condition.of.map((part) => compileCondition(part, compiler, asked))
      const [only] = tests
      if (tests.length === 1 && only !== undefined) return only
      return condition.kind === 'all' ? all(tests) : any(tests)
    }
  }
}

/** What an allow must have named before it counts: reading alone does no harm. */
const covered = ['commands', 'creates', 'edits', 'deletes', 'hosts'] as const

/** The test of an allow: each fact has to meet it, and the call may do nothing else. */
export function compileAllow(condition: Condition | undefined, compiler: Compiler): Test {
  const test = compileCondition(condition, compiler, 'every')
  const named = condition === undefined ? undefined : compileNamed(condition, compiler)
  if (named === undefined) return test
  return (subject) => {
    const match = test(subject)
    if (match.is !== 'yes') return match
    const { unresolved, ...facts } = subject.facts()
    const [open] = unresolved
    if (open !== undefined) return { is: 'no', why: `not all of the call can be known: ${open.reason}` }
    const kinds = named(subject)
    const other = covered.find((kind) => facts[kind].length > 0 && !kinds.has(kind))
    return other === undefined
      ? match
      : { is: 'no', why: `the call ${beside[other]}, which the match does not name` }
  }
}

const beside: Readonly<Record<(typeof covered)[number], string>> = {
  commands: 'runs commands',
  creates: 'creates files',
  edits: 'changes files',
  deletes: 'deletes files',
  hosts: 'contacts hosts',
}

type Named = (subject: Subject) => ReadonlySet<FactKind>

/** The facts that those parts name which hold; undefined when none of them asks about facts. */
function compileNamed(condition: Condition, compiler: Compiler): Named | undefined {
  if (condition.kind === 'not') return undefined
  if (condition.kind === 'key') {
    const facts = compiler.matchers.get(condition.key)?.facts
    const kinds = new Set(facts)
    return facts && (() => kinds)
  }
  const parts = condition.of.map((part) => ({
    named: compileNamed(part, compiler),
    holds: condition.kind === 'any' ? compileCondition(part, compiler, 'every') : undefined,
  }))
  if (parts.every(({ named }) => named === undefined)) return undefined
  return (subject) => {
    const holding = parts.filter(({ holds }) => holds === undefined || holds(subject).is === 'yes')
    return new Set(holding.flatMap(({ named }) => [...(named?.(subject) ?? [])]))
  }
}
