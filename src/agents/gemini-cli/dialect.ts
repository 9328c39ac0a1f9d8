// Gemini CLI takes any text that is not JSON for a reason to deny, and waits for ever for an answer to "ask" where nobody is there.
import { downgradeVerdict } from '../../engine/fit.ts'
import { field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Answer, AnswerReaders, Capabilities, Dialect, Event, Verdict } from '../../model/types.ts'
import { denial, silent, unfit, readersOf, replyIn, textIn } from '../shared/answers.ts'
import { isRefused, outputReason, stopped } from '../shared/claude-answer.ts'
import { decodeLike, llmResult } from '../shared/claude-payload.ts'
import { mcpTool } from '../shared/tool-name.ts'
import { nativeName } from '../shared/decoder.ts'
import { formatGate, userReason } from '../shared/reason.ts'
import { agentName, nativeEvents, script } from './script.ts'

const capabilities: Capabilities = {
  versions: '0.61.0',
  events: {
    SessionStart: { context: true, notify: true },
    UserPromptSubmit: { deny: true, stop: true, context: true, notify: true },
    PreToolUse: { deny: true, stop: true, updated_input: true, notify: true },
    PostToolUse: { stop: true, updated_output: true, context: true, notify: true },
    AgentStop: { continue: true, stop: true, notify: true },
    Notification: { notify: true },
    SessionEnd: {},
  },
  weakened: { PostToolUse: { updated_output: 'as an error of the call' } },
  timeout_ms: 600_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

function encode(given: Verdict, event: Event): Answer {
  const native = nativeName(nativeEvents, agentName, event)
  const carries = event.event === 'unmapped' ? undefined : capabilities.events[event.event]
  if (native === undefined || carries === undefined) return silent
  const verdict = downgradeVerdict(given, carries, agentName)
  const context = verdict.additional_context.join('\n\n')
  const { specific, ...top } = draftFor(verdict, event)
  const notices = carries.notify === true ? verdict.system_messages : []
  const own = { ...(context !== '' && { additionalContext: context }), ...specific }
  const reply: Plain = {
    ...top,
    ...stopped(verdict, event),
    ...(notices.length > 0 && { systemMessage: notices.join('\n') }),
    ...(Object.keys(own).length > 0 && { hookSpecificOutput: { hookEventName: native, ...own } }),
  }
  return Object.keys(reply).length === 0 ? silent : { ...silent, stdout: JSON.stringify(reply) }
}

interface GeminiDraft {
  readonly decision?: 'deny'
  readonly reason?: string
  readonly specific?: Plain
}

const deny = (reason: string): GeminiDraft => ({ decision: 'deny', reason })

function draftFor(verdict: Verdict, event: Event): GeminiDraft {
  switch (event.event) {
    case 'PreToolUse':
      return beforeTool(verdict, event)
    case 'PostToolUse':
      return afterTool(verdict)
    case 'UserPromptSubmit':
      return verdict.decision === 'deny' ? deny(userReason(verdict)?.trim() || 'denied by a rule') : {}
    case 'AgentStop':
      return verdict.flow === 'continue' ? deny(formatGate(verdict, event)) : {}
  }
  return {}
}

/** The new input is merged into the old one: a field that a rule took away would stay. */
function beforeTool(verdict: Verdict, event: Event): GeminiDraft {
  if (isRefused(verdict)) return deny(denial(verdict, event))
  if (!Object.hasOwn(verdict, 'updated_input')) return {}
  const { updated_input: input } = verdict
  if (!isObject(input)) return deny(denial({ ...verdict, reason: unfit }, event))
  const before = isObject(event.tool_input) ? Object.keys(event.tool_input) : []
  const gone = before.filter((key) => !Object.hasOwn(input, key))
  return gone.length === 0
    ? { specific: { tool_input: input } }
    : deny(denial({ ...verdict, reason: `Make this call without ${gone.join(', ')}.` }, event))
}

/** The reason of a denial stands in the place of the result. */
function afterTool(verdict: Verdict): GeminiDraft {
  return Object.hasOwn(verdict, 'updated_output') ? deny(outputReason(verdict.updated_output)) : {}
}

function readers({ stdout }: Answer, { event }: Event): AnswerReaders {
  const reply = replyIn(stdout)
  const why = textIn(reply, 'reason')
  const context = textIn(field(reply, 'hookSpecificOutput'), 'additionalContext')
  const isForUser = event === 'UserPromptSubmit'
  return readersOf({
    user: [isForUser ? why : '', textIn(reply, 'stopReason'), textIn(reply, 'systemMessage')],
    model: [isForUser ? '' : why, context],
  })
}

/** Its own name for a server's tool does not say where the server's name ends. */
function serverTool({ mcp_context: mcp }: Plain): string | undefined {
  const [server, tool] = [textIn(mcp, 'server_name'), textIn(mcp, 'tool_name')]
  return server === '' || tool === '' ? undefined : mcpTool(server, tool)
}

/** Its session's events are named as others name them: the place of its transcript tells. */
function recognizes(payload: Plain, env: Readonly<Record<string, string | undefined>>): 0 | 1 | 2 {
  const { hook_event_name: name, session_id: session, timestamp } = payload
  if (typeof name !== 'string' || !Object.hasOwn(nativeEvents, name)) return 0
  if (typeof timestamp !== 'string' || typeof session !== 'string') return 0
  if (!/^(?:Session|Notification)/.test(name)) return 2
  const isOwn = /[\\/]\.gemini[\\/]/.test(String(payload['transcript_path']))
  return isOwn || env['GEMINI_SESSION_ID'] === session ? 2 : 1
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Gemini CLI',
  events: nativeEvents,
  capabilities,
  recognizes,
  root: (_payload, env) => env['GEMINI_PROJECT_DIR'] || undefined,
  decode: decodeLike({
    agent: agentName,
    events: nativeEvents,
    names: { response: ['prompt_response'] },
    result: llmResult,
    serverTool,
  }),
  encode,
  readers,
  ...script,
}
