// The other side: a hook that was written for Gemini CLI, started by us.
import { defined, isObject, type PlainObject as Plain, toText } from '../../model/plain-object.ts'
import type { Dialect, Event, Outcome, ScriptMeaning, Verdict } from '../../model/types.ts'
import { type EventNames, nativeName, sourceField } from '../shared/decoder.ts'
import { oneOf, optionalObject, optionalText, reasoned, refuseUnknown } from '../shared/reply-fields.ts'

export const agentName = 'gemini-cli'

export const nativeEvents: EventNames = {
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  BeforeAgent: 'UserPromptSubmit',
  AfterAgent: 'AgentStop',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  PreCompress: 'PreCompact',
  Notification: 'Notification',
  BeforeModel: 'unmapped',
  BeforeToolSelection: 'unmapped',
  AfterModel: 'unmapped',
}

/** The payload that Gemini CLI would have sent, with the changes so far. */
function toScript(event: Event, prior: Verdict): unknown {
  const own = event.agent === agentName && isObject(event.raw) ? event.raw : fieldsOf(event)
  return { ...own, ...defined(changesOf(event, prior)) }
}

function fieldsOf(event: Event): Plain {
  const { event: name } = event
  return defined({
    session_id: event.session_id ?? '',
    transcript_path: event.transcript_path ?? '',
    cwd: event.cwd,
    hook_event_name: nativeName(nativeEvents, agentName, event) ?? name,
    tool_name: event.tool_name,
    tool_input: event.tool_input,
    tool_response: name === 'PostToolUse' ? responseOf(event) : undefined,
    prompt: event.prompt,
    prompt_response: event.response,
    stop_hook_active: event.stop_active === undefined ? undefined : event.stop_active > 0,
    ...sourceField(event),
  })
}

function responseOf({ output_text: text = '', is_error: failed }: Event): Plain {
  return { llmContent: text, returnDisplay: text, ...(failed === true && { error: { message: text } }) }
}

function changesOf(event: Event, prior: Verdict): Plain {
  const after = prior.updated_output
  return {
    tool_input: Object.hasOwn(prior, 'updated_input') ? prior.updated_input : undefined,
    tool_response:
      event.event === 'PostToolUse' && Object.hasOwn(prior, 'updated_output')
        ? { ...responseOf(event), llmContent: toText(after ?? '') }
        : undefined,
    prompt: prior.updated_prompt,
  }
}

/** Text on stderr, or where there is none on stdout, is a reason to deny at every code from 2 on. */
function scriptExit({ event }: Event): Readonly<Record<string, ScriptMeaning>> {
  const refused = refusals[event]
  return { 1: 'notify', '*': refused ?? 'notify' }
}

const refusals: Readonly<Partial<Record<Event['event'], ScriptMeaning>>> = {
  PreToolUse: 'deny',
  UserPromptSubmit: 'deny',
  AgentStop: 'continue',
  PostToolUse: 'output',
}

const topKeys = `
  continue stopReason suppressOutput systemMessage decision reason hookSpecificOutput`

/** What belongs to a model's call is not carried. */
const specificKeys = 'hookEventName tool_input additionalContext clearContext'

/** Reads an answer as Gemini CLI would; text that is no JSON is shown to the user. */
function fromScript(reply: unknown, event: Event): Outcome {
  if (typeof reply === 'string') return { system_messages: [reply.trim()] }
  if (!isObject(reply)) throw new TypeError('the reply is not a JSON object')
  const specific = optionalObject(reply, 'hookSpecificOutput') ?? {}
  const input = optionalObject(specific, 'tool_input')
  const context = optionalText(specific, 'additionalContext') ?? ''
  const message = optionalText(reply, 'systemMessage')
  const outcome: Outcome = {
    ...decisionOf(reply, event, specific['clearContext'] === true),
    ...stopOf(reply),
    ...(input !== undefined && {
      updated_input: { ...(isObject(event.tool_input) && event.tool_input), ...input },
    }),
    ...(context !== '' && { additional_context: [context] }),
    ...(message !== undefined && { system_messages: [message] }),
  }
  refuseUnknown(reply, { known: topKeys, outcome })
  refuseUnknown(specific, { known: specificKeys, where: 'hookSpecificOutput.', outcome })
  return outcome
}

/** `allow` is no opinion there. */
function decisionOf(reply: Plain, { event }: Event, clears: boolean): Outcome {
  const decision = oneOf(reply, 'decision', ['allow', 'approve', 'deny', 'block', 'ask'])
  const reason = optionalText(reply, 'reason')
  if (decision === undefined || decision === 'allow' || decision === 'approve') return {}
  if (decision === 'ask') return event === 'PreToolUse' ? { decision, ...reasoned(reason) } : {}
  switch (refusals[event]) {
    case 'deny':
      return { decision: 'deny', ...reasoned(reason) }
    case 'continue':
      return {
        flow: clears ? 'restart' : 'continue',
        ...(reason !== undefined && { flow_reason: reason, ...(clears && { next_prompt: reason }) }),
      }
    case 'output':
      return { updated_output: reason ?? '' }
  }
  return {}
}

function stopOf(reply: Plain): Outcome {
  if (reply['continue'] !== false) return {}
  const reason = optionalText(reply, 'stopReason')
  return { flow: 'stop', hard: true, ...(reason !== undefined && { flow_reason: reason }) }
}

export const script: Pick<Dialect, 'toScript' | 'fromScript' | 'scriptExit' | 'scriptEnv' | 'scriptReplies'> =
  {
    toScript,
    fromScript,
    scriptExit,
    scriptReplies: 'always',
    scriptEnv: ({ root, cwd, session_id: session }) => ({
      GEMINI_PROJECT_DIR: root,
      GEMINI_CWD: cwd,
      CLAUDE_PROJECT_DIR: root,
      ...(session !== undefined && { GEMINI_SESSION_ID: session }),
    }),
  }
