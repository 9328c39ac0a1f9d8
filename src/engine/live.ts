import { HooksError, errorMessage } from '../model/errors.ts'
import type {
  Builtin,
  Catalog,
  Handler,
  HandlerSpec,
  Rule,
  Saying,
  Dialect,
  Event,
  InlineSpec,
  LiveRule,
  Registry,
  RuleList,
  Settings,
  Subject,
  Test,
} from '../model/types.ts'
import { makeInline } from '../handlers/inline.ts'
import { makeRecipe } from '../recipes/recipe-handler.ts'
import { recordHistory } from '../handlers/history.ts'
import type { makeRun } from '../handlers/run.ts'
import { compileAllow, compileCondition, type ConditionCompiler } from './select/condition.ts'
import { plainFacts, type PlainFiles } from './select/plain-call.ts'
import { factTexts } from './select/fact-texts.ts'
import { listRules, type RuleLists } from './select/rule-list.ts'

/** Scripts and recipes are passed in: their chunks are loaded only when a rule needs them. */
export interface RuleCompilerOptions
  extends Pick<RuleCompiler, 'matchers' | 'linear' | 'cel' | 'files'>, Pick<Catalog, 'builtins'> {
  readonly scripted: readonly Dialect[]
  readonly makeRun: typeof makeRun
}

function makeHandler(rule: Rule, catalog: RuleCompilerOptions): Handler {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline':
      return inlineHandler(makeInline(handler.inline))
    case 'use':
      return compileBuiltin(handler, catalog.builtins)
    case 'run':
      return catalog.makeRun(handler, rule, catalog.scripted)
    case 'recipe':
      return makeRecipe(handler)
    case 'remember':
      return recordHistory
  }
}

function inlineHandler(says: Saying): Handler {
  return ({ event }, { match }) => says(event, match.bind)
}

function compileBuiltin(
  { name, with: options }: Extract<HandlerSpec, { kind: 'use' }>,
  builtins: Catalog['builtins'],
): Handler {
  const builtin = builtins.find((each) => each.name === name)
  if (builtin === undefined) throw new HooksError('error', `there is no built-in "${name}"`)
  return builtin.compile(options as never) // checked against the built-in's schema when the plan was compiled
}

function effectsOf({ handler }: Rule, catalog: Pick<Catalog, 'builtins'>): Builtin['effects'] {
  if (handler.kind !== 'use') return handler.kind === 'inline' ? 'none' : 'world'
  return catalog.builtins.find((builtin) => builtin.name === handler.name)?.effects ?? 'world'
}

export function matchersByKey(matchers: Catalog['matchers']): RuleCompiler['matchers'] {
  return new Map(matchers.map((matcher) => [matcher.key, matcher]))
}

export function createRuleCompiler(catalog: RuleCompilerOptions): RuleCompiler {
  return {
    matchers: catalog.matchers,
    linear: catalog.linear,
    cel: catalog.cel,
    files: catalog.files,
    says: makeInline,
    handler: (rule) => makeHandler(rule, catalog),
    effects: (rule) => effectsOf(rule, catalog),
  }
}

// Compiles the plan's rules lazily: each when it is first a candidate.
export interface RuleCompiler extends ConditionCompiler {
  handler(rule: Rule): Handler
  says(spec: InlineSpec): Saying
  effects(rule: Rule): LiveRule['effects']
  /** Absent: the facts of each call are worked out. */
  readonly files?: PlainFiles | undefined
}

interface LiveList {
  readonly list: RuleList
  readonly live: (LiveRule | undefined)[]
  readonly places: readonly number[]
}

const none: readonly never[] = []

/** A condition that does not compile is a maybe, which guards answer by `on_unresolved`. */
function compileTest(rule: Rule, compiler: ConditionCompiler): Test {
  try {
    return isAllow(rule) ? compileAllow(rule.match, compiler) : compileCondition(rule.match, compiler)
  } catch (error) {
    const why = `its match cannot be evaluated: ${errorMessage(error)}`
    return () => ({ is: 'maybe', why })
  }
}

function isAllow({ handler }: Rule): boolean {
  return handler.kind === 'inline' && handler.inline.says === 'allow'
}

function compileRule(rule: Rule, compiler: RuleCompiler): LiveRule {
  let handler: Handler | undefined
  return {
    rule,
    test: compileTest(rule, compiler),
    handle: (subject, context) => (handler ??= compiler.handler(rule))(subject, context),
    says: rule.handler.kind === 'inline' ? compiler.says(rule.handler.inline) : undefined,
    effects: compiler.effects(rule),
  }
}

export function createRegistry(
  rules: readonly Rule[] | RuleLists,
  settings: Settings,
  compiler: RuleCompiler,
): Registry {
  const lists = typeof rules === 'function' ? rules : listRules(rules)
  const open = new Map<string, LiveList | undefined>()
  const listOf = (event: Event['event']): LiveList | undefined => {
    if (open.has(event)) return open.get(event)
    const list = event === 'unmapped' ? undefined : toLive(lists(event), compiler)
    open.set(event, list)
    return list
  }
  const liveAt = ({ list, live }: LiveList, places: readonly number[], from: number): readonly LiveRule[] => {
    if (places.length === 0) return none
    const found = places.map((place) => (live[place] ??= compileRule(list.at(place), compiler)))
    return from === -Infinity ? found : found.filter(({ rule }) => rule.order >= from)
  }
  return {
    settings,
    select(subject: Subject, from: number) {
      const list = listOf(subject.event.event)
      if (list === undefined) return none
      return liveAt(
        list,
        list.list.candidates(subject.event, () => {
          const { files } = compiler
          const plain = list.list.facts || files === undefined ? undefined : plainFacts(subject.event, files)
          return plain ?? factTexts(subject)
        }),
        from,
      )
    },
    all({ event }: Subject, from: number) {
      const list = listOf(event.event)
      return list === undefined ? none : liveAt(list, list.places, from)
    },
    measure(event) {
      const list = listOf(event)?.list
      return { rules: list?.written ?? 0, longest_ms: list?.longest_ms ?? 0 }
    },
  }
}

const liveLists = new WeakMap<RuleCompiler, WeakMap<RuleList, LiveList>>()

/** What one compiler made live stays so for as long as the list is there. */
function toLive(list: RuleList | undefined, compiler: RuleCompiler): LiveList | undefined {
  if (list === undefined) return undefined
  const lists = liveLists.get(compiler) ?? new WeakMap<RuleList, LiveList>()
  liveLists.set(compiler, lists)
  const places = Array.from({ length: list.length }, (_, place) => place)
  const live = lists.get(list) ?? { list, live: [], places }
  lists.set(list, live)
  return live
}
