// What agents that speak Claude Code's language are answered: one JSON object, whose `hookSpecificOutput` names the event.
import { downgradeVerdict } from '../../engine/fit.ts'
import { field, isObject, type PlainObject as Plain, toText } from '../../model/plain-object.ts'
import type {
  Answer,
  AnswerReaders,
  Capabilities,
  Carries,
  Dialect,
  Event,
  EventName,
  Verdict,
} from '../../model/types.ts'
import { denial, silent, unfit, readersOf, replyIn, textIn } from './answers.ts'
import { type EventNames, nativeName } from './decoder.ts'
import { formatAsk, formatGate, formatHeld, formatNotice, userReason } from './reason.ts'

/** What an answer is made of before it is printed. */
export interface Draft {
  readonly top?: Plain
  /** Goes to `hookSpecificOutput`. */
  readonly specific?: Plain
  /** With exit code 2. */
  readonly refusal?: string
}

/** One JSON object or nothing: text around it would make the agent lose the answer. */
export function answerOf(native: string, { top, specific = {}, refusal }: Draft): Answer {
  const reply = {
    ...top,
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: native, ...specific } }),
  }
  const stdout = Object.keys(reply).length > 0 ? JSON.stringify(reply) : ''
  return refusal === undefined ? { ...silent, stdout } : { stdout, stderr: refusal, exit: 2 }
}

/** A stop before a tool refuses it too. */
export function isRefused(verdict: Verdict): boolean {
  return verdict.decision === 'deny' || verdict.flow === 'stop'
}

/** Both channels on a deny: should a version of the agent not read the JSON, the exit code still holds. */
export function refusedCall(verdict: Verdict, event: Event): Draft | undefined {
  const isUnfit = Object.hasOwn(verdict, 'updated_input') && !isObject(verdict.updated_input)
  if (!isRefused(verdict) && !isUnfit) return undefined
  const reason = denial(isRefused(verdict) ? verdict : { ...verdict, reason: unfit }, event)
  return { specific: { permissionDecision: 'deny', permissionDecisionReason: reason }, refusal: reason }
}

/** Refused, or decided with what its user is told, and with its new input. */
export function decidedCall(verdict: Verdict, event: Event): Draft {
  const refused = refusedCall(verdict, event)
  if (refused !== undefined) return refused
  const changed = Object.hasOwn(verdict, 'updated_input') ? { updatedInput: verdict.updated_input } : {}
  if (verdict.decision !== 'ask' && verdict.decision !== 'allow') return { specific: changed }
  const reason = verdict.decision === 'ask' ? formatAsk(verdict, event) : (verdict.reason ?? '')
  return {
    specific: {
      permissionDecision: verdict.decision,
      ...(reason !== '' && { permissionDecisionReason: reason }),
      ...changed,
    },
  }
}

/** An output where an agent takes a reason for one: an empty reason would be none, and its model read the old output. */
export function outputReason(output: unknown): string {
  const text = toText(output ?? '')
  return text.trim() === '' ? '(no output)' : text
}

export function permission(verdict: Verdict, event: Event): Draft {
  if (isRefused(verdict))
    return { specific: { decision: { behavior: 'deny', message: denial(verdict, event) } } }
  return verdict.decision === 'allow' ? { specific: { decision: { behavior: 'allow' } } } : {}
}

/** Only the user reads this reason; without one Codex lets the prompt go. */
export function refusedPrompt(verdict: Verdict): Draft {
  if (verdict.decision !== 'deny') return {}
  return { top: { decision: 'block', reason: userReason(verdict)?.trim() || 'denied by a rule' } }
}

export function continued(verdict: Verdict, event: Event): Draft {
  if (verdict.flow !== 'continue' && verdict.flow !== 'restart') return {}
  return { top: { decision: 'block', reason: formatGate(verdict, event) } }
}

/** A soft stop lets go: `continue: false` would outweigh hooks that are none of ours. */
export function stopped(verdict: Verdict, { event }: Event): Plain {
  if (verdict.flow !== 'stop' || (event === 'AgentStop' && verdict.hard === false)) return {}
  const { user_flow_reason: user = verdict.flow_reason } = verdict
  const reason = user ?? verdict.stops.at(0)?.message ?? userReason(verdict)
  return { continue: false, ...(reason !== undefined && reason !== '' && { stopReason: reason }) }
}

export function isAboutCall({ event }: Event): boolean {
  return event === 'PreToolUse' || event === 'PermissionRequest'
}

function notified(verdict: Verdict, event: Event): Plain {
  const refused = isAboutCall(event) && isRefused(verdict) ? formatNotice(verdict, event) : undefined
  const notices = [refused, formatHeld(verdict)].filter((text) => text !== undefined)
  const messages = [...verdict.system_messages, ...notices]
  return messages.length > 0 ? { systemMessage: messages.join('\n') } : {}
}

type Drafts = Readonly<Partial<Record<EventName, (verdict: Verdict, event: Event) => Draft>>>

const drafts: Drafts = {
  PermissionRequest: permission,
  UserPromptSubmit: refusedPrompt,
  AgentStop: continued,
  SubagentStop: continued,
}

export interface ClaudeLike {
  readonly name: string
  readonly capabilities: Capabilities
  capabilitiesAt?(event: Event): Capabilities
  readonly events: EventNames
  /** How an event is answered; the others as Claude Code is. */
  readonly drafts: Drafts & { readonly PreToolUse: NonNullable<Drafts['PreToolUse']> }
}

/** Nothing is answered that the capabilities do not name. */
export function claudeLike(agent: ClaudeLike): Pick<Dialect, 'encode' | 'readers'> {
  const all = { ...drafts, ...agent.drafts }

  function encode(given: Verdict, event: Event): Answer {
    const native = nativeName(agent.events, agent.name, event)
    const table = (agent.capabilitiesAt?.(event) ?? agent.capabilities).events
    const carries: Carries | undefined = event.event === 'unmapped' ? undefined : table[event.event]
    if (native === undefined || carries === undefined || event.event === 'unmapped') return silent
    const verdict = downgradeVerdict(given, carries, agent.name)
    const { additional_context: context } = verdict
    const draft = all[event.event]?.(verdict, event) ?? {}
    const stop = event.event === 'PermissionRequest' ? {} : stopped(verdict, event)
    const notice = carries.notify === true ? notified(verdict, event) : {}
    const specific = {
      ...(context.length > 0 && { additionalContext: context.join('\n\n') }),
      ...draft.specific,
    }
    return answerOf(native, { ...draft, top: { ...draft.top, ...stop, ...notice }, specific })
  }

  return { encode, readers }
}

/** What the agent's user is shown, and what its model reads. */
export function readers({ stdout }: Answer, { event }: Pick<Event, 'event'>): AnswerReaders {
  const reply = replyIn(stdout)
  const specific = field(reply, 'hookSpecificOutput')
  const asks = field(specific, 'permissionDecision') === 'ask'
  const why = textIn(specific, 'permissionDecisionReason')
  const refused = textIn(field(specific, 'decision'), 'message')
  const [blocked, context] = [textIn(reply, 'reason'), textIn(specific, 'additionalContext')]
  const goesToModel = event === 'AgentStop' || event === 'SubagentStop' || event === 'PostToolUse'
  return readersOf({
    user: [
      asks ? why : '',
      goesToModel ? '' : blocked,
      textIn(reply, 'stopReason'),
      textIn(reply, 'systemMessage'),
    ],
    model: [asks ? '' : why, goesToModel ? blocked : '', refused, context],
  })
}
