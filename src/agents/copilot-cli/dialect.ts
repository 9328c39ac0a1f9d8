// GitHub Copilot CLI. Its settings name an event in one of two spellings, and the payload's fields follow; the answer is the same in both.
import { join } from 'node:path'
import { defined, toText, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Answer, AnswerReaders, Capabilities, Dialect, Event, Verdict } from '../../model/types.ts'
import {
  callAnswer,
  continuation,
  promptDenial,
  silent,
  readersOf,
  replyIn,
  textIn,
} from '../shared/answers.ts'
import { decoderOf, eventOf, type EventNames } from '../shared/decoder.ts'
import { absolute, continuedIn } from '../shared/payload-fields.ts'
import { script } from './script.ts'

const agent = 'copilot-cli'

const events: EventNames = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  userPromptSubmitted: 'UserPromptSubmit',
  userPromptTransformed: 'unmapped',
  preToolUse: 'PreToolUse',
  permissionRequest: 'PermissionRequest',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUse',
  agentStop: 'AgentStop',
  subagentStart: 'SubagentStart',
  subagentStop: 'SubagentStop',
  errorOccurred: 'Error',
  preCompact: 'PreCompact',
  notification: 'Notification',
  ErrorOccurred: 'Error',
}

const carries = {
  SessionStart: { context: true, notify: true },
  UserPromptSubmit: { deny: true, stop: true, context: true, updated_prompt: true, notify: true },
  PreToolUse: { deny: true, ask: true, allow: true, updated_input: true, context: true, notify: true },
  PermissionRequest: { deny: true, ask: true, allow: true, stop: true },
  PostToolUse: { updated_output: true, context: true, notify: true },
  SubagentStart: { context: true },
  SubagentStop: { continue: true, updated_output: true },
  AgentStop: { continue: true },
  PreCompact: {},
  Notification: {},
  SessionEnd: {},
  Error: {},
} as const satisfies Capabilities['events']

/** With the timeout that `install` writes. */
const capabilities: Capabilities = {
  versions: '1.0.102',
  events: carries,
  // Without a person to ask, an ask is a denial.
  variants: [{ surface: 'headless', events: { PreToolUse: { ...carries.PreToolUse, ask: false } } }],
  timeout_ms: 600_000,
  context_chars: 10_000,
  continues: 8,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
  failures: { PreToolUse: { crash: 'closed' } },
}

/** A call that failed has no output to change. */
function capabilitiesAt({ event, tool_output }: Event): Capabilities {
  if (event !== 'PostToolUse' || tool_output !== undefined) return capabilities
  return { ...capabilities, events: { ...carries, PostToolUse: { context: true, notify: true } } }
}

/** What tells the event of a payload that does not name it, in this order. */
const shapes: readonly (readonly [field: string, event: string])[] = [
  ['toolResult', 'postToolUse'],
  ['toolInput', 'permissionRequest'],
  ['transformedPrompt', 'userPromptTransformed'],
  ['prompt', 'userPromptSubmitted'],
  ['response', 'subagentStop'],
  ['stopReason', 'agentStop'],
  ['agentName', 'subagentStart'],
  ['errorContext', 'errorOccurred'],
  ['trigger', 'preCompact'],
  ['source', 'sessionStart'],
  ['reason', 'sessionEnd'],
]

/** A subagent's own stop is told twice: `subagentStop` is the one that can be answered. */
const SUBAGENT_TURN = 'agentStop of a subagent'

function nameIn(payload: Plain, { claimed = '' }: { readonly claimed?: string | undefined }): string {
  const name =
    textIn(payload, 'hook_event_name') || textIn(payload, 'hookName') || shapeOf(payload) || claimed
  return eventOf(events, name) === 'AgentStop' && agentId(payload) !== '' ? SUBAGENT_TURN : name
}

function shapeOf(payload: Plain): string {
  const has = (key: string): boolean => Object.hasOwn(payload, key)
  if (has('toolArgs') && !has('toolResult')) return has('error') ? 'postToolUseFailure' : 'preToolUse'
  return shapes.find(([key]) => has(key))?.[1] ?? textIn(payload, 'event')
}

function agentId(payload: Plain): string {
  return textIn(payload, 'agent_id') || textIn(payload, 'agentId')
}

/** By its name, in the spelling that takes Claude Code's fields. */
const pascalNames = new Set<unknown>([
  ...Object.values(events),
  'Stop',
  'PostToolUseFailure',
  'ErrorOccurred',
])

function recognizes(payload: Plain): 0 | 1 | 2 {
  const has = (name: string, type = 'string'): boolean => typeof payload[name] === type
  if (!has('cwd') || has('hookEventName')) return 0
  if (has('sessionId') && has('timestamp', 'number')) return 2
  if (!pascalNames.has(payload['hook_event_name']) || !has('session_id') || !has('timestamp')) return 0
  // Other agents that name events and fields so tell of a transcript everywhere.
  return has('stop_reason') || !has('transcript_path') ? 2 : 1
}

const projectServers = ['.mcp.json', '.github/mcp.json', '.vscode/mcp.json', '.copilot/mcp-config.json']

const decode = decoderOf({
  agent,
  events,
  nameIn,
  tools: {
    between: '-',
    sure: true,
    builtIn: ['github-mcp-server'],
    serverKeys: ['mcpServers', 'servers'],
    serverFiles: ({ home, env, dirs }) => [
      join(env['COPILOT_HOME'] || join(home, '.copilot'), 'mcp-config.json'),
      ...dirs.flatMap((dir) => projectServers.map((file) => join(dir, file))),
    ],
  },
  names: {
    tool_name: ['toolName'],
    tool_input: ['toolArgs', 'toolInput'],
    tool_output: ['toolResult', 'tool_result'],
    transcript_path: ['transcriptPath'],
    finish_reason: ['stopReason', 'stop_reason'],
    source: ['trigger', 'reason', 'notification_type'],
  },
  also: (payload, name) => ({
    ...defined({ session_id: sessionOf(payload), subagent: subagentIn(payload) }),
    ...continuedIn(payload['stop_hook_active']),
    ...resultIn(payload, name),
    ...(isHostPrompt(payload) && { metadata: { host_notification: true } }),
  }),
})

/** Inside of a subagent `sessionId` is its own. */
function sessionOf(payload: Plain): string | undefined {
  const parent = textIn(payload, 'parent_agent_id') || textIn(payload, 'parentAgentId')
  return parent || textIn(payload, 'session_id') || textIn(payload, 'sessionId') || undefined
}

function subagentIn(payload: Plain): Event['subagent'] {
  const id = agentId(payload)
  const names = ['agentName', 'agent_name', 'agentType', 'agent_type'].map((key) => textIn(payload, key))
  const name = names.find((each) => each !== '') ?? ''
  return id === '' ? undefined : { name, id }
}

/** A shell's exit code stands below its output. */
function resultIn(payload: Plain, name: string): Partial<Event> {
  if (eventOf(events, name) !== 'PostToolUse') return {}
  const result = payload['toolResult'] ?? payload['tool_result']
  if (result === undefined) return { is_error: true, output_text: toText(payload['error'] ?? '') }
  const text = textIn(result, 'textResultForLlm') || textIn(result, 'text_result_for_llm')
  const kind = textIn(result, 'resultType') || textIn(result, 'result_type')
  const code = /<shellId: \S+ completed with exit code (\d+)>\s*$/.exec(text)?.[1] ?? '0'
  return { output_text: text, is_error: kind !== 'success' || code !== '0' }
}

/** A subagent's task comes as a prompt too. */
function isHostPrompt(payload: Plain): boolean {
  return textIn(payload, 'prompt') !== '' && agentId(payload) !== ''
}

/** One JSON object, before it a line of progress where nothing is decided: that is shown to the user. */
function encode(verdict: Verdict, event: Event): Answer {
  const reply = defined(replyFor(verdict, event))
  const context = verdict.additional_context.join('\n\n')
  const takes = event.event === 'unmapped' ? {} : (capabilities.events[event.event] ?? {})
  const all = { ...reply, ...(context !== '' && takes.context === true && { additionalContext: context }) }
  const isDecided = Object.keys(reply).length > 0 || takes.notify !== true
  const told = isDecided ? [] : verdict.system_messages
  const lines = told.map((message) => JSON.stringify({ type: 'progress', message }))
  if (Object.keys(all).length > 0) lines.push(JSON.stringify(all))
  return { ...silent, stdout: lines.map((line) => `${line}\n`).join('') }
}

function replyFor(verdict: Verdict, event: Event): Plain {
  switch (event.event) {
    case 'PreToolUse':
      return beforeCall(verdict, event)
    case 'PermissionRequest': {
      const { denied, allowed } = callAnswer(verdict, event, carries.PermissionRequest)
      if (denied === undefined) return allowed === true ? { behavior: 'allow' } : {}
      return { behavior: 'deny', message: denied, interrupt: verdict.flow === 'stop' || undefined }
    }
    case 'UserPromptSubmit': {
      const reason = promptDenial(verdict)
      if (reason !== undefined) return { decision: 'block', reason }
      return { modifiedPrompt: verdict.updated_prompt }
    }
    case 'PostToolUse':
      if (!Object.hasOwn(verdict, 'updated_output') || event.tool_output === undefined) return {}
      return { modifiedResult: { resultType: 'success', textResultForLlm: resultText(verdict) } }
    case 'AgentStop':
    case 'SubagentStop':
      return ended(verdict, event)
  }
  return {}
}

function beforeCall(verdict: Verdict, event: Event): Plain {
  const { denied, asked, allowed, input } = callAnswer(verdict, event, carries.PreToolUse)
  if (denied !== undefined) return { permissionDecision: 'deny', permissionDecisionReason: denied }
  return {
    permissionDecision: asked === undefined ? (allowed === true ? 'allow' : undefined) : 'ask',
    permissionDecisionReason: asked,
    modifiedArgs: input,
  }
}

function ended(verdict: Verdict, event: Event): Plain {
  const reason = continuation(verdict, event)
  if (reason !== undefined) return { decision: 'block', reason }
  return event.event === 'SubagentStop' && Object.hasOwn(verdict, 'updated_output')
    ? { modifiedResponse: resultText(verdict) }
    : {}
}

function resultText({ updated_output: output }: Verdict): string {
  const text = textIn(output, 'textResultForLlm') || textIn(output, 'text_result_for_llm')
  return text || (output === null ? '' : toText(output))
}

/** The user sees why a call is refused, too. */
function readers({ stdout }: Answer, { event }: Event): AnswerReaders {
  const lines = stdout.split('\n').map(replyIn)
  const reply = lines.find((line) => line['type'] !== 'progress') ?? {}
  const told = lines.map((line) => textIn(line, 'message'))
  const why = textIn(reply, 'permissionDecisionReason') || textIn(reply, 'message')
  const reason = textIn(reply, 'reason')
  return readersOf({
    user: [why, event === 'UserPromptSubmit' ? reason : '', ...told],
    model: [why, event === 'UserPromptSubmit' ? '' : reason, textIn(reply, 'additionalContext')],
  })
}

export const dialect: Dialect = {
  name: agent,
  summary: 'GitHub Copilot CLI',
  events,
  capabilities,
  capabilitiesAt,
  recognizes,
  root: (_payload, env) => absolute(env['COPILOT_PROJECT_DIR']),
  decode,
  encode,
  readers,
  ...script,
}
