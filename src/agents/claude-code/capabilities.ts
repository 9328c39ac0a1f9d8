import type { Capabilities, Carries, Event, EventName } from '../../model/types.ts'
import { takesText } from './output.ts'

/** Claude Code shows its model a context whole up to this many characters; of a longer one it writes the whole to a file and shows where it is and the first 2 KB. */
const CONTEXT_CHARS = 10_000
const preview = 2_000

/** Context as one text. Of one too long to be shown whole, the short parts come first, so that the preview holds them. */
export function contextText(parts: readonly string[]): string {
  const text = parts.join('\n\n')
  if (text.length <= CONTEXT_CHARS) return text
  const short = parts.filter((part) => part.length <= preview)
  const long = parts.filter((part) => part.length > preview)
  return [...short, ...long].join('\n\n')
}

const minute = 60_000

const events = {
  SessionStart: { context: true, notify: true },
  UserPromptSubmit: { deny: true, stop: true, context: true, notify: true },
  PreToolUse: {
    deny: true,
    ask: true,
    allow: true,
    stop: true,
    updated_input: true,
    context: true,
    notify: true,
  },
  PermissionRequest: { deny: true, ask: true, allow: true, notify: true },
  PostToolUse: { stop: true, updated_output: true, context: true, notify: true },
  SubagentStart: { context: true, notify: true },
  SubagentStop: { continue: true, stop: true, notify: true },
  AgentStop: { continue: true, stop: true, notify: true },
  PreCompact: { deny: true, context: true, notify: true },
  PostCompact: { notify: true },
  Notification: { notify: true },
  SessionEnd: {},
  Error: {},
} as const satisfies Partial<Record<EventName, Carries>>

/** With the entries that `install` writes: their timeouts, and `onFailure: block` at PreToolUse. */
export const capabilities: Capabilities = {
  versions: '2.1.197 - 2.1.329',
  events,
  // Without a person to ask, an ask is a denial.
  variants: [{ surface: 'headless', events: { PreToolUse: { ...events.PreToolUse, ask: false } } }],
  timeout_ms: 10 * minute,
  timeouts_ms: { SessionEnd: minute },
  context_chars: CONTEXT_CHARS,
  continues: 8,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
  failures: { PreToolUse: { crash: 'closed', timeout: 'closed' } },
}

/** The table, for this one call: whether an output can be changed depends on the tool that gave it, and a failed call takes context only. */
export function capabilitiesAt(event: Event): Capabilities {
  if (event.event !== 'PostToolUse') return capabilities
  const updated_output = takesText(event.tool_name, event.tool_output)
  const after = event.is_error === true ? afterFailure : { ...events.PostToolUse, updated_output }
  return { ...capabilities, events: { ...events, PostToolUse: after } }
}

const afterFailure: Carries = { context: true, notify: true }

/** Their dialogs show the file, and not why a hook asks. */
const fileTools = new Set<string | undefined>([
  'Read',
  'Write',
  'Edit',
  'MultiEdit',
  'NotebookEdit',
  'Glob',
  'Grep',
])

/** Does the dialog that asks about a call of this tool show the hook's reason? */
export function showsReason(tool: string | undefined): boolean {
  return !fileTools.has(tool)
}

export function carriesContext(event: Event['event']): boolean {
  const table: Capabilities['events'] = events
  return event !== 'unmapped' && table[event]?.context === true
}
