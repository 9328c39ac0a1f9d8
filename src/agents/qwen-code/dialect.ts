// Qwen Code speaks Claude Code's language, with tools and outputs of Gemini CLI.
import { isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Answer, Capabilities, Dialect, Env, Event, Verdict } from '../../model/types.ts'
import { claudeLike, type Draft, outputReason, refusedCall } from '../shared/claude-answer.ts'
import { decodeLike, llmResult } from '../shared/claude-payload.ts'
import { claudeScript } from '../shared/claude-script.ts'
import { type EventNames, nativeName } from '../shared/decoder.ts'
import { formatAsk } from '../shared/reason.ts'

export const agentName = 'qwen-code'

export const nativeEvents: EventNames = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  PermissionRequest: 'PermissionRequest',
  UserPromptSubmit: 'UserPromptSubmit',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  Stop: 'AgentStop',
  StopFailure: 'Error',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  PostCompact: 'PostCompact',
  Notification: 'Notification',
  PostToolBatch: 'unmapped',
  UserPromptExpansion: 'unmapped',
  SessionDelete: 'unmapped',
  MessageDisplay: 'unmapped',
  PermissionDenied: 'unmapped',
  TodoCreated: 'unmapped',
  TodoCompleted: 'unmapped',
  InstructionsLoaded: 'unmapped',
}

const script = {
  ...claudeScript({
    agent: agentName,
    nativeName: (event) => nativeName(nativeEvents, agentName, event),
    outputAfter: ({ tool_output: before }, output) =>
      isObject(before) && typeof output === 'string' ? { ...before, llmContent: output } : output,
    decisions: ['allow', 'deny'],
  }),
  scriptReplies: 'always',
  scriptEnv: ({ root }: { readonly root: string }) => ({
    QWEN_PROJECT_DIR: root,
    GEMINI_PROJECT_DIR: root,
    CLAUDE_PROJECT_DIR: root,
  }),
} as const

const before = { deny: true, ask: true, allow: true, notify: true } as const

const capabilities: Capabilities = {
  versions: '0.15.10 - 0.24.4',
  events: {
    SessionStart: { context: true, notify: true },
    UserPromptSubmit: { deny: true, context: true, notify: true },
    PreToolUse: before,
    PermissionRequest: { deny: true, ask: true, allow: true, notify: true },
    PostToolUse: { updated_output: true, context: true, notify: true },
    SubagentStart: { context: true, notify: true },
    SubagentStop: { continue: true, notify: true },
    AgentStop: { continue: true, notify: true },
    PreCompact: { notify: true },
    PostCompact: { notify: true },
    Notification: { notify: true },
    SessionEnd: {},
    Error: {},
  },
  // Without a person to ask, an ask is a denial.
  variants: [{ surface: 'headless', events: { PreToolUse: { ...before, ask: false } } }],
  weakened: { PostToolUse: { updated_output: 'as the reason of a hook' } },
  timeout_ms: 600_000,
  continues: 8,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

function beforeTool(verdict: Verdict, event: Event): Draft {
  const refused = refusedCall(verdict, event)
  if (refused !== undefined) return refused
  const { decision } = verdict
  if (decision !== 'ask' && decision !== 'allow') return {}
  // It takes no decision without a reason.
  const reason = decision === 'ask' ? formatAsk(verdict, event) : verdict.reason
  return {
    specific: {
      permissionDecision: decision,
      permissionDecisionReason: reason === undefined || reason === '' ? 'a rule says so' : reason,
    },
  }
}

/** A stop's reason stands in the place of the output, and the run goes on; a block changes nothing. */
function afterTool(verdict: Verdict): Draft {
  if (!Object.hasOwn(verdict, 'updated_output')) return {}
  return { top: { continue: false, stopReason: outputReason(verdict.updated_output) } }
}

const spoken = claudeLike({
  name: agentName,
  capabilities,
  events: nativeEvents,
  drafts: { PreToolUse: beforeTool, PostToolUse: afterTool },
})

/** After each tool's result it tells of a prompt again, an empty one: what it adds would be added each time. */
function encodeOnce(verdict: Verdict, event: Event): Answer {
  const isAgain = event.event === 'UserPromptSubmit' && event.prompt?.trim() === ''
  return spoken.encode(isAgain ? { ...verdict, additional_context: [] } : verdict, event)
}

const decode = decodeLike({ agent: agentName, events: nativeEvents, result: llmResult })

/** "Was it continued before?" is answered with yes from the first time on. */
function decodeUncounted(...[payload, context]: Parameters<Dialect['decode']>): Event {
  const { stop_active: _, ...event } = decode(payload, context)
  return Object.freeze(event)
}

/** Names its events as Claude Code does, and the time as Gemini CLI. */
function recognizes(payload: Plain, env: Env): 0 | 1 | 2 {
  const { hook_event_name: name, timestamp, transcript_path: transcript } = payload
  if (typeof name !== 'string' || !Object.hasOwn(nativeEvents, name)) return 0
  if (typeof timestamp !== 'string' || typeof transcript !== 'string') return 0
  if (/[\\/]\.(?:gemini|copilot)[\\/]/.test(transcript)) return 0
  return /[\\/]\.qwen[\\/]/.test(transcript) || (env['QWEN_PROJECT_DIR'] ?? '') !== '' ? 2 : 1
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Qwen Code',
  events: nativeEvents,
  capabilities,
  recognizes,
  root: (_payload, env) => env['QWEN_PROJECT_DIR'] || undefined,
  decode: decodeUncounted,
  ...spoken,
  encode: encodeOnce,
  ...script,
}
