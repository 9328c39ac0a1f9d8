import type { CelType } from '../../../matchers/cel/values.ts'

/** The fields of an event and their types; `any` where the agent or the tool decides. */
export const eventFields: Readonly<Record<string, CelType | 'any'>> = {
  event: 'string',
  native_event: 'string',
  agent: 'string',
  session_id: 'string',
  run_id: 'string',
  cwd: 'string',
  root: 'string',
  branch: 'string',
  permission_mode: 'string',
  model: 'string',
  source: 'string',
  subagent: 'map',
  recipe: 'string',
  turn: 'double',
  step: 'double',
  stop_active: 'double',
  prompt: 'string',
  tool_name: 'string',
  native_tool: 'string',
  tool_input: 'any',
  tool_use_id: 'string',
  tool_output: 'any',
  output_text: 'string',
  is_error: 'bool',
  messages: 'list',
  response: 'string',
  system_prompt: 'string',
  usage: 'map',
  started_at: 'double',
  finish_reason: 'string',
  error: 'string',
  transcript_path: 'string',
  metadata: 'map',
  raw: 'any',
}

/** Fields of those fields, for every agent. */
export const innerFields: Readonly<Record<string, Readonly<Record<string, CelType>>>> = {
  subagent: { name: 'string', id: 'string' },
  usage: { input: 'double', output: 'double', total: 'double', context: 'double', max_context: 'double' },
}
