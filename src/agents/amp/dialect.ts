// Amp in both of its forms: a plugin that passes on its events and returns what is printed, and the program of a
// permission rule with `delegate`, which is started with a call's input and answers with its exit code.
import { defined, type PlainObject } from '../../model/plain-object.ts'
import type {
  Answer,
  AnswerReaders,
  Capabilities,
  DecodeContext,
  Dialect,
  Env,
  Event,
  Verdict,
} from '../../model/types.ts'
import { callAnswer, continuation, exitAnswer, jsonAnswer, silent } from '../shared/call-answer.ts'
import { decoderOf, type EventNames } from '../shared/decoder.ts'
import { readersOf, replyIn, textIn } from '../shared/readers.ts'

const agent = 'amp'

const events: EventNames = {
  'session.start': 'SessionStart',
  'agent.start': 'UserPromptSubmit',
  'tool.call': 'PreToolUse',
  'tool.result': 'PostToolUse',
  'agent.end': 'AgentStop',
  delegate: 'PreToolUse',
}

const plugin = { deny: true, updated_input: true } as const
const delegate = { deny: true, ask: true, allow: true } as const

const capabilities: Capabilities = {
  events: {
    SessionStart: {},
    UserPromptSubmit: {},
    PreToolUse: plugin,
    PostToolUse: {},
    AgentStop: { continue: true },
  },
  timeout_ms: 60_000,
  failure: { crash: 'unknown', timeout: 'unknown', empty: 'unknown', broken: 'unknown', exit_2: 'denies' },
}

function capabilitiesAt(event: Event): Capabilities {
  return isDelegated(event)
    ? { ...capabilities, events: { ...capabilities.events, PreToolUse: delegate } }
    : capabilities
}

function isDelegated({ native_event: native }: Event): boolean {
  return native === 'delegate'
}

const pluginFields = ['toolUseID', 'thread']

function isPlugin(payload: PlainObject): boolean {
  const name = textIn(payload, 'event')
  return Object.hasOwn(events, name) && pluginFields.some((key) => Object.hasOwn(payload, key))
}

/** Only the program of a permission rule is told a tool. The payload is then the call's input, which its model wrote: nothing in it says who sent it. */
function isDelegate(env: Env): boolean {
  return env['AGENT'] === agent && (env['AGENT_TOOL_NAME'] ?? '') !== ''
}

const decode = decoderOf({
  agent,
  events,
  nameIn: (payload, { env }) => (isDelegate(env) ? 'delegate' : textIn(payload, 'event')),
  also: (payload, name, context) =>
    name === 'delegate' ? delegated(payload, context) : passedOn(payload, name),
})

function delegated(payload: PlainObject, { env }: DecodeContext): Partial<Event> {
  return defined({
    tool_name: env['AGENT_TOOL_NAME'],
    tool_input: payload,
    session_id: env['AMP_THREAD_ID'],
  })
}

function passedOn(payload: PlainObject, name: string): Partial<Event> {
  const { input, output, status, message } = payload
  const text = typeof message === 'string' ? message : textIn(message, 'content')
  return defined({
    session_id: textIn(payload['thread'], 'id') || undefined,
    tool_use_id: textIn(payload, 'toolUseID') || undefined,
    tool_name: textIn(payload, 'tool') || undefined,
    tool_input: input,
    tool_output: output,
    ...(name === 'agent.start' && text !== '' && { prompt: text }),
    ...(name === 'tool.result' && { is_error: status === 'error' }),
    ...(name === 'agent.end' && typeof status === 'string' && { finish_reason: status }),
  })
}

function encode(verdict: Verdict, event: Event): Answer {
  if (event.event === 'AgentStop') {
    const userMessage = continuation(verdict, event)
    return userMessage === undefined ? silent : jsonAnswer({ action: 'continue', userMessage })
  }
  if (event.event !== 'PreToolUse') return silent
  if (isDelegated(event)) return delegateAnswer(verdict, event)
  const { denied: message, input } = callAnswer(verdict, event, plugin)
  if (message !== undefined) return jsonAnswer({ action: 'reject-and-continue', message })
  return input === undefined ? silent : jsonAnswer({ action: 'modify', input })
}

/** Exit code 0 is an allow, after which no other permission rule is asked: what no rule allowed is left to the user. */
function delegateAnswer(verdict: Verdict, event: Event): Answer {
  const { denied, asked, allowed } = callAnswer(verdict, event, delegate)
  if (denied !== undefined) return exitAnswer(denied)
  return allowed === true ? silent : { ...silent, stderr: asked === undefined ? '' : `${asked}\n`, exit: 1 }
}

function readers({ stdout, stderr, exit }: Answer): AnswerReaders {
  const reply = replyIn(stdout)
  const said = stderr.trim()
  const model = [exit === 1 ? '' : said, textIn(reply, 'message'), textIn(reply, 'userMessage')]
  return readersOf({ user: [exit === 1 ? said : ''], model })
}

export const dialect: Dialect = {
  name: agent,
  summary: 'Amp',
  events,
  capabilities,
  capabilitiesAt,
  recognizes: (payload, env) => (isDelegate(env) || isPlugin(payload) ? 2 : 0),
  decode,
  encode,
  readers,
}
