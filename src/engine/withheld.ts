// Rules that start something and are not, or not any more, what their user trusted.
import { startsProcess } from '../handlers/starts-process.ts'
import { inTree, treeOf } from '../handlers/tree.ts'
import type { Outcome } from '../model/types.ts'
import { shortPath } from '../patterns/paths/child-path.ts'
import type { RuleTurn } from './dispatch-state.ts'
import { failureOutcome } from './fail-closed.ts'
import { addWarning } from './merge.ts'

/** Why its user's trust does not hold for the rule as it is now. */
export function whyWithheld({ state, live: { rule }, match }: RuleTurn): string | undefined {
  const { changedFile } = state.options.effects
  if (rule.withheld === 'changed') return `rule ${rule.name} has changed since the user trusted it, so it`
  if (rule.covers === undefined || changedFile === undefined) return undefined
  const { root } = state.subject.event
  const tree = treeOf(state.subject, match)
  const covers = rule.covers.map((each) => ({ ...each, path: inTree(each.path, root, tree) }))
  const file = changedFile(covers, tree)
  return file === undefined
    ? undefined
    : `${shortPath(file, root)} has changed since the user trusted it, so rule ${rule.name}`
}

/** Events at which a script that was trusted is asked about when it is not run; a stop is held once. */
const gates: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'])

/** What stands in for a rule that was trusted and is not run. */
export function answerWithheld(turn: RuleTurn, why: string): Outcome | undefined {
  const { rule } = turn.live
  const message = `${why} was not run. The user can look at it: hooks trust`
  addWarning(turn.state.draft, { code: 'untrusted', rule: rule.name, message })
  const isGate = startsProcess(rule.handler) && rule.background !== true && rule.mode === 'enforce'
  if (isGate && rule.event === 'AgentStop' && turn.state.options.effects.state.once(`withheld/${rule.name}`))
    return { flow: 'continue', flow_reason: message }
  if (!isGate || !gates.has(rule.event)) return undefined
  return failureOutcome(turn.state, rule.on_error === 'deny' ? 'deny' : 'ask', message)
}
