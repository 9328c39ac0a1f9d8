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
import { type CompileContext, reportProblem, fileScope } from './compile-context.ts'
import { requiredLiterals } from './patterns/required-literals.ts'
import { builtinOf } from './builtin-spec.ts'
import { compileMatch, type MatchScope, neverHolds } from './condition.ts'
import { canCarry, eventsForHandler } from '../check/contract.ts'
import { placeOf } from '../read/config-file.ts'
import { warnOfNotOverFacts } from '../check/not-over-facts.ts'
import { checkHandlerKeys, handlerKeyOf, handlerSpec } from './handler-spec.ts'
import { checkMisuse, checkPlaceholders } from '../check/misuse.ts'
import type { UnorderedRule } from './order.ts'
import { quoted } from '../check/diagnostics/diagnostic.ts'
import { dependsOnSince } from './session-rules.ts'
import { alsoMatchesResults, subagentToolCondition } from '../check/subagent-tools.ts'
import { type RuleDraft, halfOf, keyLocation } from '../expand/rule-drafts.ts'

const DEFAULT_TIMEOUT_MS = 30_000
/** Models take their time. */
const RECIPE_TIMEOUT_MS = 120_000

/** The rules of the plan that a written one becomes, one per event; all that is wrong with it is reported. */
export function compileRule(draft: RuleDraft, context: CompileContext): readonly UnorderedRule[] {
  checkHandlerKeys(draft, context)
  checkMisuse(draft, context)
  const match = duringRecipe(draft, compileMatch(draft.keys.match, matchScope(draft, context)), context)
  warnOfNotOverFacts(draft, context)
  checkPlaceholders(draft, context, match)
  const names = eventsForHandler(draft, context)
  checkReach(draft, context, match)
  const handler = handlerSpec(draft, context)
  if (draft.name === undefined || handler === undefined || draft.keys.enabled === false) return []
  if (names.length === 0 || isInactive(draft, context, handler)) return []
  const parts = { context, match, handler, name: draft.name }
  const shared = sharedParts(draft, parts)
  const unasked = sharedParts(draft, { ...parts, match: undefined })
  // At an event that only completes a built-in's work, its match may ask for what that event never has.
  const isDeaf = (event: EventName) =>
    match !== undefined && !draft.when.events.includes(event) && neverHolds(match, event, context.matchers)
  const rules = names.map((event) => ({
    ...(isDeaf(event) ? unasked : shared)(event),
    ...halfPart(draft, event),
  }))
  if (!alsoMatchesResults(draft, match, context)) return rules
  const started = subagentToolCondition(match, matchScope(draft, context), context)
  return [...rules, sharedParts(draft, { ...parts, match: started })('PostToolUse')]
}

/** A recipe's own rules are in force while it runs. */
function duringRecipe(
  draft: RuleDraft,
  match: Condition | undefined,
  context: CompileContext,
): Condition | undefined {
  if (draft.file.recipe === undefined) return match
  // What a pattern would take for a sign of its own stands for any character.
  const recipe = draft.file.recipe.map((name) => name.replace(/[^\p{L}\p{N} ./_-]|^\//gu, '?'))
  const running = compileMatch({ recipe }, matchScope(draft, context))
  return running === undefined || match === undefined ? running : { kind: 'all', of: [running, match] }
}

function matchScope(draft: RuleDraft, context: CompileContext): MatchScope {
  const { groups, patterns } = fileScope(draft.file, context)
  return {
    matchers: context.matchers,
    groups,
    patterns,
    home: context.home,
    problem: (code, { path, on, ...detail }) =>
      reportProblem(context, draft, { code, key: 'match', below: path, on: on ?? 'value', ...detail }),
  }
}

/** A match that asks for what none of the rule's events has. */
function checkReach(draft: RuleDraft, context: CompileContext, match: Condition | undefined): void {
  const { events } = draft.when
  if (match === undefined || events.length === 0) return
  if (!events.every((event) => neverHolds(match, event, context.matchers))) return
  const key = firstImpossibleKey(match, events, context)
  const able = key === undefined ? [] : (context.matchers.get(key)?.events ?? [])
  reportProblem(context, draft, {
    code: 'unreachable',
    key: 'match',
    on: 'value',
    message: `the rule is never reached: ${quoted(events.slice(0, 3))} ${events.length === 1 ? 'has' : 'have'} no ${key ?? 'such field'}`,
    hint: able.length === 0 ? 'remove the condition' : `move the rule to ${able.join(', ')}`,
  })
}

function firstImpossibleKey(
  condition: Condition,
  events: readonly EventName[],
  context: CompileContext,
): string | undefined {
  if (condition.kind === 'not') return undefined
  if (condition.kind !== 'key')
    return condition.of
      .map((part) => firstImpossibleKey(part, events, context))
      .find((key) => key !== undefined)
  return events.every((event) => neverHolds(condition, event, context.matchers)) ? condition.key : undefined
}

function isInactive(draft: RuleDraft, context: CompileContext, handler: HandlerSpec): boolean {
  const builtin = builtinOf(draft, context)
  if (handler.kind !== 'use' || builtin === undefined) return false
  const why = builtin.inactive?.(handler.with as never) // options of this very built-in, checked by its schema
  if (why === undefined) return false
  reportProblem(context, draft, {
    code: 'inactive-rule',
    key: 'use',
    on: 'value',
    message: `rule inactive (${why})`,
  })
  return true
}

interface RuleParts {
  readonly context: CompileContext
  readonly match: Condition | undefined
  readonly handler: HandlerSpec
  readonly name: string
}

function sharedParts(
  draft: RuleDraft,
  { context, match, handler, name }: RuleParts,
): (event: EventName) => UnorderedRule {
  const { keys, file } = draft
  const { defaults } = fileScope(file, context)
  const builtin = builtinOf(draft, context)
  const given = handlerKeyOf(draft) === 'notify' ? undefined : keys.notify
  const at = placeOf(keyLocation(draft, Object.hasOwn(keys, 'name') ? 'name' : undefined, 'value'))
  return (event) => ({
    name,
    at,
    layer: file.layer,
    event,
    priority: typeof keys.priority === 'number' ? keys.priority : 0,
    ...(typeof keys.description === 'string' ? { description: keys.description } : {}),
    ...(match === undefined ? {} : { match }),
    ...(match !== undefined && requiredLiterals(match, context.matchers)),
    handler,
    ...(handler.kind === 'run' && match !== undefined && dependsOnSince(match)
      ? { counts: true as const }
      : {}),
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

function halfPart(draft: RuleDraft, event: EventName): Pick<Rule, 'half'> {
  const half = halfOf(draft, event)
  return half === undefined ? {} : { half }
}

function modeOf(value: unknown): Mode | undefined {
  return value === 'enforce' || value === 'advise' || value === 'watch' ? value : undefined
}

function onUnresolvedOf(value: unknown): OnUnresolved | undefined {
  return value === 'proceed' || value === 'ask' || value === 'deny' ? value : undefined
}

interface OnErrorOptions {
  /** What the rule says, and what its file says for all rules. */
  readonly own: unknown
  readonly fallback: unknown
  readonly event: EventName
  readonly guards: boolean
}

/** A guard fails closed unless the rule itself says otherwise. What stands for all rules holds where the event can carry it; what a rule says, and a guard, as closely as it can. */
function onErrorOf({ own, fallback, event, guards }: OnErrorOptions): OnError {
  const said = own ?? (guards ? 'deny' : fallback)
  if (said !== 'ask' && said !== 'deny' && said !== 'stop') return 'proceed'
  if (canCarry(event, said)) return said
  const isMeant = own !== undefined || guards
  return isMeant && (['deny', 'updated_output', 'stop'] as const).some((part) => canCarry(event, part))
    ? said
    : 'proceed'
}
