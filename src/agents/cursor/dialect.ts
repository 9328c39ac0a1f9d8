// Cursor's hooks, in the IDE, the CLI and the cloud: one JSON object in, always one JSON object out.
import { defined, type PlainObject } from '../../model/plain-object.ts'
import type {
  Answer,
  AnswerReaders,
  Capabilities,
  Carries,
  Dialect,
  Env,
  Event,
  Verdict,
} from '../../model/types.ts'
import {
  callAnswer,
  continuation,
  jsonAnswer,
  promptDenial,
  readersOf,
  replyIn,
  textIn,
} from '../shared/answers.ts'
import { clip, formatNotice } from '../shared/reason.ts'
import { agentName, decode, events, fileGates, isMcp, nameIn, root } from './decode.ts'
import { script } from './script.ts'

/** What each of Cursor's events before a call can be answered with. */
const gates: Readonly<Record<string, Carries>> = {
  preToolUse: { deny: true, updated_input: true },
  beforeShellExecution: { deny: true, ask: true },
  beforeMCPExecution: { deny: true, ask: true },
  beforeReadFile: { deny: true },
  beforeTabFileRead: { deny: true },
}

/** A longer context is dropped whole. */
const CONTEXT_CHARS = 10_000

const capabilities: Capabilities = {
  events: {
    SessionStart: { context: true },
    UserPromptSubmit: { deny: true, stop: true },
    PreToolUse: { deny: true, updated_input: true },
    PostToolUse: { context: true, updated_output: true },
    SubagentStart: {},
    SubagentStop: { continue: true },
    AgentStop: { continue: true },
    PreCompact: { notify: true },
    SessionEnd: {},
  },
  timeout_ms: 60_000,
  context_chars: CONTEXT_CHARS,
  continues: 6,
  failure: { crash: 'open', timeout: 'open', empty: 'unknown', broken: 'unknown', exit_2: 'denies' },
}

/** An ask reaches the user only before shell and MCP calls; only the output of an MCP tool can be changed. */
function capabilitiesAt(event: Event): Capabilities {
  if (event.event === 'PreToolUse')
    return { ...capabilities, events: { ...capabilities.events, PreToolUse: gateOf(event) } }
  if (event.event !== 'PostToolUse') return capabilities
  const after = event.is_error === true ? {} : { context: true, updated_output: isMcp(event.tool_name) }
  return { ...capabilities, events: { ...capabilities.events, PostToolUse: after } }
}

function gateOf({ native_event: native = 'preToolUse' }: Event): Carries {
  return gates[native] ?? { deny: true }
}

function recognizes(payload: PlainObject, env: Env): 0 | 1 | 2 {
  const roots = Array.isArray(payload['workspace_roots'])
  const conversation = [payload['conversation_id'], payload['generation_id']].some(
    (id) => typeof id === 'string',
  )
  if (typeof payload['cursor_version'] === 'string' || (roots && conversation)) return 2
  return env['CURSOR_VERSION'] !== undefined && Object.hasOwn(events, nameIn(payload)) ? 1 : 0
}

function encode(verdict: Verdict, event: Event): Answer {
  return jsonAnswer(defined(replyFor(verdict, event)))
}

function replyFor(verdict: Verdict, event: Event): PlainObject {
  const context = verdict.additional_context.join('\n\n')
  const additional_context = context === '' ? undefined : clip(context, CONTEXT_CHARS)
  switch (event.event) {
    case 'PreToolUse':
      return beforeCall(verdict, event)
    case 'UserPromptSubmit': {
      const refused = promptDenial(verdict)
      return refused === undefined ? {} : { continue: false, user_message: refused }
    }
    case 'SessionStart':
      return { additional_context }
    case 'PostToolUse':
      if (event.is_error === true) return {}
      return {
        additional_context,
        updated_mcp_tool_output: isMcp(event.tool_name) ? verdict.updated_output : undefined,
      }
    case 'AgentStop':
    case 'SubagentStop':
      return { followup_message: continuation(verdict, event) }
    case 'PreCompact':
      return { user_message: verdict.system_messages.join('\n') || undefined }
  }
  return {}
}

function beforeCall(verdict: Verdict, event: Event): PlainObject {
  const { denied, asked, input } = callAnswer(verdict, event, gateOf(event))
  if (denied !== undefined)
    return {
      permission: 'deny',
      user_message: formatNotice(verdict, event) ?? denied,
      agent_message: fileGates.has(event.native_event) ? undefined : denied,
    }
  if (asked !== undefined) return { permission: 'ask', user_message: asked }
  return { updated_input: input }
}

function readers({ stdout }: Answer): AnswerReaders {
  const reply = replyIn(stdout)
  const texts = ['agent_message', 'additional_context', 'followup_message']
  return readersOf({
    user: [textIn(reply, 'user_message')],
    model: texts.map((name) => textIn(reply, name)),
  })
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Cursor',
  events,
  capabilities,
  capabilitiesAt,
  recognizes,
  root,
  decode,
  encode,
  readers,
  ...script,
}
