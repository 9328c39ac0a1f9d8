// Factory's Droid: Claude Code's language with modes of its own. The first hook with a decision decides.
import { defined, type PlainObject } from '../model/plain-object.ts'
import type { Answer, Capabilities, Env, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { denial, textIn } from './shared/answers.ts'
import { claudeLike, type Draft, isRefused, refusedCall } from './shared/claude-answer.ts'
import { decodeLike } from './shared/claude-payload.ts'
import { isFromDroid, type EventNames } from './shared/decoder.ts'
import { absolute } from './shared/payload-fields.ts'
import { fileAt } from './shared/settings/events.ts'
import { entriesFor, hookLists } from './shared/settings/hook-groups.ts'

const agent = 'droid'

const events: EventNames = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  Notification: 'Notification',
  UserPromptSubmit: 'UserPromptSubmit',
  Stop: 'AgentStop',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
}

/** An `ask` falls back to the permission mode, which may run the call. What is answered after a subagent is ignored. */
const capabilities: Capabilities = {
  events: {
    SessionStart: { context: true },
    UserPromptSubmit: { deny: true, stop: true, context: true },
    PreToolUse: { deny: true, allow: true, stop: true, updated_input: true, context: true },
    PostToolUse: { stop: true, context: true },
    SubagentStop: {},
    AgentStop: { continue: true, stop: true },
    PreCompact: { deny: true },
    Notification: {},
    SessionEnd: {},
  },
  timeout_ms: 60_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

function recognizes(payload: PlainObject): 0 | 2 {
  return Object.hasOwn(events, textIn(payload, 'hook_event_name')) && isFromDroid(payload) ? 2 : 0
}

function root(_payload: PlainObject, env: Env): string | undefined {
  return absolute(env['FACTORY_PROJECT_DIR']) ?? absolute(env['DROID_PROJECT_DIR'])
}

function beforeTool(verdict: Verdict, event: Event): Draft {
  const refused = refusedCall(verdict, event)
  if (refused !== undefined) return refused
  const isAllowed = verdict.decision === 'allow'
  return {
    specific: defined({
      permissionDecision: isAllowed ? 'allow' : undefined,
      permissionDecisionReason: isAllowed ? verdict.reason : undefined,
      updatedInput: verdict.updated_input,
    }),
  }
}

function beforeCompaction(verdict: Verdict, event: Event): Draft {
  return isRefused(verdict) ? { refusal: denial(verdict, event) } : {}
}

const spoken = claudeLike({
  name: agent,
  capabilities,
  events,
  drafts: { PreToolUse: beforeTool, PreCompact: beforeCompaction },
})

/** Exit code 3 aborts the whole agent. */
function encode(verdict: Verdict, event: Event): Answer {
  const answer = spoken.encode(verdict, event)
  const isHard = verdict.flow === 'stop' && verdict.hard === true && event.event === 'PreToolUse'
  return isHard ? { ...answer, exit: 3 } : answer
}

/** Seconds. */
const hook = { type: 'command', timeout: 60 }

export const droid: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Droid',
    events,
    capabilities,
    recognizes,
    root,
    decode: decodeLike({ agent, events, names: { subagent: ['task_name'], response: ['task_result'] } }),
    ...spoken,
    encode,
  },
  settings: {
    format: 'json',
    untested: true,
    projectVariable: 'FACTORY_PROJECT_DIR',
    defaultScope: 'user',
    file: fileAt('.factory', 'hooks.json'),
    ...hookLists({ agent, registered: entriesFor(events, () => ({ hook })), under: 'hooks', first: true }),
    notes: (scope) => [
      '  its first hook with a decision decides, so these stand before others: keep them there',
      ...(scope === 'project' ? ['  Droid reads this file only in a folder that it trusts'] : []),
    ],
  },
  protectedPaths: [
    '.factory/hooks.json',
    '.factory/settings.json',
    '.factory/hooks/**',
    '~/.factory/hooks.json',
    '~/.factory/settings.json',
  ],
  directories: ['.factory'],
  programs: ['droid'],
}
