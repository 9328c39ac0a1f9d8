// The other side of Claude Code's language and of those like it: a script written as a hook, called by us.
import { defined, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Dialect, Event, Outcome, ScriptMeaning, Verdict } from '../../model/types.ts'
import { nativeTool } from './decoder.ts'
import { oneOf, optionalObject, optionalText, reasoned, refuseUnknown } from './reply-fields.ts'

export interface ClaudeScript {
  readonly agent: string
  readonly nativeName: (event: Event) => string | undefined
  /** A changed output as its tool would give it. */
  readonly outputAfter: (event: Event, output: unknown) => unknown
  /** A block after a tool stands in the place of the output; otherwise it is a word to the model. */
  readonly blockReplaces?: true
  /** Further words of a top-level `decision`. */
  readonly decisions?: readonly ('allow' | 'deny')[]
}

export function claudeScript(
  agent: ClaudeScript,
): Required<Pick<Dialect, 'toScript' | 'fromScript' | 'scriptExit'>> {
  return {
    toScript: (event, prior) => payloadOf(event, prior, agent),
    fromScript: (reply, event) => outcomeOf(reply, event, agent),
    scriptExit: (event) => exitsOf(event, agent),
  }
}

/** The payload that the agent would have sent, with the changes so far. */
function payloadOf(event: Event, prior: Verdict, agent: ClaudeScript): Plain {
  const base = event.agent === agent.agent && isObject(event.raw) ? event.raw : {}
  return { ...base, ...defined({ ...fieldsOf(event, agent), ...changesOf(event, prior, agent) }) }
}

function fieldsOf(event: Event, agent: ClaudeScript): Plain {
  return {
    session_id: event.session_id,
    transcript_path: event.transcript_path ?? '',
    cwd: event.cwd,
    permission_mode: event.permission_mode,
    hook_event_name: agent.nativeName(event) ?? event.event,
    agent_id: event.subagent?.id,
    agent_type: event.subagent?.name,
    prompt: event.prompt,
    tool_name: nativeTool(event, agent.agent),
    tool_input: event.tool_input,
    tool_use_id: event.tool_use_id,
    source: event.event === 'SessionStart' ? event.source : undefined,
    stop_hook_active: event.stop_active === undefined ? undefined : event.stop_active > 0,
    error: event.error ?? (event.is_error === true ? event.output_text : undefined),
  }
}

function changesOf(event: Event, prior: Verdict, { outputAfter }: ClaudeScript): Plain {
  const input = Object.hasOwn(prior, 'updated_input') ? { tool_input: prior.updated_input } : {}
  if (event.event === 'AgentStop' || event.event === 'SubagentStop')
    return { last_assistant_message: event.response }
  if (event.event === 'UserPromptSubmit') return { prompt: prior.updated_prompt ?? event.prompt }
  if (event.event !== 'PostToolUse' || event.is_error === true) return input
  if (!Object.hasOwn(prior, 'updated_output')) return { ...input, tool_response: event.tool_output }
  return { ...input, tool_response: outputAfter(event, prior.updated_output) }
}

/** What a script's exit codes mean, with stderr as the text. */
function exitsOf({ event }: Event, { blockReplaces }: ClaudeScript): Readonly<Record<string, ScriptMeaning>> {
  switch (event) {
    case 'PreToolUse':
    case 'PermissionRequest':
    case 'UserPromptSubmit':
    case 'PreCompact':
      return { 2: 'deny' }
    case 'AgentStop':
    case 'SubagentStop':
      return { 2: 'continue' }
    case 'PostToolUse':
      return { 2: blockReplaces === true ? 'output' : 'context' }
  }
  return { 2: 'notify' }
}

const topKeys = `
  continue stopReason suppressOutput systemMessage terminalSequence decision reason hookSpecificOutput
  async asyncTimeout`

const specificKeys = `
  hookEventName permissionDecision permissionDecisionReason updatedInput additionalContext decision
  updatedToolOutput updatedMCPToolOutput classifierContext sessionTitle suppressOriginalPrompt
  initialUserMessage watchPaths reloadSkills`

/** Reads an answer as the agent would. What it would reject or not know is a TypeError. */
function outcomeOf(reply: unknown, event: Event, agent: ClaudeScript): Outcome {
  if (typeof reply === 'string') return printed(reply, event)
  if (!isObject(reply)) throw new TypeError('the reply is not a JSON object')
  if (reply['async'] === true) return {}
  const specific = optionalObject(reply, 'hookSpecificOutput') ?? {}
  const message = optionalText(reply, 'systemMessage')
  const outcome = {
    ...decisionOf(reply, event, agent),
    ...stopOf(reply),
    ...permissionOf(specific),
    ...requestOf(specific),
    ...changeOf(specific),
    ...afterTool(reply, event, { specific, agent }),
    ...(message !== undefined && { system_messages: [message] }),
  }
  refuseUnknown(reply, { known: topKeys, outcome })
  if (Object.hasOwn(reply, 'hookSpecificOutput')) refuseForeign(specific, event, { outcome, agent })
  return outcome
}

/** Text that is no JSON reaches the model at two events and is hidden at all others. */
function printed(text: string, event: Event): Outcome {
  return event.event === 'UserPromptSubmit' || event.event === 'SessionStart' ? contextOf(text.trim()) : {}
}

function refuseForeign(
  specific: Plain,
  event: Event,
  { outcome, agent }: { readonly outcome: Outcome; readonly agent: ClaudeScript },
): void {
  refuseUnknown(specific, { known: specificKeys, where: 'hookSpecificOutput.', outcome })
  const name = agent.nativeName(event)
  if (specific['hookEventName'] === name) return
  throw new TypeError(`"hookEventName" is ${JSON.stringify(specific['hookEventName'])}, expected "${name}"`)
}

/** The top-level `decision`: what a block means depends on the event. */
function decisionOf(reply: Plain, event: Event, { decisions = [] }: ClaudeScript): Outcome {
  const decision = oneOf(reply, 'decision', ['approve', 'block', ...decisions])
  const reason = optionalText(reply, 'reason')
  const asks = event.event === 'PreToolUse' || event.event === 'PermissionRequest'
  if (decision === 'approve' || decision === 'allow')
    return asks ? { decision: 'allow', ...reasoned(reason) } : {}
  if (decision === undefined || event.event === 'PostToolUse') return {}
  if (event.event === 'AgentStop' || event.event === 'SubagentStop') {
    return { flow: 'continue', ...(reason !== undefined && { flow_reason: reason }) }
  }
  return { decision: 'deny', ...reasoned(reason) }
}

/** After a tool a block is a word to the model, or all that it reads. */
function afterTool(
  reply: Plain,
  event: Event,
  { specific, agent }: { readonly specific: Plain; readonly agent: ClaudeScript },
): Outcome {
  const blocks =
    event.event === 'PostToolUse' && (reply['decision'] === 'block' || reply['decision'] === 'deny')
  const reason = blocks ? optionalText(reply, 'reason') : undefined
  const context = optionalText(specific, 'additionalContext')
  if (agent.blockReplaces !== true || reason === undefined) return contextOf(context, reason)
  return { ...contextOf(context), updated_output: reason }
}

function contextOf(...texts: readonly (string | undefined)[]): Outcome {
  const given = texts.flatMap((text) => (text === undefined || text === '' ? [] : [text]))
  return given.length > 0 ? { additional_context: given } : {}
}

/** It beats everything else. */
function stopOf(reply: Plain): Outcome {
  const goes = reply['continue']
  if (goes === undefined || goes === true) return {}
  if (goes !== false) throw new TypeError('"continue" is not true or false')
  const reason = optionalText(reply, 'stopReason')
  return { flow: 'stop', hard: true, ...(reason !== undefined && { flow_reason: reason }) }
}

/** `defer` puts the call off until somebody resumes the session; to ask is the nearest. */
function permissionOf(specific: Plain): Outcome {
  const decision = oneOf(specific, 'permissionDecision', ['allow', 'deny', 'ask', 'defer'])
  if (decision === undefined) return {}
  const reason = optionalText(specific, 'permissionDecisionReason')
  return { decision: decision === 'defer' ? 'ask' : decision, ...reasoned(reason) }
}

/** The nested `decision` of a PermissionRequest. */
function requestOf(specific: Plain): Outcome {
  const decision = specific['decision']
  if (decision === undefined) return {}
  if (!isObject(decision)) throw new TypeError('"hookSpecificOutput.decision" is not an object')
  const behavior = oneOf(decision, 'behavior', ['allow', 'deny'])
  if (behavior === undefined) throw new TypeError('"hookSpecificOutput.decision.behavior" is missing')
  // Without its change an allow would let another call through than the one the script meant.
  if (Object.hasOwn(decision, 'updatedInput'))
    throw new TypeError('a changed input cannot be carried at PermissionRequest')
  return { decision: behavior, ...reasoned(optionalText(decision, 'message')) }
}

function changeOf(specific: Plain): Outcome {
  const input = specific['updatedInput']
  if (input !== undefined && !isObject(input)) throw new TypeError('"updatedInput" is not an object')
  const key = ['updatedToolOutput', 'updatedMCPToolOutput'].find((name) => Object.hasOwn(specific, name))
  return {
    ...(input !== undefined && { updated_input: input }),
    ...(key !== undefined && { updated_output: specific[key] }),
  }
}
