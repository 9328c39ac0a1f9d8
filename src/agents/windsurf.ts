// Windsurf's Cascade hooks: an event for each kind of action, and an exit code is all that it reads.
import { join } from 'node:path'
import { defined, field, isObject, type PlainObject } from '../model/plain-object.ts'
import type { Answer, AnswerReaders, Capabilities, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { exitAnswer, refusal, silent, readersOf, textIn } from './shared/answers.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { absolute } from './shared/payload-fields.ts'
import { entriesFor, hookLists } from './shared/settings/hook-groups.ts'

const agent = 'windsurf'

const events: EventNames = {
  pre_user_prompt: 'UserPromptSubmit',
  pre_read_code: 'PreToolUse',
  pre_write_code: 'PreToolUse',
  pre_run_command: 'PreToolUse',
  pre_mcp_tool_use: 'PreToolUse',
  post_read_code: 'PostToolUse',
  post_write_code: 'PostToolUse',
  post_run_command: 'PostToolUse',
  post_mcp_tool_use: 'PostToolUse',
  post_cascade_response: 'AgentStop',
  post_cascade_response_with_transcript: 'unmapped',
  post_setup_worktree: 'unmapped',
}

const capabilities: Capabilities = {
  events: {
    UserPromptSubmit: { deny: true },
    PreToolUse: { deny: true },
    PostToolUse: {},
    AgentStop: {},
  },
  timeout_ms: 60_000,
  failure: { crash: 'open', timeout: 'unknown', empty: 'open', broken: 'open', exit_2: 'denies' },
}

function nameIn(payload: PlainObject): string {
  return textIn(payload, 'agent_action_name')
}

const decode = decoderOf({
  agent,
  events,
  nameIn,
  names: {
    session_id: ['trajectory_id'],
    run_id: ['execution_id'],
    model: ['model_name'],
  },
  also: (payload, name) => {
    const info = payload['tool_info']
    return defined({
      cwd: absolute(field(info, 'cwd')),
      prompt: textIn(info, 'user_prompt') || undefined,
      response: textIn(info, 'response') || undefined,
      ...(isObject(info) && callIn(info, name)),
    })
  },
})

/** Its hooks are told of an action: the tool's name is what the event's name says. */
function callIn(info: PlainObject, name: string): Partial<Event> {
  const action = /^(?:pre|post)_(read_code|write_code|run_command|mcp_tool_use)$/.exec(name)?.[1]
  if (action === undefined) return {}
  if (action !== 'mcp_tool_use') return { tool_name: action, tool_input: info }
  const { mcp_tool_arguments: input, mcp_result: output } = info
  return {
    tool_name: `mcp__${textIn(info, 'mcp_server_name')}__${textIn(info, 'mcp_tool_name')}`,
    tool_input: input ?? {},
    ...(output !== undefined && { tool_output: output }),
  }
}

function encode(verdict: Verdict, event: Event): Answer {
  const refused = refusal(verdict, event)
  return refused === undefined ? silent : exitAnswer(refused)
}

function readers({ stderr }: Answer): AnswerReaders {
  return readersOf({ user: [], model: [stderr.trim()] })
}

export const windsurf: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Windsurf',
    events,
    capabilities,
    recognizes: (payload) => (Object.hasOwn(events, nameIn(payload)) ? 2 : 0),
    decode,
    encode,
    readers,
  },
  settings: {
    format: 'json',
    untested: true,
    defaultScope: 'user',
    file(scope, { root, home }) {
      if (scope === 'local') return undefined
      return scope === 'project'
        ? join(root, '.windsurf', 'hooks.json')
        : join(home, '.codeium', 'windsurf', 'hooks.json')
    },
    ...hookLists({
      agent,
      registered: entriesFor(events, () => ({ flat: true, hook: {} })),
      under: 'hooks',
    }),
  },
  protectedPaths: ['.windsurf/hooks.json', '~/.codeium/windsurf/hooks.json', '~/.codeium/hooks.json'],
  directories: ['.windsurf', '.codeium/windsurf'],
  programs: ['windsurf'],
  editors: ['windsurf'],
}
