// Where an agent does not tell when a subagent ends, the result of the tool that started it does.
import type { Condition, EventName } from '../../model/types.ts'
import type { CompileContext } from '../compile/compile-context.ts'
import { compileMatch, type MatchScope, neverHolds } from '../compile/condition.ts'
import { canCarry } from './contract.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'
import { handlerParts } from '../compile/handlers.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

const RESULT: EventName = 'PostToolUse'

/** Is the rule also asked about results of the tools that start subagents? One that already hears of results is not. */
export function alsoMatchesResults(
  draft: RuleDraft,
  match: Condition | undefined,
  { matchers }: CompileContext,
): boolean {
  const { events } = draft.when
  if (!events.includes('SubagentStop') || events.includes(RESULT)) return false
  if (match !== undefined && neverHolds(match, RESULT, matchers)) return false
  const key = handlerKeyOf(draft)
  const part = key === undefined || key === 'notify' ? undefined : handlerParts[key]
  return part === undefined || canCarry(RESULT, part)
}

/** Set in an event's metadata by a run that has told of the subagent's end already. */
const told = { metadata: { subagent_stopped: true } }

/** The result of a tool that starts subagents, of an agent that does not tell of their ends. */
export function subagentToolCondition(
  match: Condition | undefined,
  scope: MatchScope,
  context: CompileContext,
): Condition {
  const agents = context.dialects
    .filter(({ name, capabilities }) => name !== 'native' && capabilities.events.SubagentStop !== undefined)
    .map(({ name }) => name)
  const telling = agents.length > 0 ? [{ agent: agents }, told] : [told]
  const from = compileMatch({ tool: '@subagent', not: { any: telling } }, scope)
  return { kind: 'all', of: [from, match].filter((part) => part !== undefined) }
}
