// The other side: a hook that was written for Cursor, started by us.
import { defined, field, isObject, type PlainObject as Plain, toText } from '../../model/plain-object.ts'
import type { Dialect, Event, Outcome, ScriptMeaning, Verdict } from '../../model/types.ts'
import { claudeScript } from '../shared/claude-script.ts'
import { nativeName, nativeTool } from '../shared/decoder.ts'
import { oneOf, optionalObject, optionalText, reasoned, refuseUnknown } from '../shared/reply-fields.ts'
import { agentName, events } from './decode.ts'

type Form = (event: Event, call: ScriptedCall) => Plain

interface ScriptedCall {
  readonly input: unknown
  readonly output: string
}

const outputIn = ({ output }: ScriptedCall) => ({ output, duration: 0, sandbox: false })

/** Events of one kind of call, which its scripts may be written for: `reply: cursor/NAME`. */
const kinds: Readonly<Record<string, Form>> = {
  beforeShellExecution: ({ cwd }, { input }) => ({ command: commandIn(input), cwd, sandbox: false }),
  afterShellExecution: (_event, call) => ({ command: commandIn(call.input), ...outputIn(call) }),
  beforeMCPExecution: (event, { input }) => serverCall(event, input),
  afterMCPExecution: (event, { input, output }) => ({
    ...serverCall(event, input),
    result_json: output,
    duration: 0,
  }),
  afterFileEdit: (_event, { input }) => ({ file_path: pathIn(input), edits: editsIn(input) }),
}

export const forms: readonly string[] = Object.keys(kinds)

const commandIn = (input: unknown): string => toText(field(input, 'command') ?? '')
const pathIn = (input: unknown): unknown => field(input, 'file_path') ?? field(input, 'path')

function serverCall({ tool_name: tool = '' }: Event, input: unknown): Plain {
  const [, server = '?', name = tool] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? []
  return {
    tool_name: name,
    tool_input: toText(input ?? {}),
    ...(server !== '?' && { mcp_server_name: server }),
  }
}

function editsIn(input: unknown): readonly unknown[] {
  const edits = field(input, 'edits')
  if (Array.isArray(edits)) return edits
  const text = field(input, 'new_string') ?? field(input, 'content') ?? field(input, 'contents') ?? ''
  return [{ old_string: field(input, 'old_string') ?? '', new_string: text }]
}

/** The payload that Cursor would have sent at this event, with the changes so far. */
function toScript(event: Event, prior: Verdict, form?: string): unknown {
  const raw = event.agent === agentName && isObject(event.raw) ? event.raw : {}
  const { native_event: _, ...plain } = event
  const name = form ?? nativeName(events, '', plain) ?? event.event
  const input = Object.hasOwn(prior, 'updated_input') ? prior.updated_input : event.tool_input
  const output = Object.hasOwn(prior, 'updated_output') ? prior.updated_output : event.output_text
  const call = { input, output: toText(output ?? '') }
  const own = form !== undefined && Object.hasOwn(kinds, form) ? kinds[form]?.(event, call) : undefined
  const fields = defined({
    ...(own ?? fieldsOf(event, call)),
    prompt: event.event === 'UserPromptSubmit' ? (prior.updated_prompt ?? event.prompt) : undefined,
  })
  if (raw['hook_event_name'] !== name)
    return { ...defined(commonOf(event, raw)), hook_event_name: name, ...fields }
  return changes.some((key) => Object.hasOwn(prior, key)) ? { ...raw, ...fields } : { ...fields, ...raw }
}

const changes = ['updated_input', 'updated_output', 'updated_prompt']

function commonOf(event: Event, raw: Plain): Plain {
  return {
    conversation_id: event.session_id ?? '',
    session_id: event.session_id,
    generation_id: event.run_id ?? '',
    model: event.model ?? '',
    cursor_version: raw['cursor_version'] ?? '',
    workspace_roots: raw['workspace_roots'] ?? [event.root],
    user_email: raw['user_email'] ?? null,
    transcript_path: event.transcript_path ?? null,
  }
}

function fieldsOf(event: Event, { input, output }: ScriptedCall): Plain {
  switch (event.event) {
    case 'PreToolUse':
      return { ...callOf(event, input) }
    case 'PostToolUse':
      return event.is_error === true
        ? { ...callOf(event, input), error_message: output, failure_type: 'error', is_interrupt: false }
        : { ...callOf(event, input), tool_output: JSON.stringify({ output, exitCode: 0 }), duration: 0 }
    case 'UserPromptSubmit':
      return { attachments: [] }
    case 'SubagentStart':
      return { subagent_id: event.subagent?.id, subagent_type: event.subagent?.name }
    case 'SubagentStop':
      return { ...endOf(event), subagent_type: event.subagent?.name, summary: event.response }
    case 'AgentStop':
      return endOf(event)
    case 'SessionEnd':
      return { reason: event.source }
    case 'PreCompact':
      return { trigger: event.source }
  }
  return {}
}

function callOf(event: Event, tool_input: unknown): Plain {
  const { tool_use_id = '', cwd } = event
  return { tool_name: nativeTool(event, agentName), tool_input, tool_use_id, cwd }
}

function endOf({ finish_reason: status = 'completed', stop_active: loop_count = 0 }: Event): Plain {
  return { status, loop_count }
}

function scriptExit({ event }: Event): Readonly<Record<string, ScriptMeaning>> {
  return { 2: event === 'PreToolUse' || event === 'UserPromptSubmit' ? 'deny' : 'notify' }
}

/** Where an answer has Claude Code's form. */
const nested = claudeScript({
  agent: agentName,
  nativeName: ({ event }) => (event === 'AgentStop' ? 'Stop' : event),
  outputAfter: (_event, output) => output,
})

const keys = `
  permission user_message agent_message updated_input continue followup_message additional_context
  updated_mcp_tool_output env`

/** Reads an answer as Cursor would; text that is no JSON is hidden. */
function fromScript(reply: unknown, event: Event): Outcome {
  if (typeof reply === 'string') return {}
  if (!isObject(reply)) throw new TypeError('the reply is not a JSON object')
  if (['hookSpecificOutput', 'decision'].some((key) => Object.hasOwn(reply, key)))
    return nested.fromScript(reply, event)
  const input = optionalObject(reply, 'updated_input')
  const context = optionalText(reply, 'additional_context') ?? ''
  const outcome: Outcome = {
    ...decisionOf(reply, event),
    ...followUp(reply),
    ...(input !== undefined && { updated_input: input }),
    ...(context !== '' && { additional_context: [context] }),
    ...(Object.hasOwn(reply, 'updated_mcp_tool_output') && {
      updated_output: reply['updated_mcp_tool_output'],
    }),
  }
  refuseUnknown(reply, { known: keys, outcome })
  return outcome
}

/** Cursor ignores `allow`: its user's own settings decide. */
function decisionOf(reply: Plain, { event }: Event): Outcome {
  const [user, model] = [optionalText(reply, 'user_message'), optionalText(reply, 'agent_message')]
  const told = {
    ...reasoned(model ?? user),
    ...(user !== undefined && model !== undefined && { user_reason: user }),
  }
  const permission = oneOf(reply, 'permission', ['allow', 'deny', 'ask'])
  if (permission === 'deny' || permission === 'ask') return { decision: permission, ...told }
  if (reply['continue'] === false && event === 'UserPromptSubmit') return { decision: 'deny', ...told }
  return user === undefined ? {} : { system_messages: [user] }
}

function followUp(reply: Plain): Outcome {
  const message = optionalText(reply, 'followup_message') ?? ''
  return message === '' ? {} : { flow: 'continue', flow_reason: message }
}

export const script: Pick<Dialect, 'toScript' | 'fromScript' | 'scriptExit' | 'scriptEnv' | 'scriptForms'> = {
  toScript,
  fromScript,
  scriptExit,
  scriptForms: forms,
  scriptEnv: ({ root }) => ({ CURSOR_PROJECT_DIR: root, CLAUDE_PROJECT_DIR: root }),
}
