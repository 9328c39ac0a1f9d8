// The `tests:` of one file.
import { errorMessage } from '../../model/errors.ts'
import { outcomeFrom } from '../../agents/native/outcome.ts'
import { nearest } from '../../config/diagnostics/diagnostics.ts'
import { type DataPath, valueAt } from '../../config/read/rules-of.ts'
import { isObject } from '../../model/plain-object.ts'
import type { Event, Outcome, Plan, Rule } from '../../model/types.ts'
import { type TrialCase, rulesNamed } from './case.ts'
import {
  eventFrom,
  eventFromPayload,
  reportProblem,
  type CaseSource,
  type CaseLocation,
  checkExpected,
} from './test-events.ts'

export interface TestSuite {
  readonly source: CaseSource
  /** Prefix of the file's rule names in the plan. */
  readonly prefix: string
  readonly plan: Plan
  /** Names of all written rules, including rules with errors and the parents of steps. */
  readonly written: ReadonlySet<string>
}

type Plain = Readonly<Record<string, unknown>>

const eventKeys = ['event', 'events', 'payload'] as const

/** One case for each test that can be made; what cannot be made is reported. */
export function testCases(file: TestSuite): readonly TrialCase[] {
  const tests = valueAt(file.source.document.value, ['tests'])
  if (!Array.isArray(tests)) return []
  return tests.flatMap((test: unknown, index) => (isObject(test) ? caseOf(test, ['tests', index], file) : []))
}

function caseOf(test: Plain, at: DataPath, file: TestSuite): readonly TrialCase[] {
  const { source, prefix } = file
  const events = eventsOf(test, { source, at })
  const replies = repliesOf(test, { source, at: [...at, 'replies'] }, file)
  const { name, expect } = test
  if (events === undefined || replies === undefined || typeof name !== 'string' || !isObject(expect))
    return []
  const { rule, ...verdict } = expect
  const isRule = typeof rule !== 'string' || isKnown(rule, { source, at: [...at, 'expect', 'rule'] }, file)
  const last = events.at(-1)
  const isPossible =
    last !== undefined && checkExpected(verdict, { source, event: last }, (key) => [...at, 'expect', key])
  if (!isRule || !isPossible) return []
  return [
    {
      name,
      at: source.document.place([...at, 'name']),
      events,
      replies,
      wants: { kind: 'test', verdict, prefix, ...(typeof rule === 'string' && { rule }) },
    },
  ]
}

function eventsOf(test: Plain, spot: CaseLocation): readonly Event[] | undefined {
  const [key, second] = eventKeys.filter((each) => Object.hasOwn(test, each))
  if (key === undefined) {
    return reportProblem(spot, 'missing-key', {
      message: 'this test has no event',
      hint: 'add event: { event: PreToolUse, tool_name: Bash, tool_input: { command: … } }',
    })
  }
  if (second !== undefined) {
    const at = [...spot.at, second]
    return reportProblem({ ...spot, at }, 'useless-key', {
      message: `"${second}" stands beside "${key}"`,
      hint: 'remove one of them; several events go under events',
      on: 'key',
    })
  }
  const at = [...spot.at, key]
  const made =
    key === 'payload'
      ? [eventFromPayload(test[key], { ...spot, at })]
      : key === 'event'
        ? [eventFrom(test[key], { ...spot, at })]
        : listed(test[key]).map((each, index) => eventFrom(each, { ...spot, at: [...at, index] }))
  const events = made.filter((event) => event !== undefined)
  return events.length === 0 || events.length < made.length ? undefined : events
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Undefined when one is invalid. */
function repliesOf(
  test: Plain,
  spot: CaseLocation,
  file: TestSuite,
): Readonly<Record<string, Outcome>> | undefined {
  const { replies } = test
  if (!isObject(replies)) return {}
  const read = Object.entries(replies).map((entry) =>
    replyOf(entry, { ...spot, at: [...spot.at, entry[0]] }, file),
  )
  const known = read.filter((entry) => entry !== undefined)
  return known.length === read.length ? Object.fromEntries(known.flat()) : undefined
}

type Replies = readonly (readonly [string, Outcome])[]

function replyOf([name, reply]: [string, unknown], spot: CaseLocation, file: TestSuite): Replies | undefined {
  if (!isKnown(name, spot, file)) return undefined
  const named = rulesOf(name, file)
  const rules = named.filter(({ handler }) => handler.kind === 'run' || handler.kind === 'recipe')
  if (named.length > 0 && rules.length === 0) {
    return reportProblem(spot, 'bad-value', {
      message: `"${name}" starts no script, so nothing stands in for it`,
      hint: 'remove it: this rule answers by itself',
      on: 'key',
    })
  }
  try {
    const outcome = outcomeFrom(JSON.parse(JSON.stringify(reply)))
    return rules.map((rule) => [rule.name, outcome] as const)
  } catch (error) {
    return reportProblem(spot, 'bad-value', { message: errorMessage(error) })
  }
}

function rulesOf(name: string, { plan, prefix }: TestSuite): readonly Rule[] {
  return [...new Set([...rulesNamed(plan, name), ...rulesNamed(plan, prefix + name)])]
}

function isKnown(name: string, spot: CaseLocation, file: TestSuite): boolean {
  const isWritten = file.written.has(name) || file.written.has(file.prefix + name)
  if (isWritten || rulesOf(name, file).length > 0) return true
  const names = Object.values(file.plan.events).flatMap((rules) => (rules ?? []).map((rule) => rule.name))
  const meant = nearest(name, names) ?? names.find((each) => each.endsWith(`/${name}`))
  reportProblem(spot, 'bad-value', {
    message: `there is no rule "${name}"`,
    hint: meant === undefined ? 'hooks list --all names the rules in force' : `write "${meant}"`,
    on: spot.at.includes('replies') ? 'key' : 'value',
  })
  return false
}
