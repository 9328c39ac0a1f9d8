// The other side of the dialect: a script written as a hook for Claude Code, called by us.
import type { Event, ExitMeaning, Outcome, Verdict } from '../../model/types.ts'
import { agentName, nativeName } from './events.ts'
import { outputInShape } from './output.ts'
import { textField } from './text-field.ts'
import { isObject, type PlainObject as Plain } from '../../model/plain-object.ts'

/** The payload that Claude Code would have sent, with the changes so far. */
export function toScript(event: Event, prior: Verdict): unknown {
  const base = event.agent === agentName && isObject(event.raw) ? event.raw : {}
  const own = Object.entries({ ...fieldsOf(event), ...changesOf(event, prior) })
  return { ...base, ...Object.fromEntries(own.filter(([, value]) => value !== undefined)) }
}

function fieldsOf(event: Event): Plain {
  return {
    session_id: event.session_id,
    transcript_path: event.transcript_path ?? '',
    cwd: event.cwd,
    permission_mode: event.permission_mode,
    hook_event_name: nativeName(event) ?? event.event,
    agent_id: event.subagent?.id,
    agent_type: event.subagent?.name,
    prompt: event.prompt,
    tool_name: event.tool_name,
    tool_input: event.tool_input,
    tool_use_id: event.tool_use_id,
    source: event.event === 'SessionStart' ? event.source : undefined,
    stop_hook_active: event.stop_active === undefined ? undefined : event.stop_active > 0,
    error: event.error ?? (event.is_error === true ? event.output_text : undefined),
  }
}

function changesOf(event: Event, prior: Verdict): Plain {
  const input = Object.hasOwn(prior, 'updated_input') ? { tool_input: prior.updated_input } : {}
  if (event.event === 'AgentStop' || event.event === 'SubagentStop')
    return { last_assistant_message: event.response }
  if (event.event === 'UserPromptSubmit') return { prompt: prior.updated_prompt ?? event.prompt }
  if (event.event !== 'PostToolUse' || event.is_error === true) return input
  if (!Object.hasOwn(prior, 'updated_output')) return { ...input, tool_response: event.tool_output }
  const after = outputInShape(event.tool_name, event.tool_output, prior.updated_output)
  return { ...input, tool_response: after ?? prior.updated_output }
}

/** What a script's exit codes mean to Claude Code, with stderr as the text. */
export function scriptExit(event: Event): Readonly<Record<string, ExitMeaning>> {
  switch (event.event) {
    case 'PreToolUse':
    case 'PermissionRequest':
    case 'UserPromptSubmit':
    case 'PreCompact':
      return { 2: 'deny' }
    case 'AgentStop':
    case 'SubagentStop':
      return { 2: 'continue' }
    case 'PostToolUse':
      return { 2: 'context' }
  }
  return { 2: 'notify' }
}

const topKeys = new Set([
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'terminalSequence',
  'decision',
  'reason',
  'hookSpecificOutput',
  'async',
  'asyncTimeout',
])

const specificKeys = new Set([
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
  'decision',
  'updatedToolOutput',
  'updatedMCPToolOutput',
  'classifierContext',
  'sessionTitle',
  'suppressOriginalPrompt',
  'initialUserMessage',
  'watchPaths',
  'reloadSkills',
])

/** Reads an answer as Claude Code would. What it would reject or not know is a TypeError. */
export function fromScript(reply: unknown, event: Event): Outcome {
  if (typeof reply === 'string') return printed(reply, event)
  if (!isObject(reply)) throw new TypeError('the reply is not a JSON object')
  refuseUnknown(reply, topKeys, '')
  if (reply['async'] === true) return {}
  const specific = reply['hookSpecificOutput'] ?? {}
  if (!isObject(specific)) throw new TypeError('"hookSpecificOutput" is not an object')
  if (Object.hasOwn(reply, 'hookSpecificOutput')) refuseForeign(specific, event)
  const context = optionalText(specific, 'additionalContext')
  const message = optionalText(reply, 'systemMessage')
  return {
    ...decisionOf(reply, event),
    ...stopOf(reply),
    ...permissionOf(specific),
    ...requestOf(specific),
    ...changeOf(specific),
    ...contextOf(context, feedbackOf(reply, event)),
    ...(message !== undefined && { system_messages: [message] }),
  }
}

/** Text that is no JSON reaches the model at two events and is hidden at all others. */
function printed(text: string, event: Event): Outcome {
  return event.event === 'UserPromptSubmit' || event.event === 'SessionStart' ? contextOf(text.trim()) : {}
}

function refuseUnknown(value: Plain, known: ReadonlySet<string>, where: string): void {
  const unknown = Object.keys(value).find((key) => !known.has(key))
  if (unknown !== undefined) throw new TypeError(`unknown field "${where}${unknown}"`)
}

function refuseForeign(specific: Plain, event: Event): void {
  refuseUnknown(specific, specificKeys, 'hookSpecificOutput.')
  const name = nativeName(event)
  if (specific['hookEventName'] === name) return
  throw new TypeError(`"hookEventName" is ${JSON.stringify(specific['hookEventName'])}, expected "${name}"`)
}

function optionalText(value: Plain, key: string): string | undefined {
  const found = value[key]
  if (found === undefined || typeof found === 'string') return found
  throw new TypeError(`"${key}" is not text`)
}

function oneOf<T extends string>(value: Plain, key: string, allowed: readonly T[]): T | undefined {
  const found = value[key]
  if (found === undefined) return undefined
  const known = allowed.find((name) => name === found)
  if (known === undefined)
    throw new TypeError(`"${key}" is ${JSON.stringify(found)}, expected ${allowed.join(' or ')}`)
  return known
}

const reasoned = (reason: string | undefined) => (reason === undefined ? {} : { reason })

/** The top-level `decision`: what a block means depends on the event. */
function decisionOf(reply: Plain, event: Event): Outcome {
  const decision = oneOf(reply, 'decision', ['approve', 'block'])
  const reason = optionalText(reply, 'reason')
  const asks = event.event === 'PreToolUse' || event.event === 'PermissionRequest'
  if (decision === 'approve') return asks ? { decision: 'allow', ...reasoned(reason) } : {}
  if (decision === undefined || event.event === 'PostToolUse') return {}
  if (event.event === 'AgentStop' || event.event === 'SubagentStop') {
    return { flow: 'continue', ...(reason !== undefined && { flow_reason: reason }) }
  }
  return { decision: 'deny', ...reasoned(reason) }
}

/** After a tool a block is a word to the model. */
function feedbackOf(reply: Plain, event: Event): string | undefined {
  return event.event === 'PostToolUse' && reply['decision'] === 'block'
    ? textField(reply, 'reason')
    : undefined
}

function contextOf(...texts: readonly (string | undefined)[]): Outcome {
  const given = texts.flatMap((text) => (text === undefined || text === '' ? [] : [text]))
  return given.length > 0 ? { additional_context: given } : {}
}

/** With Claude Code, `continue: false` beats everything else. */
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
