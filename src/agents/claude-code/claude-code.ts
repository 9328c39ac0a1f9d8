import type { Dialect } from '../../model/types.ts'
import type { Agent } from '../shared/agent.ts'
import { encode } from './encode.ts'
import { agentName, nativeEvents } from './events.ts'
import { history } from './history.ts'
import { listener } from './listener.ts'
import { fromScript, scriptExit, toScript } from './script.ts'
import { readers } from './readers.ts'
import { settings } from './settings.ts'
import { textField } from './text-field.ts'
import type { PlainObject as Plain } from '../../model/plain-object.ts'

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

export const dialect: Dialect = {
  ...listener,
  aliases: ['claude'],
  summary: 'Claude Code',
  recognizes,
  encode,
  readers,
  toScript,
  fromScript,
  scriptExit,
  scriptEnv: ({ root: dir }) => ({ CLAUDE_PROJECT_DIR: dir }),
}

export const claudeCode: Agent = {
  name: agentName,
  dialect,
  settings,
  protectedPaths: [
    '.claude/settings*.json',
    '.claude/hooks/**',
    '~/.claude/settings*.json',
    '~/.claude/hooks/**',
    '~/.claude.json',
    '.mcp.json',
  ],
  variables: ['CLAUDECODE'],
  directory: '.claude',
  history,
}
