import { type PlainObject as Plain, field } from '../../model/plain-object.ts'
import type { Answer, Event, Verdict, AnswerReaders } from '../../model/types.ts'
import { hideSecrets } from '../../patterns/secrets/secrets.ts'
import { denial, silent, readersOf, replyIn, textIn } from '../shared/answers.ts'
import {
  decidedCall,
  answerOf,
  continued,
  type Draft,
  isAboutCall,
  isRefused,
  permission as plainPermission,
  refusedPrompt,
  stopped,
  readers as plainReaders,
} from '../shared/claude-answer.ts'
import {
  formatAskNotice,
  formatDenial,
  formatHeld,
  formatNotice,
  formatAskContext,
  userReason,
} from '../shared/reason.ts'
import { carriesContext, showsReason, contextText } from './capabilities.ts'
import { nativeName } from './decode.ts'
import { outputInShape } from './output.ts'

export function encode(verdict: Verdict, event: Event): Answer {
  const native = nativeName(event)
  if (native === undefined || event.event === 'unmapped') return silent
  if (event.event === 'PreCompact') return compactAnswer(verdict, event)
  const draft = draftFor(verdict, event)
  const context = carriesContext(event.event) ? contextText(contextsOf(verdict, event)) : ''
  const specific = { ...(context !== '' && { additionalContext: context }), ...draft.specific }
  const top = {
    ...draft.top,
    ...(!unstoppable.has(event.event) && stopped(verdict, event)),
    ...notified(verdict, event),
  }
  return answerOf(native, { ...draft, top, specific })
}

/** An ask's reason is in the dialog, which the model does not read: its own text goes beside it. */
function contextsOf(verdict: Verdict, event: Event): readonly string[] {
  const { decision, reason, additional_context: contexts } = verdict
  return decision === 'ask' && reason !== undefined
    ? [...contexts, formatAskContext(verdict, event)]
    : contexts
}

function draftFor(verdict: Verdict, event: Event): Draft {
  switch (event.event) {
    case 'PreToolUse':
      return decidedCall(verdict, event)
    case 'PermissionRequest':
      return permission(verdict, event)
    case 'UserPromptSubmit':
      return prompted(verdict, event)
    case 'PostToolUse':
      return afterTool(verdict, event)
    case 'AgentStop':
    case 'SubagentStop':
      return continued(verdict, event) // no additionalContext: it would continue the turn
  }
  return {}
}

function permission(verdict: Verdict, event: Event): Draft {
  if (verdict.flow !== 'stop') return plainPermission(verdict, event)
  return {
    specific: { decision: { behavior: 'deny', message: denial(verdict, event), interrupt: true } },
  }
}

/** Below the reason the user reads the prompt, unless that holds a secret. */
function prompted(verdict: Verdict, { prompt = '' }: Event): Draft {
  if (verdict.decision !== 'deny') return {}
  const hidden = hideSecrets(prompt, '') !== prompt && { specific: { suppressOriginalPrompt: true } }
  return { ...refusedPrompt(verdict), ...hidden }
}

function afterTool(verdict: Verdict, event: Event): Draft {
  if (event.is_error === true || !Object.hasOwn(verdict, 'updated_output')) return {}
  const output = outputInShape(event.tool_name, event.tool_output, verdict.updated_output)
  return output === undefined ? {} : { specific: { updatedToolOutput: output } }
}

const unstoppable = new Set<Event['event']>([
  'SessionStart',
  'SessionEnd',
  'Error',
  'PermissionRequest',
  'Notification',
])

/** Nothing reads an answer to the last two. */
function notified(verdict: Verdict, event: Event): Plain {
  if (event.event === 'SessionEnd' || event.event === 'Error') return {}
  const refused = isAboutCall(event) && isRefused(verdict) ? formatNotice(verdict, event) : undefined
  const isAsk = verdict.decision === 'ask' && event.event === 'PreToolUse' && !isRefused(verdict)
  // Such a dialog would not say why: the transcript does, and the desktop while it waits.
  const isHidden = isAsk && !showsReason(event.tool_name)
  const asked =
    isHidden || (isAsk && verdict.id !== undefined)
      ? formatAskNotice(verdict, event, isHidden ? userReason(verdict) : undefined)
      : undefined
  const notices = [refused, asked, formatHeld(verdict)]
  const messages = [...verdict.system_messages, ...notices.filter((text) => text !== undefined)]
  return {
    ...(messages.length > 0 && { systemMessage: messages.join('\n') }),
    ...(isHidden && asked !== undefined && { terminalSequence: desktopNotice(asked) }),
  }
}

/** OSC 9, which most terminals show as a notification and the others ignore. */
function desktopNotice(text: string): string {
  return `\u001b]9;${text.replace(/\s+/g, ' ')}\u0007`
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

/** What Claude Code shows its user of an answer, and what its model reads; observed with 2.1.329. */
export function readers(answer: Answer, { event, tool_name: tool }: Event): AnswerReaders {
  const { stdout, stderr } = answer
  const reply = replyIn(stdout)
  const message = textIn(reply, 'systemMessage')
  const specific = field(reply, 'hookSpecificOutput')
  const isHidden = field(specific, 'permissionDecision') === 'ask' && !showsReason(tool)
  if (event === 'PreCompact')
    return readersOf({ user: [stderr, message], model: [message === '' ? stdout : ''] })
  return isHidden
    ? readersOf({ user: [message], model: [textIn(specific, 'additionalContext')] })
    : plainReaders(answer, { event })
}
