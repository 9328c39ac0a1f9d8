// VS Code's own agent, the harness "Local": Claude Code's answers, payloads in mixed case, and a held stop that is nested.
import { join } from 'node:path'
import { defined, type PlainObject } from '../model/plain-object.ts'
import type { Capabilities, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { continuation, promptDenial, textIn } from './shared/answers.ts'
import { claudeLike, decidedCall, type Draft } from './shared/claude-answer.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { jsonFile, listsOf } from './shared/settings/own-file.ts'

const agent = 'vscode-local'

const events: EventNames = {
  SessionStart: 'SessionStart',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PreCompact: 'PreCompact',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  Stop: 'AgentStop',
}

const capabilities: Capabilities = {
  events: {
    SessionStart: { context: true, notify: true },
    UserPromptSubmit: { deny: true, stop: true, notify: true },
    PreToolUse: {
      deny: true,
      ask: true,
      allow: true,
      stop: true,
      updated_input: true,
      context: true,
      notify: true,
    },
    PostToolUse: { context: true, stop: true, notify: true },
    SubagentStart: { context: true, notify: true },
    SubagentStop: { continue: true, stop: true, notify: true },
    AgentStop: { continue: true, stop: true, notify: true },
    PreCompact: { notify: true },
  },
  timeout_ms: 30_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

function nameIn(payload: PlainObject): string {
  return textIn(payload, 'hookEventName')
}

function recognizes(payload: PlainObject): 0 | 1 | 2 {
  if (!Object.hasOwn(events, nameIn(payload))) return 0
  return typeof payload['sessionId'] === 'string' ? 2 : 1
}

const decode = decoderOf({
  agent,
  events,
  nameIn,
  tools: {
    serverKeys: ['servers'],
    serverFiles: ({ dirs }) => dirs.map((dir) => join(dir, '.vscode/mcp.json')),
  },
  names: { session_id: ['sessionId'] },
  also: (payload, name) => {
    const { stop_hook_active: active, trigger, agent_id: id } = payload
    return defined({
      stop_active: typeof active === 'boolean' ? Number(active) : undefined,
      source: name === 'PreCompact' && typeof trigger === 'string' ? trigger : undefined,
      subagent: typeof id === 'string' ? { name: textIn(payload, 'agent_type'), id } : undefined,
    })
  },
})

/** There is no decision about a prompt: what refuses it ends the run. */
function beforePrompt(verdict: Verdict): Draft {
  const stopReason = promptDenial(verdict)
  return stopReason === undefined ? {} : { top: { continue: false, stopReason } }
}

function held(verdict: Verdict, event: Event): Draft {
  const reason = continuation(verdict, event)
  return reason === undefined ? {} : { specific: { decision: 'block', reason } }
}

const spoken = claudeLike({
  name: agent,
  capabilities,
  events,
  drafts: { PreToolUse: decidedCall, UserPromptSubmit: beforePrompt, AgentStop: held },
})

export const vscodeLocal: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'VS Code, its local agent',
    events,
    capabilities,
    recognizes,
    decode,
    ...spoken,
  },
  settings: {
    untested: true,
    alone: true,
    file: (scope, { root }) =>
      scope === 'project' ? join(root, '.github', 'hooks', 'hooks-yaml-vscode.json') : undefined,
    ...jsonFile(events, (command, names) => ({
      hooks: listsOf(names, (event) => ({ type: 'command', command: command(event), timeout: 30 })),
    })),
  },
  protectedPaths: ['.github/hooks/**', '.vscode/tasks.json'],
  hookSettings: ['.github/hooks/**'],
  programs: ['code'],
  editors: ['code'],
  alsoReads: ['claude-code'],
}
