import { field } from '../../model/plain-object.ts'
import type { Capabilities, Event } from '../../model/types.ts'

/** Of the plugin that `install` writes. Its functions cannot keep a run from ending. */
export const capabilities: Capabilities = {
  versions: '3.0.65',
  events: {
    SessionStart: { context: true },
    UserPromptSubmit: { deny: true, stop: true, context: true, updated_prompt: true },
    PreToolUse: { deny: true, stop: true, updated_input: true, context: true },
    PostToolUse: { updated_output: true, context: true, stop: true },
    AgentStop: {},
    Error: {},
  },
  timeout_ms: 3000,
  context_chars: 50_000,
  failure: { crash: 'closed', timeout: 'closed', empty: 'open', broken: 'unknown', exit_2: 'fails' },
}

/** Of file hooks, as VS Code's extension has them: nothing reads the answers to the other events. */
const fileCapabilities: Capabilities = {
  ...capabilities,
  events: {
    SessionStart: {},
    UserPromptSubmit: {},
    PreToolUse: { deny: true, stop: true, updated_input: true, context: true },
    PostToolUse: { stop: true, context: true },
    AgentStop: {},
    SessionEnd: {},
    Error: {},
  },
  timeout_ms: 120_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'fails' },
}

export function isPlugin({ raw }: Event): boolean {
  return field(raw, 'plugin') === true
}

export function capabilitiesAt(event: Event): Capabilities {
  return isPlugin(event) ? capabilities : fileCapabilities
}
