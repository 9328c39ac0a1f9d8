import type { Capabilities, Event } from '../../model/types.ts'
import { takesText } from './output.ts'

const events = {
  UserPromptSubmit: { deny: true },
  PreToolUse: { deny: true, updated_input: true },
  PostToolUse: { updated_output: true },
  PostModelCall: { messages: true },
  AgentStop: { continue: true, messages: true },
} as const satisfies Capabilities['events']

/** A hook has 30 s; then Kodelet goes on without it. */
export const capabilities: Capabilities = {
  events,
  timeout_ms: 30_000,
  failure: { crash: 'unknown', timeout: 'open', empty: 'unknown', broken: 'unknown', exit_2: 'fails' },
}

/** Only Kodelet's own results and texts take another one, and `turn_end` takes no answer at all. */
export function capabilitiesAt({ event, native_event: native, tool_output: output }: Event): Capabilities {
  if (event === 'PostToolUse')
    return { ...capabilities, events: { ...events, PostToolUse: { updated_output: takesText(output) } } }
  if (event === 'PostModelCall' && native === 'turn_end')
    return { ...capabilities, events: { ...events, PostModelCall: {} } }
  return capabilities
}
