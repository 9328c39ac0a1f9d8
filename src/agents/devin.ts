// Devin's CLI: Claude Code's events and fields, decisions without `hookSpecificOutput`, and no directory in a payload.
import { join } from 'node:path'
import { defined, field, type PlainObject } from '../model/plain-object.ts'
import type { Capabilities, Env, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { denial, textIn } from './shared/answers.ts'
import { claudeLike, type Draft, isRefused, refusedCall } from './shared/claude-answer.ts'
import { decodeLike } from './shared/claude-payload.ts'
import { type EventNames } from './shared/decoder.ts'
import { absolute } from './shared/payload-fields.ts'
import { entriesFor, hookLists } from './shared/settings/hook-groups.ts'

const agent = 'devin'

const events: EventNames = {
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PermissionRequest: 'PermissionRequest',
  UserPromptSubmit: 'UserPromptSubmit',
  Stop: 'AgentStop',
  PostCompaction: 'PostCompact',
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
}

const capabilities: Capabilities = {
  events: {
    SessionStart: { context: true },
    UserPromptSubmit: { deny: true, context: true },
    PreToolUse: { deny: true, updated_input: true, context: true },
    PermissionRequest: { deny: true, ask: true, allow: true },
    PostToolUse: {},
    AgentStop: { continue: true },
    PostCompact: {},
    SessionEnd: {},
  },
  timeout_ms: 60_000,
  failure: { crash: 'open', timeout: 'unknown', empty: 'open', broken: 'unknown', exit_2: 'denies' },
}

/** Every payload of Claude Code has these. */
const foreign = ['cwd', 'transcript_path']

/** Before the first prompt only the environment tells. */
function recognizes(payload: PlainObject, env: Env): 0 | 1 | 2 {
  if (!Object.hasOwn(events, textIn(payload, 'hook_event_name')) || typeof payload['session_id'] !== 'string')
    return 0
  if (foreign.some((key) => Object.hasOwn(payload, key))) return 0
  return typeof payload['prompt_id'] === 'string' || root(payload, env) !== undefined ? 2 : 1
}

function root(_payload: PlainObject, env: Env): string | undefined {
  return absolute(env['DEVIN_PROJECT_DIR'])
}

const decodeFields = decodeLike({ agent, events, names: { run_id: ['prompt_id'] }, result })

function result(output: unknown): Pick<Event, 'output_text' | 'is_error'> {
  const success = field(output, 'success')
  const texts = [textIn(output, 'output'), textIn(output, 'error')].filter((text) => text !== '')
  return { output_text: texts.join('\n'), ...(typeof success === 'boolean' && { is_error: !success }) }
}

function beforeTool(verdict: Verdict, event: Event): Draft {
  const refused = refusedCall(verdict, event)?.refusal
  if (refused !== undefined) return { top: { decision: 'block', reason: refused }, refusal: refused }
  return { specific: defined({ updatedInput: verdict.updated_input }) }
}

function permission(verdict: Verdict, event: Event): Draft {
  if (isRefused(verdict)) {
    const reason = denial(verdict, event)
    return { top: { decision: 'block', reason }, refusal: reason }
  }
  return verdict.decision === 'allow' ? { top: defined({ decision: 'approve', reason: verdict.reason }) } : {}
}

/** Seconds. */
const hook = { type: 'command', timeout: 60 }

export const devin: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Devin CLI',
    events,
    capabilities,
    recognizes,
    root,
    /** Its hooks do not start in the project. */
    decode: (payload, context) =>
      decodeFields(payload, { ...context, cwd: root(payload, context.env) ?? context.cwd }),
    ...claudeLike({
      name: agent,
      capabilities,
      events,
      drafts: { PreToolUse: beforeTool, PermissionRequest: permission },
    }),
  },
  settings: {
    format: 'json',
    untested: true,
    projectVariable: 'DEVIN_PROJECT_DIR',
    file: (scope, { root }) => (scope === 'project' ? join(root, '.devin', 'hooks.v1.json') : undefined),
    ...hookLists({ agent, registered: entriesFor(events, () => ({ hook })), under: undefined }),
  },
  protectedPaths: ['.devin/hooks.v1.json'],
  directories: ['.devin'],
  programs: ['devin'],
}
