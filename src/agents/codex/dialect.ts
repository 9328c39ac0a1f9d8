// Codex rejects an answer with a field that it does not know, and then runs the tool: nothing is sent that it was not seen to take.
import { field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Capabilities, Dialect, Event, Verdict } from '../../model/types.ts'
import { claudeLike, type Draft, outputReason, refusedCall } from '../shared/claude-answer.ts'
import { decodeLike } from '../shared/claude-payload.ts'
import { claudeScript } from '../shared/claude-script.ts'
import { type EventNames, nativeName, isFromCodex } from '../shared/decoder.ts'
import { outputText } from '../shared/payload-fields.ts'

export const agentName = 'codex'

export const nativeEvents: EventNames = {
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PermissionRequest: 'PermissionRequest',
  PostToolUse: 'PostToolUse',
  PreCompact: 'PreCompact',
  PostCompact: 'PostCompact',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  Stop: 'AgentStop',
  Interrupt: 'unmapped',
  PreModelRequest: 'unmapped',
  PostModelRequest: 'unmapped',
}

/** The reason of a block after a tool stands in the place of its output. */
const script = claudeScript({
  agent: agentName,
  nativeName: (event) => nativeName(nativeEvents, agentName, event),
  outputAfter: (_event, output) => output,
  blockReplaces: true,
})

/** `allow` is no answer of its own there, and `ask` fails the hook: the tool runs. */
const capabilities: Capabilities = {
  versions: '0.169.0',
  events: {
    SessionStart: { stop: true, context: true, notify: true },
    UserPromptSubmit: { deny: true, stop: true, context: true, notify: true },
    PreToolUse: { deny: true, updated_input: true, context: true, notify: true },
    PermissionRequest: { deny: true, ask: true, allow: true, notify: true },
    PostToolUse: { updated_output: true, context: true, notify: true },
    SubagentStart: { context: true, notify: true },
    SubagentStop: { continue: true, stop: true, notify: true },
    AgentStop: { continue: true, stop: true, notify: true },
    PreCompact: { notify: true },
    PostCompact: { notify: true },
    SessionEnd: {},
  },
  weakened: { PostToolUse: { updated_output: 'as feedback of a hook' } },
  timeout_ms: 600_000,
  timeouts_ms: { SessionEnd: 3_000 },
  context_chars: 10_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

/** Without `allow` beside it a changed input fails the hook; its user is still asked about the call. */
function beforeTool(verdict: Verdict, event: Event): Draft {
  const refused = refusedCall(
    lacksCommand(verdict, event) ? { ...verdict, updated_input: null } : verdict,
    event,
  )
  if (refused !== undefined || !Object.hasOwn(verdict, 'updated_input')) return refused ?? {}
  return { specific: { permissionDecision: 'allow', updatedInput: verdict.updated_input } }
}

/** Its shell calls are changed by their `command` alone: with any other input Codex runs the one that it has. */
function lacksCommand({ updated_input: input }: Verdict, { tool_input }: Event): boolean {
  return isObject(input) && hasCommand(tool_input) && !hasCommand(input)
}

const hasCommand = (input: unknown): boolean => typeof field(input, 'command') === 'string'

/** The reason of a block stands in the place of the output. */
function afterTool(verdict: Verdict): Draft {
  if (!Object.hasOwn(verdict, 'updated_output')) return {}
  return { top: { decision: 'block', reason: outputReason(verdict.updated_output) } }
}

/** A shell's output says nothing of its exit code; a patch's does. */
function result(output: unknown): Pick<Event, 'output_text' | 'is_error'> {
  const text = outputText(output)
  const exit = /^Exit code: (\d+)\n/.exec(text)?.[1]
  return { output_text: text, ...(exit !== undefined && { is_error: exit !== '0' }) }
}

function recognizes(payload: Plain): 0 | 1 | 2 {
  const isKnown = isFromCodex(payload) && typeof payload['hook_event_name'] === 'string'
  return isKnown ? 2 : 0
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Codex',
  events: nativeEvents,
  capabilities,
  recognizes,
  decode: decodeLike({ agent: agentName, events: nativeEvents, names: { run_id: ['turn_id'] }, result }),
  ...claudeLike({
    name: agentName,
    capabilities,
    events: nativeEvents,
    drafts: { PreToolUse: beforeTool, PostToolUse: afterTool },
  }),
  ...script,
}
