// Cline's file hooks: one program for each event, one JSON object on stdin. A call can only be refused by ending the run there.
import { defined, field, isObject, type PlainObject as Plain, toText } from '../../model/plain-object.ts'
import type {
  Answer,
  AnswerReaders,
  Capabilities,
  DecodeContext,
  Dialect,
  Event,
  Verdict,
} from '../../model/types.ts'
import { callAnswer, jsonAnswer, silent } from '../shared/call-answer.ts'
import { decoderOf, type EventNames } from '../shared/decoder.ts'
import { outputText } from '../shared/output-text.ts'
import { absolute } from '../shared/payload-fields.ts'
import { readersOf, replyIn, textIn } from '../shared/readers.ts'

const agent = 'cline'

/** By the names in payloads, and by those of the files. */
const events: EventNames = {
  tool_call: 'PreToolUse',
  tool_result: 'PostToolUse',
  prompt_submit: 'UserPromptSubmit',
  agent_start: 'SessionStart',
  agent_resume: 'SessionStart',
  agent_end: 'AgentStop',
  agent_abort: 'unmapped',
  agent_error: 'Error',
  session_shutdown: 'SessionEnd',
  TaskStart: 'SessionStart',
  TaskResume: 'SessionStart',
  TaskComplete: 'AgentStop',
  TaskCancel: 'unmapped',
  TaskError: 'Error',
  SessionShutdown: 'SessionEnd',
}

const carries = {
  PreToolUse: { deny: true, stop: true, updated_input: true, context: true },
  PostToolUse: { stop: true, context: true },
} as const satisfies Capabilities['events']

/** Nothing reads the answers to the other events. */
const capabilities: Capabilities = {
  versions: '3.0.65',
  events: { ...carries, SessionStart: {}, UserPromptSubmit: {}, AgentStop: {}, SessionEnd: {}, Error: {} },
  timeout_ms: 120_000,
  context_chars: 50_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'fails' },
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

/** Its `turn` and `model` are objects, ours a number and a name. */
function decode(payload: Plain, context: DecodeContext): Event {
  const { turn, model, ...rest } = payload
  const said = {
    response: textIn(turn, 'outputText') || undefined,
    model: textIn(model, 'slug') || undefined,
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
    return { tool_name: textIn(call, 'name'), tool_input: call['input'], tool_use_id: textIn(call, 'id') }
  if (!isObject(told)) return {}
  return { tool_name: textIn(told, 'toolName'), tool_input: parsed(told['parameters']) }
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

/** Text around the object, and exit code 2, would let the call run. */
function encode(verdict: Verdict, event: Event): Answer {
  const reply = defined(replyFor(verdict, event))
  return Object.keys(reply).length === 0 ? silent : jsonAnswer(reply)
}

function replyFor(verdict: Verdict, event: Event): Plain {
  if (event.event !== 'PreToolUse' && event.event !== 'PostToolUse') return {}
  const context = verdict.additional_context.join('\n\n')
  const contextModification = context === '' ? undefined : context
  const { denied, input } = callAnswer(verdict, event, carries.PreToolUse)
  if (event.event === 'PostToolUse')
    return verdict.flow === 'stop' ? { cancel: true, errorMessage: denied } : { contextModification }
  if (denied !== undefined) return { cancel: true, errorMessage: denied }
  return { overrideInput: input, contextModification }
}

/** A run that ends has no model that reads why. */
function readers({ stdout }: Answer): AnswerReaders {
  const reply = replyIn(stdout)
  return readersOf({
    user: [textIn(reply, 'errorMessage')],
    model: [textIn(reply, 'contextModification')],
  })
}

export const dialect: Dialect = {
  name: agent,
  summary: 'Cline',
  events,
  capabilities,
  recognizes,
  root,
  decode,
  encode,
  readers,
}
