// A plan made live: a rule's condition and handler are made when it is first a candidate.
import type {
  Event,
  Handler,
  LiveRule,
  Matcher,
  Registry,
  Rule,
  RuleList,
  Settings,
  Subject,
  Test,
} from '../types.ts'
import { compileCondition } from './condition.ts'
import type { Matchers } from './condition.ts'
import { listRules } from './rule-list.ts'
import type { RuleLists } from './rule-list.ts'

export interface Makers {
  readonly matchers: readonly Matcher<never>[]
  handler(rule: Rule): Handler
  /** May it be asked again without repeating anything? */
  isPure(rule: Rule): boolean
}

/** A list with those of its rules that were made live, and the places that `all` walks. */
interface LiveList {
  readonly list: RuleList
  readonly live: (LiveRule | undefined)[]
  readonly places: readonly number[]
}

/** A condition that cannot be made is a maybe: a guard then answers by `on_unresolved`. */
function makeTest(rule: Rule, matchers: Matchers): Test {
  try {
    return compileCondition(rule.match, matchers)
  } catch (error) {
    const why = `its match cannot be asked: ${error instanceof Error ? error.message : String(error)}`
    return () => ({ is: 'maybe', why })
  }
}

function makeLive(rule: Rule, makers: Makers, matchers: Matchers): LiveRule {
  let handler: Handler | undefined
  return {
    rule,
    test: makeTest(rule, matchers),
    handle: (subject, context) => (handler ??= makers.handler(rule))(subject, context),
    pure: makers.isPure(rule),
  }
}

/** Makes the rules of a plan, or of one of its events, live. */
export function createRegistry(
  rules: readonly Rule[] | RuleLists,
  settings: Settings,
  makers: Makers,
): Registry {
  const lists = typeof rules === 'function' ? rules : listRules(rules)
  const matchers: Matchers = new Map(makers.matchers.map((matcher) => [matcher.key, matcher]))
  const open = new Map<string, LiveList | undefined>()
  const listOf = (event: Event['event']): LiveList | undefined => {
    if (!open.has(event)) open.set(event, event === 'unmapped' ? undefined : toLive(lists(event)))
    return open.get(event)
  }
  function* walk({ list, live }: LiveList, places: readonly number[], from: number): Iterable<LiveRule> {
    for (const place of places) {
      const rule = (live[place] ??= makeLive(list.at(place), makers, matchers))
      if (rule.rule.order >= from) yield rule
    }
  }
  return {
    settings,
    select({ event }: Subject, from: number) {
      const list = listOf(event.event)
      return list === undefined ? [] : walk(list, list.list.candidates(event), from)
    },
    all({ event }: Subject, from: number) {
      const list = listOf(event.event)
      return list === undefined ? [] : walk(list, list.places, from)
    },
    measure(event) {
      const list = listOf(event)?.list
      return { rules: list?.length ?? 0, longest_ms: list?.longest_ms ?? 0 }
    },
  }
}

function toLive(list: RuleList | undefined): LiveList | undefined {
  return list && { list, live: [], places: Array.from({ length: list.length }, (_, place) => place) }
}
