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
import { type LayerContext, fileScope, type RuleContext, ruleContext } from './layer-context.ts'
import { requiredLiterals } from './patterns/required-literals.ts'
import { builtinOf, checkHandlerKeys, handlerSpec } from './handler-spec.ts'
import { compileMatch, flattenConditions, isDead, type MatchScope, neverHolds } from './match.ts'
import { canCarry, eventsForHandler } from './contract.ts'
import { placeOf } from '../read/config-file.ts'
import {
  warnOfNotOverFacts,
  checkMisuse,
  checkPlaceholders,
  warnOfOpenGate,
  nameNewerForms,
} from './misuse.ts'
import { dependsOnSince } from './order.ts'
import type { UnorderedRule } from '../trust/gate.ts'
import { quoted } from '../diagnostics/diagnostics.ts'
import { type RuleDraft, halfOf, keyLocation, handlerKeyOf } from '../expand/expand.ts'
import { handlerParts } from '../../model/handler-keys.ts'

const DEFAULT_TIMEOUT_MS = 30_000
const BACKGROUND_TIMEOUT_MS = 24 * 3_600_000
/** Models take their time. */
const RECIPE_TIMEOUT_MS = 120_000

/** The rules of the plan that a written one becomes, one per event; all that is wrong with it is reported. */
export function compileRule(draft: RuleDraft, context: LayerContext): readonly UnorderedRule[] {
  const rule = ruleContext(draft, context)
  const scope = matchScope(rule)
  checkHandlerKeys(rule)
  checkMisuse(rule)
  warnOfOpenGate(rule)
  const match = duringRecipe(draft, compileMatch(draft.keys.match, scope), scope)
  warnOfNotOverFacts(rule)
  nameNewerForms(rule)
  checkPlaceholders(rule, match)
  const names = eventsForHandler(rule)
  checkReach(rule, match)
  const handler = handlerSpec(rule)
  if (draft.name === undefined || handler === undefined || draft.keys.enabled === false) return []
  if (names.length === 0 || isInactive(rule, handler)) return []
  reportDoubt(rule, handler)
  const { name } = draft
  const dead = match !== undefined && isDead(match, scope.dead)
  const withMatch = ruleMaker(rule, { match, handler, name, dead })
  const withoutMatch = ruleMaker(rule, { match: undefined, handler, name })
  // At an event that only completes a built-in's work, its match may ask for what that event never has.
  const ignoresMatch = (event: EventName) =>
    match !== undefined && !draft.when.events.includes(event) && neverHolds(match, event, rule.matchers)
  const rules = names.map((event) => {
    const half = halfOf(draft, event)
    return { ...(ignoresMatch(event) ? withoutMatch : withMatch)(event), ...(half !== undefined && { half }) }
  })
  if (!alsoMatchesResults(rule, match)) return rules
  const started = subagentToolCondition(match, scope, rule)
  return [...rules, ruleMaker(rule, { match: started, handler, name })('PostToolUse')]
}

/** A recipe's own rules are in force while it runs. */
function duringRecipe(
  { file }: RuleDraft,
  match: Condition | undefined,
  scope: MatchScope,
): Condition | undefined {
  if (file.recipe === undefined) return match
  // A character that is special in patterns becomes a wildcard for one character.
  const recipe = file.recipe.map((name) => name.replace(/[^\p{L}\p{N} ./_-]|^\//gu, '?'))
  const running = compileMatch({ recipe }, scope)
  return running === undefined || match === undefined ? running : { kind: 'all', of: [running, match] }
}

function matchScope(rule: RuleContext): MatchScope {
  const { groups, patterns } = fileScope(rule)
  const { matchers, home, root, dialects, report } = rule
  const problem: MatchScope['problem'] = (code, path, detail) => report(code, ['match', ...path], detail)
  return { matchers, groups, patterns, home, root, dialects, problem, dead: new Set() }
}

/** A match that asks for what none of the rule's events has. */
function checkReach({ draft, matchers, report }: RuleContext, match: Condition | undefined): void {
  const { events } = draft.when
  if (match === undefined || events.length === 0) return
  const isImpossible = (part: Condition) => events.every((event) => neverHolds(part, event, matchers))
  if (!isImpossible(match)) return
  const key = flattenConditions(match).find(isImpossible)?.key
  const able = key === undefined ? [] : (matchers.get(key)?.events ?? [])
  report('unreachable', 'match', {
    message: `the rule is never reached: ${quoted(events.slice(0, 3))} ${events.length === 1 ? 'has' : 'have'} no ${key ?? 'such field'}`,
    hint: able.length === 0 ? 'remove the condition' : `move the rule to ${able.join(', ')}`,
  })
}

function isInactive(rule: RuleContext, handler: HandlerSpec): boolean {
  const builtin = builtinOf(rule)
  if (handler.kind !== 'use' || builtin === undefined) return false
  const why = builtin.inactive?.(handler.with as never) // options of this very built-in, checked by its schema
  if (why !== undefined && rule.draft.file.stack !== true)
    rule.report('inactive-rule', 'use', { message: `rule inactive (${why})` })
  return why !== undefined
}

function reportDoubt(rule: RuleContext, handler: HandlerSpec): void {
  const builtin = builtinOf(rule)
  if (handler.kind !== 'use' || builtin === undefined) return
  const doubt = builtin.doubt?.(handler.with as never, rule.draft.when.events) // options of this very built-in
  if (doubt === undefined) return
  const { option, message, hint } = doubt
  rule.report('ineffective-option', ['with', option], { message, hint })
}

function ruleMaker(
  rule: RuleContext,
  {
    match,
    handler,
    name,
    dead,
  }: Pick<Rule, 'handler' | 'name'> & {
    readonly match: Condition | undefined
    readonly dead?: boolean | undefined
  },
): (event: EventName) => UnorderedRule {
  const { keys, file } = rule.draft
  const { defaults } = fileScope(rule)
  const builtin = builtinOf(rule)
  const notify = handlerKeyOf(rule.draft) === 'notify' ? undefined : keys.notify
  const at = placeOf(keyLocation(rule.draft, Object.hasOwn(keys, 'name') ? 'name' : undefined, 'value'))
  const guarded = builtin?.guards === true ? 'deny' : builtin?.guards === 'ask' ? 'ask' : undefined
  return (event) => ({
    name,
    at,
    layer: file.layer,
    event,
    priority: typeof keys.priority === 'number' ? keys.priority : 0,
    ...(typeof keys.description === 'string' && { description: keys.description }),
    ...(dead === true && { dead: true as const }),
    ...(match !== undefined && { match, ...requiredLiterals(match, rule.matchers) }),
    handler,
    ...(handler.kind === 'run' && match !== undefined && dependsOnSince(match) && { counts: true as const }),
    ...(typeof notify === 'string' && { notify }),
    mode: modeOf(keys.mode) ?? modeOf(defaults.mode) ?? 'enforce',
    ...oncePart(keys.once),
    always: keys.always === true || builtin?.observes === true,
    ...(keys.background === true && { background: true }),
    timeout_ms:
      parseDuration(keys.timeout) ??
      (keys.background === true && handler.kind === 'run' ? BACKGROUND_TIMEOUT_MS : undefined) ??
      recipeTimeout(handler) ??
      parseDuration(defaults.timeout) ??
      DEFAULT_TIMEOUT_MS,
    on_error: onErrorOf(event, keys.on_error, { fallback: defaults.on_error, guarded }),
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

function modeOf(value: unknown): Mode | undefined {
  return value === 'enforce' || value === 'advise' || value === 'watch' ? value : undefined
}

function onUnresolvedOf(value: unknown): OnUnresolved | undefined {
  return value === 'proceed' || value === 'ask' || value === 'deny' ? value : undefined
}

/** A guard fails closed unless the rule itself says otherwise. What stands for all rules holds where the event can carry it; what a rule says, and a guard, as closely as it can. */
function onErrorOf(
  event: EventName,
  own: unknown,
  inherited: { fallback: unknown; guarded: 'ask' | 'deny' | undefined },
): OnError {
  const { fallback, guarded } = inherited
  const said = own ?? (guarded === 'ask' && fallback === 'deny' ? fallback : (guarded ?? fallback))
  if (said !== 'ask' && said !== 'deny' && said !== 'stop') return 'proceed'
  const isMeant = own !== undefined || guarded !== undefined
  const parts = isMeant ? ([said, 'deny', 'updated_output', 'stop'] as const) : ([said] as const)
  return parts.some((part) => canCarry(event, part)) ? said : 'proceed'
}

// Where an agent does not report that a subagent ended, the result of the tool that started it does.
const RESULT: EventName = 'PostToolUse'

/** Should a rule about the ends of subagents also run on the results of the tools that start them? */
function alsoMatchesResults({ draft, matchers }: RuleContext, match: Condition | undefined): boolean {
  const { events } = draft.when
  if (!events.includes('SubagentStop') || events.includes(RESULT)) return false
  if (match !== undefined && neverHolds(match, RESULT, matchers)) return false
  const key = handlerKeyOf(draft)
  const part = key === undefined || key === 'notify' ? undefined : handlerParts[key]
  return part === undefined || canCarry(RESULT, part)
}

/** Set in an event's metadata when the run has reported the subagent's end already. */
const reported = { metadata: { subagent_stopped: true } }

/** The result of a tool that starts subagents, where the agent does not report their ends. */
function subagentToolCondition(
  match: Condition | undefined,
  scope: MatchScope,
  { dialects }: RuleContext,
): Condition {
  const agents = dialects
    .filter(({ name, capabilities }) => name !== 'native' && capabilities.events.SubagentStop !== undefined)
    .map(({ name }) => name)
  const excluded = agents.length > 0 ? [{ agent: agents }, reported] : [reported]
  const from = compileMatch({ tool: '@subagent', not: { any: excluded } }, scope)
  return { kind: 'all', of: [from, match].filter((part) => part !== undefined) }
}
