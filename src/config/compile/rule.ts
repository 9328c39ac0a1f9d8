import { parseDuration } from '../../patterns/text/duration.ts'
import type {
  Condition,
  EventName,
  HandlerSpec,
  Mode,
  OnError,
  OnUnresolved,
  Rule,
} from '../../model/types.ts'
import { type Bench, complain, scopeOf } from './bench.ts'
import { demandedLiterals } from './patterns/demanded-literals.ts'
import { builtinOf } from './builtin-spec.ts'
import { compileMatch, type MatchScope, neverHolds } from './condition.ts'
import { carries, eventsOf } from '../check/contract.ts'
import { placeOf } from '../read/file.ts'
import { warnOfNotOverFacts } from '../check/not-over-facts.ts'
import { checkHandlerKeys, handlerKeyOf, handlerSpec } from './handler-spec.ts'
import { checkMisuse, checkPlaceholders } from '../check/misuse.ts'
import type { UnorderedRule } from './order.ts'
import { quoted } from '../check/diagnostics/wording.ts'
import { looksBack } from './session-rules.ts'
import { hearsOfResults, ofSubagentTool } from '../check/subagent-tools.ts'
import { type Draft, halfOf, spotOf } from '../expand/sugar.ts'

const DEFAULT_TIMEOUT_MS = 30_000
/** Models take their time. */
const RECIPE_TIMEOUT_MS = 120_000

/** The rules of the plan that a written one becomes, one per event; all that is wrong with it is reported. */
export function compileRule(draft: Draft, bench: Bench): readonly UnorderedRule[] {
  checkHandlerKeys(draft, bench)
  checkMisuse(draft, bench)
  const match = whileRunning(draft, compileMatch(draft.keys.match, matchScope(draft, bench)), bench)
  warnOfNotOverFacts(draft, bench)
  checkPlaceholders(draft, bench, match)
  const names = eventsOf(draft, bench)
  checkReach(draft, bench, match)
  const handler = handlerSpec(draft, bench)
  if (draft.name === undefined || handler === undefined || draft.keys.enabled === false) return []
  if (names.length === 0 || isInactive(draft, bench, handler)) return []
  const parts = { bench, match, handler, name: draft.name }
  const shared = sharedParts(draft, parts)
  const unasked = sharedParts(draft, { ...parts, match: undefined })
  // At an event that only completes a built-in's work, its match may ask for what that event never has.
  const isDeaf = (event: EventName) =>
    match !== undefined && !draft.when.events.includes(event) && neverHolds(match, event, bench.matchers)
  const rules = names.map((event) => ({
    ...(isDeaf(event) ? unasked : shared)(event),
    ...halfPart(draft, event),
  }))
  if (!hearsOfResults(draft, match, bench)) return rules
  const started = ofSubagentTool(match, matchScope(draft, bench), bench)
  return [...rules, sharedParts(draft, { ...parts, match: started })('PostToolUse')]
}

/** A recipe's own rules are in force while it runs. */
function whileRunning(draft: Draft, match: Condition | undefined, bench: Bench): Condition | undefined {
  if (draft.file.recipe === undefined) return match
  // What a pattern would take for a sign of its own stands for any character.
  const recipe = draft.file.recipe.map((name) => name.replace(/[^\p{L}\p{N} ./_-]|^\//gu, '?'))
  const running = compileMatch({ recipe }, matchScope(draft, bench))
  return running === undefined || match === undefined ? running : { kind: 'all', of: [running, match] }
}

function matchScope(draft: Draft, bench: Bench): MatchScope {
  const { groups, patterns } = scopeOf(draft.file, bench)
  return {
    matchers: bench.matchers,
    groups,
    patterns,
    home: bench.home,
    problem: (code, { path, on, ...detail }) =>
      complain(bench, draft, { code, key: 'match', below: path, on: on ?? 'value', ...detail }),
  }
}

/** A match that asks for what none of the rule's events has. */
function checkReach(draft: Draft, bench: Bench, match: Condition | undefined): void {
  const { events } = draft.when
  if (match === undefined || events.length === 0) return
  if (!events.every((event) => neverHolds(match, event, bench.matchers))) return
  const key = firstDeaf(match, events, bench)
  const able = key === undefined ? [] : (bench.matchers.get(key)?.events ?? [])
  complain(bench, draft, {
    code: 'unreachable',
    key: 'match',
    on: 'value',
    message: `the rule is never reached: ${quoted(events.slice(0, 3))} ${events.length === 1 ? 'has' : 'have'} no ${key ?? 'such field'}`,
    hint: able.length === 0 ? 'remove the condition' : `move the rule to ${able.join(', ')}`,
  })
}

function firstDeaf(condition: Condition, events: readonly EventName[], bench: Bench): string | undefined {
  if (condition.kind === 'not') return undefined
  if (condition.kind !== 'key')
    return condition.of.map((part) => firstDeaf(part, events, bench)).find((key) => key !== undefined)
  return events.every((event) => neverHolds(condition, event, bench.matchers)) ? condition.key : undefined
}

function isInactive(draft: Draft, bench: Bench, handler: HandlerSpec): boolean {
  const builtin = builtinOf(draft, bench)
  if (handler.kind !== 'use' || builtin === undefined) return false
  const why = builtin.inactive?.(handler.with as never) // options of this very built-in, checked by its schema
  if (why === undefined) return false
  complain(bench, draft, {
    code: 'inactive-rule',
    key: 'use',
    on: 'value',
    message: `rule inactive (${why})`,
  })
  return true
}

interface Parts {
  readonly bench: Bench
  readonly match: Condition | undefined
  readonly handler: HandlerSpec
  readonly name: string
}

function sharedParts(
  draft: Draft,
  { bench, match, handler, name }: Parts,
): (event: EventName) => UnorderedRule {
  const { keys, file } = draft
  const { defaults } = scopeOf(file, bench)
  const builtin = builtinOf(draft, bench)
  const given = handlerKeyOf(draft) === 'notify' ? undefined : keys.notify
  const at = placeOf(spotOf(draft, Object.hasOwn(keys, 'name') ? 'name' : undefined, 'value'))
  return (event) => ({
    name,
    at,
    layer: file.layer,
    event,
    priority: typeof keys.priority === 'number' ? keys.priority : 0,
    ...(typeof keys.description === 'string' ? { description: keys.description } : {}),
    ...(match === undefined ? {} : { match }),
    ...(match !== undefined && demandedLiterals(match, bench.matchers)),
    handler,
    ...(handler.kind === 'run' && match !== undefined && looksBack(match) ? { counts: true as const } : {}),
    ...(typeof given === 'string' ? { notify: given } : {}),
    mode: modeOf(keys.mode) ?? modeOf(defaults.mode) ?? 'enforce',
    ...oncePart(keys.once),
    always: keys.always === true || builtin?.observes === true,
    ...(keys.background === true ? { background: true } : {}),
    timeout_ms:
      parseDuration(keys.timeout) ??
      recipeTimeout(handler) ??
      parseDuration(defaults.timeout) ??
      DEFAULT_TIMEOUT_MS,
    on_error: onErrorOf({
      own: keys.on_error,
      fallback: defaults.on_error,
      event,
      guards: builtin?.guards === true,
    }),
    on_unresolved: onUnresolvedOf(keys.on_unresolved) ?? onUnresolvedOf(defaults.on_unresolved) ?? 'ask',
  })
}

function oncePart(once: unknown): Pick<Rule, 'once'> {
  if (once === true) return { once: 'turn' }
  return once === 'run' || once === 'session' ? { once } : {}
}

function recipeTimeout(handler: HandlerSpec): number | undefined {
  if (handler.kind === 'inline' || handler.kind === 'run' || handler.recipe === undefined) return undefined
  return handler.recipe.timeout_ms ?? RECIPE_TIMEOUT_MS
}

function halfPart(draft: Draft, event: EventName): Pick<Rule, 'half'> {
  const half = halfOf(draft, event)
  return half === undefined ? {} : { half }
}

function modeOf(value: unknown): Mode | undefined {
  return value === 'enforce' || value === 'advise' || value === 'watch' ? value : undefined
}

function onUnresolvedOf(value: unknown): OnUnresolved | undefined {
  return value === 'proceed' || value === 'ask' || value === 'deny' ? value : undefined
}

interface Failing {
  /** What the rule says, and what its file says for all rules. */
  readonly own: unknown
  readonly fallback: unknown
  readonly event: EventName
  readonly guards: boolean
}

/** A guard fails closed unless the rule itself says otherwise. What stands for all rules holds where the event can carry it; what a rule says, and a guard, as closely as it can. */
function onErrorOf({ own, fallback, event, guards }: Failing): OnError {
  const said = own ?? (guards ? 'deny' : fallback)
  if (said !== 'ask' && said !== 'deny' && said !== 'stop') return 'proceed'
  if (carries(event, said)) return said
  const isMeant = own !== undefined || guards
  return isMeant && (['deny', 'updated_output', 'stop'] as const).some((part) => carries(event, part))
    ? said
    : 'proceed'
}
