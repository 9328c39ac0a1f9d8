// Rules' outcomes that an agent does not support, and what it gets instead.
import { handlerParts, partOfExit } from '../../config/compile/handlers.ts'
import { dropUnsupportedChanges, downgradeVerdict } from '../../engine/downgrade.ts'
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import { createDiagnostic } from '../../config/check/diagnostics/diagnostic.ts'
import { field } from '../../model/plain-object.ts'
import type { Carries, Diagnostic, Dialect, Outcome, Plan, Rule } from '../../model/types.ts'

/** One diagnostic per rule and thing that is lost. */
export function agentLimits(plan: Plan, dialect: Dialect): readonly Diagnostic[] {
  return Object.values(plan.events)
    .flat()
    .flatMap((rule) =>
      limitsOf(rule, dialect).map((message) =>
        createDiagnostic('agent-cannot', rule.at, { message, rule: rule.name }),
      ),
    )
}

function limitsOf(rule: Rule, { name, capabilities }: Dialect): readonly string[] {
  const carries = capabilities.events[rule.event]
  if (carries === undefined)
    return [`${name} calls no hook at ${rule.event}, so the rule is never asked there`]
  const lost = outcomesOf(rule).flatMap((outcome) => lostOf(outcome, carries, { agent: name, rule }))
  const notify =
    saysNotify(rule) && carries.notify !== true ? [`${name} shows its user no message at ${rule.event}`] : []
  const uncounted = stepsUncounted(rule, { name, capabilities })
  return [...new Set([...lost, ...notify, ...uncounted])].map((message) =>
    message.replace(/ here\b/, ` at ${rule.event}`),
  )
}

const counted = ['PreStep', 'PostStep', 'PreModelCall'] as const

function stepsUncounted(
  { handler }: Rule,
  { name, capabilities }: Pick<Dialect, 'name' | 'capabilities'>,
): readonly string[] {
  if (handler.kind !== 'use' || handler.name !== 'limits') return []
  const steps = field(handler.with, 'steps')
  if (typeof steps !== 'number' || counted.some((event) => capabilities.events[event] !== undefined))
    return []
  return [
    `${name} reports neither steps nor model calls, so "steps: ${steps}" is not counted; limit tool calls with "use: rate-limit"`,
  ]
}

function saysNotify({ notify, handler }: Rule): boolean {
  return notify !== undefined || (handler.kind === 'inline' && handler.inline.says === 'notify')
}

/** Outcomes that the rule's text allows. */
function outcomesOf({ handler, event, on_error: onError }: Rule): readonly Outcome[] {
  if (handler.kind === 'inline') return outcomeFor(partOf(handler.inline.says))
  const failed = onError === 'proceed' ? [] : outcomeFor(onError)
  const mapped =
    handler.kind === 'run'
      ? Object.values(handler.exit ?? {}).flatMap((meaning) => outcomeFor(partOfExit(meaning)))
      : []
  return [...mapped, ...calledFor(handler, event), ...failed]
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
): readonly string[] {
  if (outcome.decision === 'deny' && rule.event === 'SessionStart' && carries.deny !== true) {
    return [`${agent} cannot be refused a session: the next prompt is denied instead`]
  }
  const carried = dropUnsupportedChanges(outcome, carries, agent)
  const lost = carried.lost.map(
    (change) =>
      `${agent} cannot be given ${change} at ${rule.event}: the rule fails there, on_error: ${rule.on_error}`,
  )
  const { warnings } = downgradeVerdict({ ...emptyVerdict, ...carried.outcome }, carries, agent)
  return [...lost, ...[...carried.warnings, ...warnings].map(({ message }) => message)]
}
