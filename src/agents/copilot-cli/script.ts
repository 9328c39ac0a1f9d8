// The other side: a hook that was written for Copilot CLI, in either spelling of its events, started by us.
import { defined, isObject, type PlainObject as Plain, toText } from '../../model/plain-object.ts'
import type { Dialect, Event, Outcome, ScriptMeaning, Verdict } from '../../model/types.ts'
import { claudeScript } from '../shared/claude-script.ts'
import { nativeTool, sourceField } from '../shared/decoder.ts'
import { oneOf, optionalObject, optionalText, reasoned, refuseUnknown } from '../shared/reply-fields.ts'

/** Copilot's tools, and what they are called in payloads of events in Claude Code's spelling. */
export const pascalTools: Readonly<Record<string, string>> = {
  bash: 'Bash',
  powershell: 'PowerShell',
  view: 'Read',
  create: 'Write',
  edit: 'Edit',
  grep: 'Grep',
  rg: 'Grep',
  glob: 'Glob',
  web_fetch: 'WebFetch',
  web_search: 'WebSearch',
  ask_user: 'AskUserQuestion',
  update_todo: 'TodoWrite',
  task: 'Agent',
}

const agentName = 'copilot-cli'

const pascalNames: Readonly<Partial<Record<Event['event'], string>>> = {
  AgentStop: 'Stop',
  Error: 'ErrorOccurred',
}

function nativeName({ event, is_error: failed }: Event): string {
  return event === 'PostToolUse' && failed === true ? 'PostToolUseFailure' : (pascalNames[event] ?? event)
}

/** Where an answer has Claude Code's form. */
const nested = claudeScript({ agent: agentName, nativeName, outputAfter: (_event, output) => output })

/** Both spellings at once, as their names of fields differ: a script reads those that it knows. */
function toScript(event: Event, prior: Verdict): unknown {
  const raw = event.agent === agentName && isObject(event.raw) ? event.raw : {}
  return { ...raw, ...defined({ ...commonOf(event), ...callOf(event, prior), ...runOf(event, prior) }) }
}

function commonOf(event: Event): Plain {
  const { session_id: session = '', transcript_path: transcript, subagent } = event
  return {
    hook_event_name: nativeName(event),
    cwd: event.cwd,
    session_id: session,
    sessionId: session,
    transcript_path: transcript,
    transcriptPath: transcript,
    agent_id: subagent?.id,
    agentId: subagent?.id,
    agent_name: subagent?.name,
    agentName: subagent?.name,
    ...sourceField(event),
  }
}

function callOf(event: Event, prior: Verdict): Plain {
  const tool = nativeTool(event, agentName)
  if (tool === undefined) return {}
  const input = Object.hasOwn(prior, 'updated_input') ? prior.updated_input : event.tool_input
  const own = Object.keys(pascalTools).find((name) => pascalTools[name] === tool) ?? tool
  return {
    toolName: own,
    tool_name: pascalTools[own] ?? tool,
    toolArgs: input,
    toolInput: event.event === 'PermissionRequest' ? input : undefined,
    tool_input: input,
    ...(event.event === 'PostToolUse' && resultOf(event, prior)),
  }
}

function resultOf(event: Event, prior: Verdict): Plain {
  const text = Object.hasOwn(prior, 'updated_output')
    ? toText(prior.updated_output ?? '')
    : (event.output_text ?? '')
  if (event.is_error === true && event.tool_output === undefined) return { error: event.error ?? text }
  return {
    toolResult: { resultType: 'success', textResultForLlm: text },
    tool_result: { result_type: 'success', text_result_for_llm: text },
  }
}

function runOf(event: Event, prior: Verdict): Plain {
  const ends = event.event === 'AgentStop' || event.event === 'SubagentStop'
  const reason = ends ? (event.finish_reason ?? 'end_turn') : undefined
  return {
    prompt: prior.updated_prompt ?? event.prompt,
    stopReason: reason,
    stop_reason: reason,
    stop_hook_active: ends ? (event.stop_active ?? 0) > 0 : undefined,
    response: event.event === 'SubagentStop' ? event.response : undefined,
    last_assistant_message: ends ? event.response : undefined,
  }
}

/** Any failure before a call denies it. */
function scriptExit({ event, is_error: failed }: Event): Readonly<Record<string, ScriptMeaning>> {
  if (event === 'PreToolUse') return { '*': 'deny' }
  if (event === 'PermissionRequest') return { 2: 'deny' }
  return { 2: event === 'PostToolUse' && failed === true ? 'context' : 'notify' }
}

const keys = `
  permissionDecision permissionDecisionReason modifiedArgs updatedInput additionalContext behavior
  message interrupt modifiedResult decision reason modifiedResponse modifiedPrompt`

/** Fields at the top; nested ones are Claude Code's. */
function fromScript(reply: unknown, event: Event): Outcome {
  if (typeof reply === 'string') return {}
  if (!isObject(reply)) throw new TypeError('the reply is not a JSON object')
  if (['hookSpecificOutput', 'continue', 'systemMessage'].some((key) => Object.hasOwn(reply, key)))
    return nested.fromScript(reply, event)
  const input = optionalObject(reply, 'modifiedArgs') ?? optionalObject(reply, 'updatedInput')
  const context = optionalText(reply, 'additionalContext') ?? ''
  const prompt = optionalText(reply, 'modifiedPrompt')
  const outcome: Outcome = {
    ...callDecision(reply),
    ...turnDecision(reply, event),
    ...(input !== undefined && { updated_input: input }),
    ...(context !== '' && { additional_context: [context] }),
    ...(prompt !== undefined && { updated_prompt: prompt }),
    ...outputOf(reply),
  }
  refuseUnknown(reply, { known: keys, outcome })
  return outcome
}

function callDecision(reply: Plain): Outcome {
  const decision = oneOf(reply, 'permissionDecision', ['allow', 'deny', 'ask'])
  if (decision !== undefined)
    return { decision, ...reasoned(optionalText(reply, 'permissionDecisionReason')) }
  const behavior = oneOf(reply, 'behavior', ['allow', 'deny'])
  if (behavior === undefined) return {}
  const stop = behavior === 'deny' && reply['interrupt'] === true
  return { decision: behavior, ...reasoned(optionalText(reply, 'message')), ...(stop && { flow: 'stop' }) }
}

function turnDecision(reply: Plain, { event }: Event): Outcome {
  const decision = oneOf(reply, 'decision', ['block', 'allow', 'deny', 'approve'])
  const reason = optionalText(reply, 'reason')
  if (decision !== 'block' && decision !== 'deny') return {}
  if (event === 'AgentStop' || event === 'SubagentStop')
    return { flow: 'continue', ...(reason !== undefined && { flow_reason: reason }) }
  return event === 'PostToolUse' ? {} : { decision: 'deny', ...reasoned(reason) }
}

function outputOf(reply: Plain): Outcome {
  const result = optionalObject(reply, 'modifiedResult')
  if (result !== undefined) return { updated_output: optionalText(result, 'textResultForLlm') ?? result }
  return Object.hasOwn(reply, 'modifiedResponse') ? { updated_output: reply['modifiedResponse'] } : {}
}

export const script: Pick<Dialect, 'toScript' | 'fromScript' | 'scriptExit' | 'scriptEnv'> = {
  toScript,
  fromScript,
  scriptExit,
  scriptEnv: ({ root }) => ({ COPILOT_CLI: '1', COPILOT_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
}
