// Rules' outcomes that an agent does not support, and what it gets instead.
import { isWritten } from '../../model/rule-defaults.ts'
import { handlerParts, partOfExit } from '../../model/handler-keys.ts'
import { canCarry, isPreventable, dropUnsupportedChanges, downgradeVerdict } from '../../engine/fit.ts'
import { emptyVerdict, isEmptyVerdict } from '../../engine/select/empty-verdict.ts'
import { createDiagnostic } from '../../config/diagnostics/diagnostics.ts'
import { field } from '../../model/plain-object.ts'
import { builtins } from '../../catalog.ts'
import type { Builtin, Carries, Diagnostic, Dialect, Outcome, Plan, Rule } from '../../model/types.ts'

/** What an agent cannot be told, and how many rules that leaves. */
export interface AgentLimits {
  /** One per rule and thing that is lost. */
  readonly diagnostics: readonly Diagnostic[]
  /** `codex: 60 rules hold, 5 hold weakened, 3 cannot hold`. */
  readonly summary: string
}

/** Something that the rule says and the agent does not take. */
interface Limit {
  readonly message: string
  /** Nothing comes in its place. */
  readonly isLost: boolean
}

export function limitsFor(plan: Plan, dialect: Dialect): AgentLimits {
  const limited = Object.values(plan.events)
    .flat()
    .filter(isWritten)
    .map((rule) => ({ rule, limits: limitsOf(rule, dialect) }))
  const written = new Map<string, typeof limited>()
  for (const each of limited) {
    const { file, line, column } = each.rule.at
    const key = `${file}:${line}:${column}`
    written.set(key, [...(written.get(key) ?? []), each])
  }
  const byRule = [...written.values()]
  const isLost = (one: (typeof limited)[number]): boolean => one.limits.some((limit) => limit.isLost)
  const lost = byRule.filter((events) => events.every(isLost)).length
  const whole = byRule.filter((events) => events.every(({ limits }) => limits.length === 0)).length
  const weakened = byRule.length - whole - lost
  const rules = `${whole} ${whole === 1 ? 'rule holds' : 'rules hold'}`
  return {
    diagnostics: limited.flatMap(({ rule, limits }) =>
      limits.map(({ message }) => createDiagnostic('agent-cannot', rule.at, { message, rule: rule.name })),
    ),
    summary: `${dialect.name}: ${rules}, ${weakened} hold${weakened === 1 ? 's' : ''} weakened, ${lost} cannot hold`,
  }
}

function limitsOf(rule: Rule, { name, capabilities }: Dialect): readonly Limit[] {
  const carries = capabilities.events[rule.event]
  if (carries === undefined)
    return [
      { message: `${name} calls no hook at ${rule.event}, so the rule is never asked there`, isLost: true },
    ]
  const outcomes = [...outcomesOf(rule), ...failuresOf(rule, carries)]
  const limits = outcomes.flatMap((outcome) => lostOf(outcome, carries, { agent: name, rule }))
  const notify =
    saysNotify(rule) && carries.notify !== true
      ? [{ message: `${name} shows its user no message at ${rule.event}`, isLost: true }]
      : []
  const all = [...limits, ...notify, ...stepsUncounted(rule, { name, capabilities })].map((limit) => ({
    ...limit,
    message: limit.message.replace(/ here\b/, ` at ${rule.event}`),
  }))
  return [...new Map(all.map((limit) => [limit.message, limit])).values()]
}

const counted = ['PreStep', 'PostStep', 'PreModelCall'] as const

function stepsUncounted(
  { handler }: Rule,
  { name, capabilities }: Pick<Dialect, 'name' | 'capabilities'>,
): readonly Limit[] {
  if (handler.kind !== 'use' || handler.name !== 'limits') return []
  const steps = field(handler.with, 'steps')
  if (typeof steps !== 'number' || counted.some((event) => capabilities.events[event] !== undefined))
    return []
  const message = `${name} reports neither steps nor model calls, so "steps: ${steps}" is not counted; limit tool calls with "use: rate-limit"`
  return [{ message, isLost: true }]
}

function saysNotify({ notify, handler }: Rule): boolean {
  return notify !== undefined || (handler.kind === 'inline' && handler.inline.says === 'notify')
}

/** Outcomes that the rule's text allows. */
function outcomesOf({ handler, event }: Rule): readonly Outcome[] {
  if (handler.kind === 'inline') return outcomeFor(partOf(handler.inline.says))
  const mapped =
    handler.kind === 'run'
      ? Object.values(handler.exit ?? {}).flatMap((meaning) => outcomeFor(partOfExit(meaning)))
      : answersOf(handler, event)
  return [...mapped, ...calledFor(handler, event)]
}

function answersOf(handler: Rule['handler'], event: Rule['event']): readonly Outcome[] {
  if (handler.kind !== 'use') return []
  const builtin: Builtin<never> | undefined = builtins.find(({ name }) => name === handler.name)
  // Options of this very built-in, checked by its schema.
  const answers = builtin?.answers?.(handler.with as never, event) ?? []
  return answers.filter((part) => canCarry(event, part)).flatMap(outcomeFor)
}

/** What its failure leads to; where nothing can be denied, the output is withheld or the agent stopped. */
function failuresOf({ handler, event, on_error: how }: Rule, carries: Carries): readonly Outcome[] {
  if (handler.kind === 'inline' || how === 'proceed') return []
  const isHeldOtherwise = (['updated_output', 'stop'] as const).some(
    (part) => carries[part] === true && canCarry(event, part),
  )
  return isHeldOtherwise && !canCarry(event, 'deny') ? [] : outcomeFor(how)
}

function calledFor(handler: Rule['handler'], event: Rule['event']): readonly Outcome[] {
  const recipe = handler.kind === 'inline' || handler.kind === 'run' ? undefined : handler.recipe
  switch (recipe?.output) {
    case 'messages':
      return event === 'PreCompact' ? outcomeFor('context') : [{ callback: { recipe: recipe.name } }]
    case 'context':
      return outcomeFor('context')
    case 'decision':
      return [...outcomeFor('deny'), ...outcomeFor('ask')]
    case 'text':
    case undefined:
      return []
  }
}

function partOf(says: Extract<Rule['handler'], { kind: 'inline' }>['inline']['says']): string | undefined {
  return says === 'notify' ? undefined : handlerParts[says]
}

function outcomeFor(part: string | undefined): readonly Outcome[] {
  switch (part) {
    case 'allow':
    case 'ask':
    case 'deny':
      return [{ decision: part }]
    case 'continue':
    case 'restart':
      return [{ flow: part, flow_reason: 'text' }]
    case 'stop':
      return [{ flow: part }]
    case 'context':
      return [{ additional_context: ['text'] }]
    case 'updated_system':
      return [{ updated_system: { append: 'text' } }]
    case 'updated_input':
    case 'updated_output':
    case 'updated_prompt':
    case 'updated_request':
      return [{ [part]: {} }]
    default:
      return []
  }
}

function lostOf(
  outcome: Outcome,
  carries: Carries,
  { agent, rule }: { agent: string; rule: Rule },
): readonly Limit[] {
  if (outcome.decision === 'deny' && rule.event === 'SessionStart' && carries.deny !== true) {
    const message = `${agent} cannot be refused a session: the next prompt is denied instead`
    return [{ message, isLost: false }]
  }
  const carried = dropUnsupportedChanges(outcome, carries, agent)
  const lost = carried.lost.map((change) => ({
    message: `${agent} cannot be given ${change} at ${rule.event}: the rule fails there, on_error: ${rule.on_error}`,
    isLost: true,
  }))
  // A stop before something happens refuses it, too.
  const denied = outcome.flow === 'stop' && isPreventable(rule.event) && { decision: 'deny' as const }
  const told = downgradeVerdict({ ...emptyVerdict, ...carried.outcome, ...denied }, carries, agent)
  const isLost = isEmptyVerdict({ ...told, warnings: [] })
  const downgraded = [...carried.warnings, ...told.warnings].map(({ message }) => ({ message, isLost }))
  return [...lost, ...downgraded]
}
