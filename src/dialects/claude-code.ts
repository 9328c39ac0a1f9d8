import type { Dialect, Env, Event } from '../types.ts'
import { capabilities, capabilitiesAt } from './claude-code/capabilities.ts'
import { decode } from './claude-code/decode.ts'
import { encode } from './claude-code/encode.ts'
import { agentName, nativeEvents } from './claude-code/events.ts'
import { textField, type Plain } from './claude-code/plain.ts'
import { fromScript, scriptExit, toScript } from './claude-code/script.ts'

/** Fields that other agents send and Claude Code does not. */
const foreign = [
  'timestamp',
  'cursor_version',
  'clineVersion',
  'hookName',
  'hookEventName',
  'sessionId',
  'agent_action_name',
]

/** Codex speaks nearly the same, but names its model and turn everywhere; both do it at the start of a session, Codex with the permission mode. */
function isCodex(payload: Plain): boolean {
  if (payload['model'] === undefined) return false
  return payload['turn_id'] !== undefined || payload['permission_mode'] !== undefined
}

function recognizes(payload: Plain): 0 | 1 | 2 {
  const native = textField(payload, 'hook_event_name')
  if (native === undefined || !Object.hasOwn(nativeEvents, native)) return 0
  if (foreign.some((key) => Object.hasOwn(payload, key)) || isCodex(payload)) return 0
  const whole = ['session_id', 'transcript_path', 'cwd'].every((key) => textField(payload, key) !== undefined)
  return whole ? 2 : 1
}

function root(_payload: Plain, env: Env): string | undefined {
  const dir = env['CLAUDE_PROJECT_DIR']
  return dir === undefined || dir === '' ? undefined : dir
}

function scriptEnv(event: Event): Readonly<Record<string, string>> {
  return { CLAUDE_PROJECT_DIR: event.root }
}

export const claudeCode: Dialect = {
  name: agentName,
  aliases: ['claude'],
  summary: 'Claude Code',
  capabilities,
  capabilitiesAt,
  recognizes,
  root,
  decode,
  encode,
  toScript,
  fromScript,
  scriptExit,
  scriptEnv,
}
