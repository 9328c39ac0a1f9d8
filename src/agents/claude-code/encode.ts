import {
  formatAsk,
  formatDenial,
  formatGate,
  formatHeld,
  formatNotice,
  formatPlain,
  userReason,
} from '../shared/reason.ts'
import type { Answer, Event, Verdict } from '../../model/types.ts'
import { carriesContext, showsReason } from './capabilities.ts'
import { contextText } from './context-text.ts'
import { nativeName } from './events.ts'
import { outputInShape } from './output.ts'
import { hideSecrets } from '../../patterns/text/secrets.ts'
import { isObject, type PlainObject as Plain } from '../../model/plain-object.ts'

/** What an answer is made of before it is printed. */
interface Draft {
  readonly top?: Plain
  /** Goes to `hookSpecificOutput`. */
  readonly specific?: Plain
  /** With exit code 2. */
  readonly refusal?: string
}

const silent: Answer = { stdout: '', stderr: '', exit: 0 }

/** One JSON object or nothing: text around it would make Claude Code lose the answer. */
export function encode(verdict: Verdict, event: Event): Answer {
  const native = nativeName(event)
  if (native === undefined || event.event === 'unmapped') return silent
  if (event.event === 'PreCompact') return compactAnswer(verdict, event)
  const draft = draftFor(verdict, event)
  const context = carriesContext(event.event) ? contextText(contextsOf(verdict)) : ''
  const specific = { ...(context !== '' && { additionalContext: context }), ...draft.specific }
  const top = { ...draft.top, ...stopped(verdict, event), ...notified(verdict, event) }
  const reply = {
    ...top,
    ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName: native, ...specific } }),
  }
  const stdout = Object.keys(reply).length > 0 ? JSON.stringify(reply) : ''
  return draft.refusal === undefined ? { ...silent, stdout } : { stdout, stderr: draft.refusal, exit: 2 }
}

/** An ask's reason is in the dialog, which the model does not read: its own text goes beside it. */
function contextsOf({ decision, reason, user_reason, additional_context }: Verdict): readonly string[] {
  return decision === 'ask' && reason !== undefined && user_reason !== undefined
    ? [...additional_context, formatPlain(reason)]
    : additional_context
}

function draftFor(verdict: Verdict, event: Event): Draft {
  switch (event.event) {
    case 'PreToolUse':
      return beforeTool(verdict, event)
    case 'PermissionRequest':
      return permission(verdict, event)
    case 'UserPromptSubmit':
      return prompted(verdict, event)
    case 'PostToolUse':
      return afterTool(verdict, event)
    case 'AgentStop':
    case 'SubagentStop':
      return continued(verdict, event)
  }
  return {}
}

/** Both channels on a deny: should one version of Claude Code not read the JSON, the exit code still holds. */
function beforeTool(verdict: Verdict, event: Event): Draft {
  if (isRefused(verdict)) {
    const reason = denial(verdict, event)
    return { specific: { permissionDecision: 'deny', permissionDecisionReason: reason }, refusal: reason }
  }
  if (Object.hasOwn(verdict, 'updated_input') && !isObject(verdict.updated_input))
    return unfit(verdict, event)
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

/** Claude Code takes only an object for an input: it would drop the whole answer and run the call as it was. */
function unfit(verdict: Verdict, event: Event): Draft {
  const reason = formatDenial(
    { ...verdict, reason: 'A rule made the input into something that no tool takes.' },
    event,
  )
  return { specific: { permissionDecision: 'deny', permissionDecisionReason: reason }, refusal: reason }
}

/** A stop before a tool refuses it too: Claude Code by itself would run it and stop then. */
function isRefused(verdict: Verdict): boolean {
  return verdict.decision === 'deny' || verdict.flow === 'stop'
}

function denial(verdict: Verdict, event: Event): string {
  const reason = verdict.reason ?? verdict.flow_reason
  return formatDenial(reason === undefined ? verdict : { ...verdict, reason }, event)
}

function permission(verdict: Verdict, event: Event): Draft {
  if (isRefused(verdict)) {
    const interrupt = verdict.flow === 'stop' && { interrupt: true }
    return { specific: { decision: { behavior: 'deny', message: denial(verdict, event), ...interrupt } } }
  }
  return verdict.decision === 'allow' ? { specific: { decision: { behavior: 'allow' } } } : {}
}

/** Only the user reads this reason, and below it the prompt, unless that holds a secret. */
function prompted(verdict: Verdict, { prompt = '' }: Event): Draft {
  if (verdict.decision !== 'deny') return {}
  const hidden = hideSecrets(prompt, '', true) !== prompt && { specific: { suppressOriginalPrompt: true } }
  return { top: { decision: 'block', reason: userReason(verdict) ?? 'denied by a rule' }, ...hidden }
}

function afterTool(verdict: Verdict, event: Event): Draft {
  if (event.is_error === true || !Object.hasOwn(verdict, 'updated_output')) return {}
  const output = outputInShape(event.tool_name, event.tool_output, verdict.updated_output)
  return output === undefined ? {} : { specific: { updatedToolOutput: output } }
}

/** No additionalContext here: it would continue the turn. */
function continued(verdict: Verdict, event: Event): Draft {
  if (verdict.flow !== 'continue' && verdict.flow !== 'restart') return {}
  return { top: { decision: 'block', reason: formatGate(verdict, event) } }
}

const unstoppable = new Set<Event['event']>([
  'SessionStart',
  'SessionEnd',
  'Error',
  'PermissionRequest',
  'Notification',
])

function stopped(verdict: Verdict, event: Event): Plain {
  if (verdict.flow !== 'stop' || unstoppable.has(event.event)) return {}
  // It stops by itself; `continue: false` would outweigh hooks that are none of ours.
  if (event.event === 'AgentStop' && verdict.hard === false) return {}
  const { user_flow_reason: user = verdict.flow_reason } = verdict
  const reason = user ?? verdict.stops.at(0)?.message ?? userReason(verdict)
  return { continue: false, ...(reason !== undefined && reason !== '' && { stopReason: reason }) }
}

/** Nothing reads an answer to the last two. */
function notified(verdict: Verdict, event: Event): Plain {
  if (event.event === 'SessionEnd' || event.event === 'Error') return {}
  const refused = isAboutCall(event) && isRefused(verdict) ? formatNotice(verdict, event) : undefined
  const asked = isHiddenAsk(verdict, event) ? `hooks asks: ${formatAsk(verdict, event)}` : undefined
  const notices = [refused, asked, askNotice(verdict, event), formatHeld(verdict)]
  const messages = [...verdict.system_messages, ...notices.filter((text) => text !== undefined)]
  return {
    ...(messages.length > 0 && { systemMessage: messages.join('\n') }),
    ...(asked !== undefined && { terminalSequence: desktopNotice(asked) }),
  }
}

/** Beside the dialog, whose text the model reads where nobody is there to answer. */
function askNotice(verdict: Verdict, event: Event): string | undefined {
  const isAsk = verdict.decision === 'ask' && event.event === 'PreToolUse' && !isRefused(verdict)
  return isAsk && verdict.id !== undefined ? formatNotice(verdict, event, 'asked about') : undefined
}

/** The dialog would not say why: the transcript says so after it, the desktop beside it. */
function isHiddenAsk({ decision }: Verdict, { event, tool_name: tool }: Event): boolean {
  return decision === 'ask' && event === 'PreToolUse' && !showsReason(tool)
}

/** OSC 9, which most terminals show as a notification and the others ignore. */
function desktopNotice(text: string): string {
  return `\u001b]9;${text.replace(/\s+/g, ' ')}\u0007`
}

function isAboutCall({ event }: Event): boolean {
  return event === 'PreToolUse' || event === 'PermissionRequest'
}

/** Takes plain text only: what is printed becomes part of the instructions for the compaction. */
function compactAnswer(verdict: Verdict, event: Event): Answer {
  if (verdict.decision === 'deny') {
    const reason = userReason(verdict)
    return {
      stdout: '',
      stderr: formatDenial({ ...verdict, ...(reason !== undefined && { reason }) }, event),
      exit: 2,
    }
  }
  const context = contextText(verdict.additional_context)
  if (context !== '') return { ...silent, stdout: context }
  const top = notified(verdict, event)
  return Object.keys(top).length > 0 ? { ...silent, stdout: JSON.stringify(top) } : silent
}
