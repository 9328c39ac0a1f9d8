// Conditions after Kleene: yes, no and maybe; `all` is the least of its parts, `any` the greatest.
import type { Condition, Match, Matcher, Subject, Test } from '../types.ts'

export type Matchers = ReadonlyMap<string, Matcher<never>>

const yes: Match = { is: 'yes' }

function compileKey(key: string, pattern: unknown, matchers: Matchers): Test {
  const matcher = matchers.get(key)
  if (matcher === undefined) throw new TypeError(`no matcher is called "${key}"`)
  // The compiler made the pattern for this very matcher; the plan only carries it.
  const test = matcher.compile(pattern as never)
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
  const why = one.why !== undefined && two.why !== undefined ? `${one.why}, ${two.why}` : (one.why ?? two.why)
  return {
    is: 'yes',
    ...((one.bind ?? two.bind) && { bind: { ...two.bind, ...one.bind } }),
    ...(why !== undefined && { why }),
  }
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
export function compileCondition(condition: Condition | undefined, matchers: Matchers): Test {
  if (condition === undefined) return () => yes
  switch (condition.kind) {
    case 'key':
      return compileKey(condition.key, condition.pattern, matchers)
    case 'not':
      return not(compileCondition(condition.of, matchers))
    case 'all':
    case 'any': {
      const tests = condition.of.map((part) => compileCondition(part, matchers))
      const [only] = tests
      if (tests.length === 1 && only !== undefined) return only
      return condition.kind === 'all' ? all(tests) : any(tests)
    }
  }
}
