// Grok Build's hooks: every field in camelCase, most in snake_case as well; silence proceeds.
import { join } from 'node:path'
import type { PlainObject } from '../model/plain-object.ts'
import type { Answer, Capabilities, Env, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { fieldReaders, callAnswer, continuation, jsonAnswer, silent, textIn } from './shared/answers.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { absolute, continuedIn } from './shared/payload-fields.ts'
import { shortDenial, userReason } from './shared/reason.ts'
import { jsonFile, listsOf, pascalCase } from './shared/settings/own-file.ts'

const agent = 'grok-build'

const events: EventNames = {
  session_start: 'SessionStart',
  session_end: 'SessionEnd',
  user_prompt_submit: 'UserPromptSubmit',
  pre_tool_use: 'PreToolUse',
  post_tool_use: 'PostToolUse',
  post_tool_use_failure: 'PostToolUse',
  permission_denied: 'unmapped',
  stop: 'AgentStop',
  stop_failure: 'Error',
  stop_cancelled: 'unmapped',
  subagent_start: 'SubagentStart',
  subagent_stop: 'SubagentStop',
  pre_compact: 'PreCompact',
  post_compact: 'PostCompact',
  notification: 'Notification',
}

/** Grok cuts a longer reason at its end. */
const REASON_CHARS = 256

const STOP_MS = 600_000

const capabilities: Capabilities = {
  events: {
    SessionStart: {},
    UserPromptSubmit: {},
    PreToolUse: { deny: true },
    PostToolUse: {},
    SubagentStart: {},
    SubagentStop: { continue: true, stop: true },
    AgentStop: { continue: true, stop: true },
    PreCompact: {},
    PostCompact: {},
    Notification: {},
    SessionEnd: {},
    Error: {},
  },
  timeout_ms: 5_000,
  timeouts_ms: { AgentStop: STOP_MS, SubagentStop: STOP_MS },
  continues: 8,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

/** VS Code has `hookEventName` too, with other names in it. */
function recognizes(payload: PlainObject): 0 | 2 {
  return Object.hasOwn(events, textIn(payload, 'hookEventName')) ? 2 : 0
}

function root(payload: PlainObject, env: Env): string | undefined {
  return absolute(payload['workspaceRoot']) ?? absolute(env['GROK_WORKSPACE_ROOT'])
}

/** A session that ends sends a last `stop`, whose answer is ignored. */
const isOver = new Set(['channel_closed', 'shutdown'])

const decode = decoderOf({
  agent,
  events: { ...events, 'stop at the end': 'unmapped' },
  nameIn: (payload) => {
    const name = textIn(payload, 'hookEventName')
    return name === 'stop' && isOver.has(textIn(payload, 'reason')) ? 'stop at the end' : name
  },
  failure: 'post_tool_use_failure',
  tools: { between: '__', sure: true },
  names: {
    session_id: ['sessionId'],
    run_id: ['promptId'],
    permission_mode: ['permissionMode'],
    source: ['trigger', 'reason', 'notificationType'],
    tool_name: ['toolName'],
    tool_input: ['toolInput'],
    tool_use_id: ['toolUseId'],
    tool_output: ['toolResult', 'toolResponse', 'toolOutput'],
    response: ['lastAssistantMessage'],
    transcript_path: ['transcriptPath'],
    finish_reason: ['reason'],
  },
  also: (payload, name) => ({
    ...continuedIn(payload['stopHookActive']),
    ...(name.startsWith('subagent') && {
      subagent: { name: textIn(payload, 'agentType') || textIn(payload, 'subagentType') },
    }),
    ...(payload['toolInputTruncated'] === true && { metadata: { input_truncated: true } }),
  }),
})

function encode(verdict: Verdict, event: Event): Answer {
  switch (event.event) {
    case 'PreToolUse': {
      const { denied } = callAnswer(verdict, event, {})
      if (denied === undefined) return silent
      const reason = shortDenial(denied, verdict, REASON_CHARS)
      return { ...jsonAnswer({ decision: 'deny', reason }), stderr: `${reason}\n`, exit: 2 }
    }
    case 'AgentStop':
    case 'SubagentStop': {
      const reason = continuation(verdict, event)
      if (reason !== undefined) return jsonAnswer({ decision: 'block', reason })
      if (verdict.flow !== 'stop') return silent
      return jsonAnswer({ continue: false, stopReason: userReason(verdict) ?? 'stopped by a rule' })
    }
  }
  return silent
}

/** Seconds; Grok's own limit is 5. */
const timeout = 600

export const grokBuild: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Grok Build',
    events,
    capabilities,
    recognizes,
    root,
    decode,
    encode,
    readers: fieldReaders({ user: ['stopReason'], model: ['reason'] }),
  },
  settings: {
    untested: true,
    masks: '$', // Grok replaces variables itself, and runs no command with one that is not set
    file(scope, { home, env }) {
      return scope === 'user'
        ? join(env['GROK_HOME'] || join(home, '.grok'), 'hooks', 'hooks-yaml.json')
        : undefined
    },
    ...jsonFile(events, (command, names) => ({
      hooks: listsOf(
        names,
        (event) => ({ hooks: [{ type: 'command', command: command(event), timeout }] }),
        pascalCase,
      ),
    })),
  },
  protectedPaths: ['~/.grok/hooks/**'],
  directories: ['.grok'],
  programs: ['grok'],
  alsoReads: ['claude-code'],
}
