// A plan made live: a rule's condition and handler are made when it is first a candidate.
import type {
  Event,
  Handler,
  InlineSpec,
  LiveRule,
  Registry,
  Rule,
  RuleList,
  Saying,
  Settings,
  Subject,
  Test,
} from '../../model/types.ts'
import { compileAllow, compileCondition } from './condition.ts'
import type { Compiler } from './condition.ts'
import { factTexts } from './fact-texts.ts'
import { listRules } from './rule-list.ts'
import type { RuleLists } from './rule-list.ts'

export interface Makers extends Compiler {
  handler(rule: Rule): Handler
  /** What is asked of an inline rule instead of its handler. */
  says(spec: InlineSpec): Saying
  /** May it be asked again without repeating anything? */
  isPure(rule: Rule): boolean
}

/** A list with those of its rules that were made live, and the places that `all` walks. */
interface LiveList {
  readonly list: RuleList
  readonly live: (LiveRule | undefined)[]
  readonly places: readonly number[]
}

const none: readonly never[] = []

/** A condition that cannot be made is a maybe: a guard then answers by `on_unresolved`. */
function makeTest(rule: Rule, compiler: Compiler): Test {
  try {
    return isAllow(rule) ? compileAllow(rule.match, compiler) : compileCondition(rule.match, compiler)
  } catch (error) {
    const why = `its match cannot be asked: ${error instanceof Error ? error.message : String(error)}`
    return () => ({ is: 'maybe', why })
  }
}

function isAllow({ handler }: Rule): boolean {
  return handler.kind === 'inline' && handler.inline.says === 'allow'
}

function makeLive(rule: Rule, makers: Makers): LiveRule {
  let handler: Handler | undefined
  return {
    rule,
    test: makeTest(rule, makers),
    handle: (subject, context) => (handler ??= makers.handler(rule))(subject, context),
    says: rule.handler.kind === 'inline' ? makers.says(rule.handler.inline) : undefined,
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
  const open = new Map<string, LiveList | undefined>()
  const listOf = (event: Event['event']): LiveList | undefined => {
    const known = open.get(event)
    if (known !== undefined || open.has(event)) return known
    const list = event === 'unmapped' ? undefined : toLive(lists(event))
    open.set(event, list)
    return list
  }
  const liveAt = ({ list, live }: LiveList, places: readonly number[], from: number): readonly LiveRule[] => {
    if (places.length === 0) return none
    const found = places.map((place) => (live[place] ??= makeLive(list.at(place), makers)))
    return from === -Infinity ? found : found.filter(({ rule }) => rule.order >= from)
  }
  return {
    settings,
    select(subject: Subject, from: number) {
      const list = listOf(subject.event.event)
      if (list === undefined) return none
      return liveAt(
        list,
        list.list.candidates(subject.event, () => factTexts(subject)),
        from,
      )
    },
    all({ event }: Subject, from: number) {
      const list = listOf(event.event)
      return list === undefined ? none : liveAt(list, list.places, from)
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
