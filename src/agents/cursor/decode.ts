import { join } from 'node:path'
import { defined, field, type PlainObject } from '../../model/plain-object.ts'
import type { Env, Event } from '../../model/types.ts'
import { decoderOf, type EventNames } from '../shared/decoder.ts'
import { mcpTool } from '../shared/tool-name.ts'
import { outputText, parsedInput, absolute } from '../shared/payload-fields.ts'
import { textIn } from '../shared/answers.ts'

export const agentName = 'cursor'

export const events: EventNames = {
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  beforeSubmitPrompt: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  beforeShellExecution: 'PreToolUse',
  beforeMCPExecution: 'PreToolUse',
  beforeReadFile: 'PreToolUse',
  beforeTabFileRead: 'PreToolUse',
  postToolUse: 'PostToolUse',
  postToolUseFailure: 'PostToolUse',
  subagentStart: 'SubagentStart',
  subagentStop: 'SubagentStop',
  preCompact: 'PreCompact',
  stop: 'AgentStop',
}

/** Before a file is read. */
export const fileGates = new Set<string | undefined>(['beforeReadFile', 'beforeTabFileRead'])

export function isMcp(tool: string | undefined): boolean {
  return tool?.startsWith('mcp__') === true
}

export function nameIn(payload: PlainObject): string {
  return textIn(payload, 'hook_event_name')
}

/** The payload's `cwd` is often empty, and a person's own hooks start in ~/.cursor. */
export function root(payload: PlainObject, env: Env): string | undefined {
  return absolute(env['CURSOR_PROJECT_DIR']) ?? absolute(field(payload['workspace_roots'], '0'))
}

export const decode = decoderOf({
  agent: agentName,
  events,
  nameIn,
  failure: 'postToolUseFailure',
  tools: {
    serverFiles: ({ home, dirs }) => [home, ...dirs].map((dir) => join(dir, '.cursor/mcp.json')),
  },
  names: {
    run_id: ['generation_id'],
    source: ['trigger', 'reason', 'composer_mode'],
    stop_active: ['loop_count'],
    finish_reason: ['status'],
    response: ['summary', 'text'],
    error: ['error_message'],
  },
  also: (payload, name, { env, cwd }) => ({
    cwd: absolute(payload['cwd']) ?? root(payload, env) ?? cwd,
    ...callIn(payload, name),
    ...outputIn(payload, name),
    ...(name.startsWith('subagent') && subagentIn(payload)),
  }),
})

/** The events of one kind of call name no tool, or the server's tool alone. */
function callIn(payload: PlainObject, name: string): Partial<Event> {
  const { command, cwd, file_path } = payload
  const tool = textIn(payload, 'tool_name')
  if (name === 'beforeShellExecution') return { tool_name: 'Shell', tool_input: defined({ command, cwd }) }
  if (fileGates.has(name)) return { tool_name: 'Read', tool_input: { file_path } }
  if (tool === '' || (name !== 'beforeMCPExecution' && !tool.startsWith('MCP:'))) return {}
  const [bare, server] = [tool.replace(/^MCP:/, ''), textIn(payload, 'mcp_server_name')]
  const native_tool = `MCP:${bare}`
  return server === '' ? { tool_name: native_tool } : { tool_name: mcpTool(server, bare), native_tool }
}

/** A tool's output is JSON text. */
function outputIn(payload: PlainObject, name: string): Partial<Event> {
  if (name === 'postToolUseFailure') return { output_text: textIn(payload, 'error_message') }
  const output = parsedInput(payload['tool_output'])
  if (name !== 'postToolUse' || output === undefined) return {}
  const text = field(output, 'output')
  return { output_text: typeof text === 'string' ? text : outputText(output) }
}

function subagentIn(payload: PlainObject): Partial<Event> {
  const [name, id] = [textIn(payload, 'subagent_type'), textIn(payload, 'subagent_id')]
  return { subagent: { name, ...(id !== '' && { id }) } }
}
