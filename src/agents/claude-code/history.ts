// Claude Code's transcripts, read as the payloads that its hooks were sent.
import { join } from 'node:path'
import { defined, field, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { AgentHistory, PastPayload } from '../shared/agent.ts'
import { textField } from './output.ts'

/** Longer names of directories end in a hash instead. */
const MAX_NAME_CHARS = 200

/** One of them is in every line, and none in what its hooks are sent. */
const ids = ['sessionId', 'uuid', 'leafUuid', 'messageId']

export const history: AgentHistory = {
  directory: ({ env, home }) => join(env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects'),
  prefix: (root) => root.replace(/[^A-Za-z0-9]/g, '-').slice(0, MAX_NAME_CHARS),
  isEntry: (line) => textField(line, 'type') !== undefined && ids.some((key) => Object.hasOwn(line, key)),
  createReader,
}

interface PendingCall {
  readonly tool_name: string
  readonly tool_input: unknown
}

/** What a transcript says once and its hooks are told at every event. */
interface Session {
  /** Calls without a result yet, by id. */
  readonly calls: Map<string, PendingCall>
  prompt_id?: string
  permission_mode?: string
}

function createReader(): (entry: Plain) => readonly PastPayload[] {
  const session: Session = { calls: new Map() }
  return (entry) => {
    const type = entry['type']
    const message = entry['message']
    if ((type !== 'assistant' && type !== 'user') || !isObject(message) || entry['isMeta'] === true) return []
    Object.assign(
      session,
      defined({
        prompt_id: textField(entry, 'promptId'),
        permission_mode: textField(entry, 'permissionMode'),
      }),
    )
    const blocks: readonly unknown[] = Array.isArray(message['content']) ? message['content'] : []
    if (type === 'assistant') return blocks.flatMap((block) => callIn(block, entry, session))
    const results = blocks.flatMap((block) => resultIn(block, entry, session))
    return results.length > 0 ? results : promptIn(message['content'], entry, session)
  }
}

function callIn(block: unknown, entry: Plain, session: Session): PastPayload[] {
  const id = textField(block, 'id')
  const tool_name = textField(block, 'name')
  if (field(block, 'type') !== 'tool_use' || tool_name === undefined || id === undefined) return []
  const call = { tool_name, tool_input: field(block, 'input') }
  session.calls.set(id, call)
  const past = toldAt('PreToolUse', { ...call, tool_use_id: id }, { entry, session })
  return [{ ...past, call: `${past.time ?? ''} ${id}` }]
}

function resultIn(block: unknown, entry: Plain, session: Session): PastPayload[] {
  const id = textField(block, 'tool_use_id')
  if (field(block, 'type') !== 'tool_result' || id === undefined) return []
  const call = session.calls.get(id)
  if (call === undefined) return []
  session.calls.delete(id)
  const content = field(block, 'content')
  const failed = field(block, 'is_error') === true
  const result = failed
    ? { error: typeof content === 'string' ? content : JSON.stringify(content) }
    : { tool_response: entry['toolUseResult'] ?? content }
  const event = failed ? 'PostToolUseFailure' : 'PostToolUse'
  return [toldAt(event, { ...call, tool_use_id: id, ...result }, { entry, session })]
}

/** Claude Code's own summaries and what it writes to a subagent are no prompts. */
function promptIn(content: unknown, entry: Plain, session: Session): PastPayload[] {
  if (entry['isSidechain'] === true || entry['isCompactSummary'] === true) return []
  const texts = Array.isArray(content)
    ? content.flatMap((block) => textField(block, 'text') ?? [])
    : [content]
  const prompt = texts.filter((text) => typeof text === 'string').join('\n')
  return prompt === '' ? [] : [toldAt('UserPromptSubmit', { prompt }, { entry, session })]
}

function toldAt(
  hook_event_name: string,
  fields: Plain,
  { entry, session: { prompt_id, permission_mode } }: { readonly entry: Plain; readonly session: Session },
): PastPayload {
  const payload = {
    hook_event_name,
    ...defined({
      session_id: textField(entry, 'sessionId'),
      cwd: textField(entry, 'cwd'),
      agent_id: textField(entry, 'agentId'),
      prompt_id,
      permission_mode,
    }),
    ...fields,
  }
  return { payload, ...defined({ time: textField(entry, 'timestamp') }) }
}
