// A call that is more work than the budget allows: what was found stands, and of the rules that were not checked to their end any could hold the call up.
import type { LiveRule } from '../model/types.ts'
import { applyReply } from './apply-reply.ts'
import { canCarry } from './contract.ts'
import { isCandidate, type RuleTurn } from './dispatch-state.ts'
import { addWarning, mergeDecision } from './merge.ts'

const message = 'the call is too much work to check against every rule'

/** An ask that no rule made. */
const ask = {
  decision: 'ask',
  reason:
    'This call is too much work to check against every rule. Split it into several calls, or write it shorter.',
  user_reason:
    'This call is too much work to check against every rule, so one that was not checked may be against it. Approve it only if you have read it to its end.',
} as const

/** Was the rule not checked to its end, so that it could have denied, asked, held or changed the call? */
export function isUnjudged({ state, live, match }: RuleTurn): boolean {
  return match.is === 'maybe' && state.work.spent && isCandidate(state, live) && couldHold(live)
}

const harmless: ReadonlySet<string> = new Set(['allow', 'context', 'notify'])

function couldHold({ rule: { handler, mode, always, background, quarantined } }: LiveRule): boolean {
  if (mode !== 'enforce' || always || background === true || handler.kind === 'remember') return false
  if (handler.kind === 'inline') return !harmless.has(handler.inline.says)
  return quarantined === undefined
}

/** Asks once for the call. Where nobody can be asked, the rule has failed. */
export function answerUnjudged(turn: RuleTurn): void {
  const { draft, subject } = turn.state
  if (!canCarry(subject.event.event, 'ask'))
    return applyReply(turn, { outcome: {}, result: 'error', failure: message, ms: 0 })
  if (draft.asks.includes(ask)) return
  mergeDecision(draft, ask)
  addWarning(draft, { code: 'spent', message })
}
