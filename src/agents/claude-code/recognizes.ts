import type { PlainObject as Plain } from '../../model/plain-object.ts'
import { isFromCodex, isFromDroid } from '../shared/native-events.ts'
import { nativeEvents } from './events.ts'
import { textField } from './text-field.ts'

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

export function recognizes(payload: Plain): 0 | 1 | 2 {
  const native = textField(payload, 'hook_event_name')
  if (native === undefined || !Object.hasOwn(nativeEvents, native)) return 0
  if (foreign.some((key) => Object.hasOwn(payload, key)) || isFromCodex(payload)) return 0
  if (isFromDroid(payload)) return 0
  const whole = ['session_id', 'cwd'].every((key) => textField(payload, key) !== undefined)
  return whole ? 2 : 1
}
