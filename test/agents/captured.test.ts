// Payloads captured from agents: who sent them, and that nothing of them is lost.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import { field } from '../../src/model/plain-object.ts'
import type { Dialect, Event } from '../../src/model/types.ts'
import { context, nothing } from './world.ts'

type Payload = Record<string, unknown>

/** Which folder holds whose payloads. */
const senders: Readonly<Record<string, string>> = {
  claude: 'claude-code',
  'claude-agent-sdk': 'claude-code',
  codex: 'codex',
  gemini: 'gemini-cli',
  qwen: 'qwen-code',
  copilot: 'copilot-cli',
  cline: 'cline',
  opencode: 'opencode',
}

// Some stand beside this file; where there are more beside the repository, those are read, too.
const captured = ['../fixtures/payloads', '../../../shared/payloads'].flatMap((dir) =>
  Object.entries(senders).flatMap(([folder, agent]) =>
    payloadsIn(path.join(import.meta.dirname, dir, folder)).map(([file, payload]) => ({
      agent,
      file,
      payload,
    })),
  ),
)

function payloadsIn(dir: string): readonly (readonly [file: string, payload: Payload])[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir).map((name) => {
    const file = path.join(dir, name)
    const read = JSON.parse(readFileSync(file, 'utf8'))
    const isWrapped = read.hook_event_name === undefined && read.clineVersion === undefined
    return [`${path.basename(dir)}/${name}`, isWrapped ? (read.body ?? read.input ?? read) : read]
  })
}

const named = (agent: string): Dialect | undefined => dialects.find(({ name }) => name === agent)

describe.each(captured)('$file', ({ agent, payload }) => {
  const sure = dialects.filter((dialect) => dialect.recognizes(payload, {}) === 2).map(({ name }) => name)

  test('is taken for the payload of nobody else', () => {
    expect(sure.filter((name) => name !== agent)).toEqual([])
  })
})

/** Events by the agents' own names, which the files have; all others are unmapped. */
const eventsByName: Readonly<Record<string, string>> = {
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PermissionRequest: 'PermissionRequest',
  SubagentStart: 'SubagentStart',
  SubagentStop: 'SubagentStop',
  PreCompact: 'PreCompact',
  PostCompact: 'PostCompact',
  Notification: 'Notification',
  Stop: 'AgentStop',
  StopFailure: 'Error',
  PostToolUseFailure: 'PostToolUse',
  // Gemini CLI
  BeforeTool: 'PreToolUse',
  AfterTool: 'PostToolUse',
  BeforeAgent: 'UserPromptSubmit',
  AfterAgent: 'AgentStop',
  PreCompress: 'PreCompact',
  // Copilot CLI
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  userPromptSubmitted: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUse',
  permissionRequest: 'PermissionRequest',
  agentStop: 'AgentStop',
  subagentStart: 'SubagentStart',
  subagentStop: 'SubagentStop',
  notification: 'Notification',
  // Cline
  TaskStart: 'SessionStart',
  TaskComplete: 'AgentStop',
  // OpenCode
  'tool.execute.before': 'PreToolUse',
  'tool.execute.after': 'PostToolUse',
  'chat.message': 'UserPromptSubmit',
  'session.created': 'SessionStart',
  'session.idle': 'AgentStop',
}

/** The first text or object at these paths of a payload. */
function at(payload: Payload, ...paths: readonly string[]): unknown {
  const values = paths.map((keys) =>
    keys.split('.').reduce<unknown>((value, key) => field(value, key), payload),
  )
  return values.find((value) => value !== undefined && value !== '')
}

describe.each(captured)('$file', ({ agent, file, payload }) => {
  test('is the event that its name says, with its tool, input, directory and session', () => {
    const native = path.basename(file, '.json').replace(/^(?:\d+-|http\.|event\.)|-(?:\d+|[a-z-]+)$/g, '')
    const isOfSubagent = native === 'agentStop' && at(payload, 'agentId') !== undefined
    const event = named(agent)?.decode(payload, { ...context, claimed: native })
    expect(event?.event).toBe(isOfSubagent ? 'unmapped' : (eventsByName[native] ?? 'unmapped'))
    if (event === undefined || event.event === 'unmapped') return
    const call =
      event.event === 'PreToolUse' || event.event === 'PostToolUse' || event.event === 'PermissionRequest'
    const tool = at(payload, 'tool_name', 'toolName', 'tool_call.name', 'tool_result.name', 'input.tool')
    const inputs = [
      'tool_input',
      'toolArgs',
      'toolInput',
      'tool_call.input',
      'tool_result.input',
      'output.args',
    ]
    const input = at(payload, ...inputs, 'input.args')
    if (call) expect(event.tool_name).toBe(at(payload, 'mcp_context') === undefined ? tool : event.tool_name)
    if (call) expect(event.tool_input).toEqual(input)
    const directory = at(payload, 'cwd', 'workspaceRoots.0', 'properties.info.directory')
    expect(event.cwd).toBe(directory ?? context.cwd)
    const sessions = [
      'parentAgentId',
      'session_id',
      'sessionContext.rootSessionId',
      'sessionId',
      'input.sessionID',
    ]
    expect(event.session_id).toBe(at(payload, ...sessions, 'properties.sessionID', 'properties.info.id'))
  })
})

const spoken = ['codex', 'gemini-cli', 'qwen-code']

describe.each(captured.filter(({ agent }) => spoken.includes(agent)))('$file', ({ agent, payload }) => {
  const dialect = named(agent)

  test('is surely of its sender', () => {
    expect(dialect?.recognizes(payload, {})).toBe(2)
  })

  test('decodes without loss, and silence answers it', () => {
    const event = dialect?.decode(payload, context) as Event
    expect(event).toMatchObject({ agent, session_id: payload['session_id'], cwd: payload['cwd'] })
    expect(event.ignored).toBeUndefined()
    const { hook_event_name: _, cwd: __, stop_hook_active: ___, ...fields } = payload
    const kept = JSON.stringify({ ...event, raw: undefined })
    for (const value of Object.values(fields)) expect(kept).toContain(JSON.stringify(value))
    expect(dialect?.encode(nothing, event)).toEqual({ stdout: '', stderr: '', exit: 0 })
  })
})
