// Where an agent does not report that a subagent ended, the result of the tool that started it does.
import type { Condition, EventName } from '../../model/types.ts'
import type { RuleContext } from '../compile/compile-context.ts'
import { compileMatch, type MatchScope, neverHolds } from '../compile/condition.ts'
import { canCarry } from './contract.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'
import { handlerParts } from '../compile/handlers.ts'

const RESULT: EventName = 'PostToolUse'

/** Should a rule about the ends of subagents also run on the results of the tools that start them? */
export function alsoMatchesResults({ draft, matchers }: RuleContext, match: Condition | undefined): boolean {
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
export function subagentToolCondition(
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
