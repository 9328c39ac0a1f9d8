import type { Capabilities, Event, Discovery, Dialect } from '../../model/types.ts'
import type { AgentDefinition } from '../shared/agent.ts'
import { encode, readers } from './encode.ts'
import { takesText, eventOf, isKodeletName, decode, agentName } from './payload.ts'
import { fromScript, toScript } from './script.ts'

const events = {
  UserPromptSubmit: { deny: true },
  PreToolUse: { deny: true, updated_input: true },
  PostToolUse: { updated_output: true },
  PostModelCall: { messages: true },
  AgentStop: { continue: true, messages: true },
} as const satisfies Capabilities['events']

/** A hook has 30 s; then Kodelet goes on without it. */
const capabilities: Capabilities = {
  events,
  timeout_ms: 30_000,
  failure: { crash: 'unknown', timeout: 'open', empty: 'unknown', broken: 'unknown', exit_2: 'fails' },
}

/** Only Kodelet's own results and texts take another one, and `turn_end` takes no answer at all. */
function capabilitiesAt({ event, native_event: native, tool_output: output }: Event): Capabilities {
  if (event === 'PostToolUse')
    return { ...capabilities, events: { ...events, PostToolUse: { updated_output: takesText(output) } } }
  if (event === 'PostModelCall' && native === 'turn_end')
    return { ...capabilities, events: { ...events, PostModelCall: {} } }
  return capabilities
}

/** `<hook> hook` prints the event that the hook is for, `<hook> run` is it. */
const discovery: Discovery = {
  keeps: 'first',
  onlyExecutable: true,
  ask: (file) => ({ argv: [file, 'hook'], env: {} }),
  run: (file) => [file, 'run'],
  read: (text) => {
    const name = text.trim()
    const event = isKodeletName(name) ? eventOf(name) : undefined
    if (event === undefined) throw new TypeError(name === '' ? 'it printed nothing' : 'it printed no event')
    return { events: [event] }
  },
}

/** Fields that only Kodelet sends; its names for events are taken by others, too. */
const own = ['conv_id', 'tool_user_id', 'invoked_by', 'message'] as const

function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  if (!isKodeletName(payload['event'])) return 0
  return own.some((key) => typeof payload[key] === 'string') ? 2 : 0
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'Kodelet, up to the version that took its hooks away',
  capabilities,
  capabilitiesAt,
  recognizes,
  decode,
  encode,
  readers,
  discovery,
  toScript,
  fromScript,
  byHand:
    'put a program into .kodelet/hooks/ that answers "hook" with an event and "run" by starting "hooks run --agent kodelet"',
}

export const kodelet: AgentDefinition = {
  name: agentName,
  dialect,
  protectedPaths: [
    '.kodelet/hooks/**',
    '.kodelet/plugins/*/hooks/**',
    '~/.kodelet/hooks/**',
    '~/.kodelet/plugins/*/hooks/**',
  ],
}
