import { eventNamed } from '../../model/events.ts'
import { outputText } from '../shared/output-text.ts'
import { absolute, readFields } from '../shared/payload-fields.ts'
import type { DecodeContext, Event } from '../../model/types.ts'
import { field } from '../../model/plain-object.ts'

type Payload = Readonly<Record<string, unknown>>

export function nameIn(payload: Payload): string | undefined {
  return [payload['event'], payload['hook_event_name']].find((name) => typeof name === 'string')
}

export function decode(payload: Payload, context: DecodeContext): Event {
  const name = nameIn(payload) ?? ''
  const event = eventNamed(name) ?? 'unmapped'
  return Object.freeze({
    event,
    ...(event !== name && name !== '' && { native_event: name }),
    ...outputOf(payload, name),
    ...subagentOf(payload),
    ...readFields(payload),
    cwd: absolute(payload['cwd']) ?? context.cwd,
    root: absolute(payload['root']) ?? context.root,
    raw: payload,
  })
}

/** What follows from the output where the payload does not say it itself. */
function outputOf(payload: Payload, name: string): Partial<Event> {
  const output = Object.hasOwn(payload, 'tool_output') ? payload['tool_output'] : payload['tool_response']
  const success = field(output, 'success')
  return {
    ...(output !== undefined && { output_text: outputText(output) }),
    ...(typeof success === 'boolean' && { is_error: !success }),
    ...(name === 'PostToolUseFailure' && { is_error: true }),
  }
}

function subagentOf(payload: Payload): Partial<Event> {
  return payload['invoked_by'] === 'subagent' ? { subagent: { name: 'subagent' } } : {}
}
