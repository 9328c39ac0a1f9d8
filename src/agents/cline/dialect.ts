// Cline's hooks: one JSON object for each event. Our plugin sends what file hooks are sent, and is answered the same; a file hook can refuse a call only by ending the run.
import { field, defined, isObject, type PlainObject as Plain, toText } from '../../model/plain-object.ts'
import type {
  Capabilities,
  Event,
  Answer,
  AnswerReaders,
  Carries,
  DecodeContext,
  Dialect,
  Verdict,
} from '../../model/types.ts'
import {
  callAnswer,
  denial,
  jsonAnswer,
  promptDenial,
  silent,
  readersOf,
  replyIn,
  textIn,
} from '../shared/answers.ts'
import { decoderOf, type EventNames } from '../shared/decoder.ts'
import { mcpTool } from '../shared/tool-name.ts'
import { outputText, absolute } from '../shared/payload-fields.ts'
import { events as pluginEvents } from './events.ts'

/** Of the plugin that `install` writes. Its functions cannot keep a run from ending. */
const capabilities: Capabilities = {
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

function isPlugin({ raw }: Event): boolean {
  return field(raw, 'plugin') === true
}

function capabilitiesAt(event: Event): Capabilities {
  return isPlugin(event) ? capabilities : fileCapabilities
}

const agent = 'cline'

/** By the names in payloads, and by those of the files. */
const events: EventNames = {
  ...pluginEvents,
  agent_resume: 'SessionStart',
  agent_abort: 'unmapped',
  session_shutdown: 'SessionEnd',
  TaskStart: 'SessionStart',
  TaskResume: 'SessionStart',
  TaskComplete: 'AgentStop',
  TaskCancel: 'unmapped',
  TaskError: 'Error',
  SessionShutdown: 'SessionEnd',
}

/** VS Code's extension has the names of files in `hookName`. */
function recognizes(payload: Plain): 0 | 1 | 2 {
  const isCline = typeof payload['clineVersion'] === 'string' && typeof payload['taskId'] === 'string'
  return isCline && typeof payload['hookName'] === 'string' ? 2 : 0
}

function root(payload: Plain): string | undefined {
  return absolute(field(payload['workspaceRoots'], '0'))
}

const decodeCall = decoderOf({
  agent,
  events,
  nameIn: (payload, { claimed = '' }) => textIn(payload, 'hookName') || claimed,
  tools: { between: '__', sure: true },
  names: { session_id: ['taskId'], finish_reason: ['reason'] },
  also: (payload, name, { cwd }) => ({
    cwd: root(payload) ?? cwd,
    session_id: textIn(payload['sessionContext'], 'rootSessionId') || textIn(payload, 'taskId'),
    ...callIn(payload),
    ...resultIn(payload),
    ...defined({
      prompt: textIn(payload['userPromptSubmit'], 'prompt') || undefined,
      subagent: subagentIn(payload),
    }),
    ...(events[name] === 'SessionStart' && { source: /resume/i.test(name) ? 'resume' : 'startup' }),
  }),
})

/** Its `turn`, `model` and `error` are objects, ours a number, a name and a text. */
function decode(payload: Plain, context: DecodeContext): Event {
  const { turn, model, error, ...rest } = payload
  const said = {
    response: textIn(turn, 'outputText') || undefined,
    model: textIn(model, 'slug') || undefined,
    error: textIn(error, 'message') || undefined,
  }
  return Object.freeze({ ...decodeCall(rest, context), ...defined(said), raw: payload })
}

function subagentIn(payload: Plain): Event['subagent'] {
  const id = textIn(payload, 'agent_id')
  return textIn(payload, 'parent_agent_id') === '' ? undefined : { name: '', id }
}

/** The call itself, else its parameters, in which lists are JSON text. */
function callIn(payload: Plain): Partial<Event> {
  const call = payload['tool_call'] ?? payload['tool_result']
  const told = payload['preToolUse'] ?? payload['postToolUse']
  if (isObject(call))
    return { ...named(textIn(call, 'name'), call['input']), tool_use_id: textIn(call, 'id') }
  if (!isObject(told)) return {}
  return named(textIn(told, 'toolName'), parsed(told['parameters']))
}

/** A tool of a server may come by way of a tool that calls them. */
function named(native: string, tool_input: unknown): Partial<Event> {
  const [server, tool] = [textIn(tool_input, 'server_name'), textIn(tool_input, 'tool_name')]
  return native !== 'use_mcp_tool' || server === '' || tool === ''
    ? { tool_name: native, tool_input }
    : { tool_name: mcpTool(server, tool), native_tool: native, tool_input }
}

function parsed(parameters: unknown): unknown {
  if (!isObject(parameters)) return parameters
  return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, listIn(value)]))
}

function listIn(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function resultIn(payload: Plain): Partial<Event> {
  const result = payload['tool_result']
  const told = payload['postToolUse']
  if (!isObject(result) && !isObject(told)) return {}
  const output = field(result, 'output') ?? field(told, 'result')
  const error = textIn(result, 'error')
  const entries: readonly unknown[] = Array.isArray(output) ? output : [output]
  const failed = entries.some((entry) => field(entry, 'success') === false)
  return {
    tool_output: output,
    output_text: error || entries.map((entry) => textOf(entry)).join('\n'),
    is_error: error !== '' || failed || field(told, 'success') === false,
  }
}

function textOf(entry: unknown): string {
  const result = field(entry, 'result')
  return result === undefined ? outputText(entry) : toText(result)
}

/** What the plugin does. File hooks read `cancel` to `contextModification`, and text around the object, and exit code 2, would let their call run. */
export interface ClineAnswer {
  /** The call or prompt is refused, or the run ends. */
  readonly cancel?: true
  readonly errorMessage?: string
  readonly overrideInput?: Plain
  readonly contextModification?: string
  readonly overrideOutput?: unknown
  readonly overridePrompt?: string
  /** The run ends here. */
  readonly stop?: true
}

function encode(verdict: Verdict, event: Event): Answer {
  const carries = event.event === 'unmapped' ? undefined : capabilitiesAt(event).events[event.event]
  const context = verdict.additional_context.join('\n\n')
  const reply: ClineAnswer = defined({
    ...replyFor(verdict, event, carries ?? {}),
    contextModification: carries?.context === true && context !== '' ? context : undefined,
  })
  return Object.keys(reply).length === 0 ? silent : jsonAnswer({ ...reply })
}

function replyFor(verdict: Verdict, event: Event, carries: Carries): ClineAnswer {
  const stop = verdict.flow === 'stop' && isPlugin(event) ? ({ stop: true } as const) : {}
  const refuse = (errorMessage: string): ClineAnswer => ({ cancel: true, errorMessage, ...stop })
  switch (event.event) {
    case 'PreToolUse': {
      const { denied, input } = callAnswer(verdict, event, carries)
      return denied === undefined ? defined({ overrideInput: input }) : refuse(denied)
    }
    case 'PostToolUse':
      if (verdict.flow === 'stop') return refuse(denial(verdict, event))
      return carries.updated_output === true && Object.hasOwn(verdict, 'updated_output')
        ? { overrideOutput: verdict.updated_output }
        : {}
    case 'UserPromptSubmit': {
      const denied = carries.deny === true ? promptDenial(verdict) : undefined
      return denied === undefined ? defined({ overridePrompt: promptIn(verdict, carries) }) : refuse(denied)
    }
  }
  return {}
}

function promptIn({ updated_prompt }: Verdict, carries: Carries): string | undefined {
  return carries.updated_prompt === true ? updated_prompt : undefined
}

/** A run that ends has no model that reads why. */
function readers({ stdout }: Answer, event: Event): AnswerReaders {
  const reply = replyIn(stdout)
  const refusal = textIn(reply, 'errorMessage')
  const goesOn = event.event === 'PreToolUse' && isPlugin(event) && field(reply, 'stop') !== true
  return readersOf({
    user: goesOn ? [] : [refusal],
    model: [goesOn ? refusal : '', textIn(reply, 'contextModification')],
  })
}

export const dialect: Dialect = {
  name: agent,
  summary: 'Cline',
  events,
  capabilities,
  capabilitiesAt,
  recognizes,
  root,
  decode,
  encode,
  readers,
}
