// Conditions in Kleene's three-valued logic: `all` is the minimum of its parts, `any` the maximum.
import { errorMessage } from '../../model/errors.ts'
import { setOwn } from '../../patterns/field-patterns.ts'
import { isSpent, SPENT } from '../../patterns/work.ts'
import { commandText } from '../../patterns/commands/command-pattern.ts'
import { subjectOf } from '../subject.ts'
import { belowNot } from '../../patterns/paths/path-match.ts'
import type {
  CompileContext,
  Condition,
  Engines,
  FactKind,
  Match,
  Matcher,
  PartFacts,
  Subject,
  Test,
} from '../../model/types.ts'

type Matchers = Pick<ReadonlyMap<string, Matcher<never>>, 'get'>

export interface ConditionCompiler extends Engines {
  readonly matchers: Matchers
}

type MatcherContext = ConditionCompiler & CompileContext

const yes: Match = { is: 'yes' }

export type KeyCondition = Extract<Condition, { kind: 'key' }>

function compileKey({ key, pattern }: KeyCondition, context: MatcherContext): Test {
  const matcher = context.matchers.get(key)
  if (matcher === undefined) throw new TypeError(`no matcher is called "${key}"`)
  const test = matcher.compile(pattern as never, context) // the plan's pattern was made for this matcher
  return (subject) => {
    try {
      const match = test(subject)
      return match.is === 'no' && matcher.needs === 'facts' && isCutOff(subject) ? cutOff : match
    } catch (error) {
      return { is: 'maybe', why: errorMessage(error) }
    }
  }
}

const cutOff: Match = { is: 'maybe', why: SPENT }

/** Was the call not read to its end? What was not read could meet what the rest does not. */
function isCutOff(subject: Subject): boolean {
  return isSpent() && subject.facts().unresolved.some(({ reason }) => reason.includes(SPENT))
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

/** Key by key, which is ten times as fast in V8 as spreading. */
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
    let maybe: Match | undefined
    for (const test of tests) {
      const match = test(subject)
      if (match.is === 'no') return match
      if (match.is === 'maybe') maybe ??= match
      else sum = mergeBinds(sum, match)
    }
    return maybe ?? sum
  }
}

/** Its commands as one text. */
export function textOfPart({ commands }: PartFacts): string {
  return commands.map(commandText).join(' | ')
}

const rank = { no: 0, maybe: 1, yes: 2 } as const

/** Whether one command of the call meets all of them. What no part of the call meets is asked of none. */
function ofOneCommand(
  tests: readonly Test[],
  { keys, piped }: { readonly keys: readonly Test[]; readonly piped: boolean },
): Test {
  const whole = all(keys)
  const own = all(tests)
  return (subject) => {
    const apart = subject.call === undefined ? subject.facts().apart : undefined
    if (apart === undefined) return own(subject)
    const could = whole(subject)
    if (could.is === 'no') return could
    let best: Match = {
      is: 'no',
      why: `no one command meets all of it${could.why === undefined ? '' : `: ${could.why}`}`,
    }
    for (const part of apart()) {
      if (part.pipeline === true && !piped) continue
      const match = own(subjectOf(part, subject))
      if (rank[match.is] > rank[best.is]) best = { ...match, by: textOfPart(part) }
      if (best.is === 'yes') return best
    }
    return best
  }
}

/** Does it ask about a command? */
function asksCommand(condition: Condition, matchers: Matchers): boolean {
  switch (condition.kind) {
    case 'key':
      return matchers.get(condition.key)?.needs === 'facts'
    case 'not':
      return asksCommand(condition.of, matchers)
    case 'all':
    case 'any':
      return !('apart' in condition) && condition.of.some((part) => asksCommand(part, matchers))
  }
}

function asksPipeline(condition: Condition, matchers: Matchers): boolean {
  if (condition.kind === 'not') return false
  if (condition.kind === 'key')
    return matchers.get(condition.key)?.ofPipeline?.(condition.pattern as never) === true // made for this matcher
  return condition.of.some((part) => asksPipeline(part, matchers))
}

function compileAll(condition: Extract<Condition, { kind: 'all' }>, context: MatcherContext): Test {
  const { of, apart } = condition
  const tests = of.map((part) => compileCondition(part, context, context.quantifier))
  const [only] = tests
  if (apart === true) {
    const each = all(tests)
    return (subject) => each(subject.call ?? subject)
  }
  if (tests.length === 1 && only !== undefined) return only
  const asking = of.filter((part) => asksCommand(part, context.matchers))
  const isOfOne = asking.length > 1 && asking.some(({ kind }) => kind !== 'not')
  if (!isOfOne || context.quantifier === 'every') return all(tests)
  return ofOneCommand(tests, {
    keys: tests.filter((_, at) => of[at]?.kind === 'key'),
    piped: of.some((part) => asksPipeline(part, context.matchers)),
  })
}

function any(tests: readonly Test[]): Test {
  return (subject: Subject): Match => {
    let maybe: Match | undefined
    const missed: string[] = []
    for (const test of tests) {
      const match = test(subject)
      if (match.is === 'yes') return match
      if (match.is === 'maybe') maybe ??= match
      else if (match.why !== undefined) missed.push(match.why)
    }
    return maybe ?? { is: 'no', why: missed.join(' and ') }
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

/** Throws when a key has no matcher. */
export function compileCondition(
  condition: Condition | undefined,
  compiler: ConditionCompiler,
  quantifier: CompileContext['quantifier'] = 'some',
): Test {
  if (condition === undefined) return () => yes
  const context = { ...compiler, quantifier }
  switch (condition.kind) {
    case 'key':
      return compileKey(condition, context)
    case 'not':
      // Below `not` one fact is always enough.
      return not(compileCondition(condition.of, compiler, belowNot(quantifier)))
    case 'all':
      return compileAll(condition, context)
    case 'any':
      return any(condition.of.map((part) => compileCondition(part, compiler, quantifier)))
  }
}

/** An allow has to name all of these that the call does; reading is harmless. */
const mustBeNamed = ['commands', 'creates', 'edits', 'deletes', 'hosts'] as const

/** The condition of an allow: every fact has to match, and the call must do nothing else. */
export function compileAllow(condition: Condition | undefined, compiler: ConditionCompiler): Test {
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
    const other = mustBeNamed.find((kind) => facts[kind].length > 0 && !kinds.has(kind))
    return other === undefined
      ? match
      : { is: 'no', why: `the call ${activities[other]}, which the match does not name` }
  }
}

const activities: Readonly<Record<(typeof mustBeNamed)[number], string>> = {
  commands: 'runs commands',
  creates: 'creates files',
  edits: 'changes files',
  deletes: 'deletes files',
  hosts: 'contacts hosts',
}

type NamedFacts = (subject: Subject) => ReadonlySet<FactKind>

/** The kinds of facts in the parts that match; undefined without conditions on facts. */
function compileNamed(condition: Condition, compiler: ConditionCompiler): NamedFacts | undefined {
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
