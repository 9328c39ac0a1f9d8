// OpenCode calls functions of a plugin in its own process: a payload is what such a function is given, and the answer says what the plugin does with it.
import { join } from 'node:path'
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
import {
  callAnswer,
  continuation,
  jsonAnswer,
  promptDenial,
  silent,
  readersOf,
  replyIn,
  textIn,
} from '../shared/answers.ts'
import { decoderOf } from '../shared/decoder.ts'
import { absolute } from '../shared/payload-fields.ts'
import { events } from './events.ts'

const agent = 'opencode'

/** What the plugin does. */
export interface PluginAnswer {
  /** The call or prompt is refused by an error with this text. */
  readonly refuse?: string
  readonly input?: Plain
  readonly output?: string
  readonly prompt?: string
  readonly context?: string
  /** Prompts the session again. */
  readonly continue?: string
  /** Ends the session's turn. */
  readonly abort?: true
  /** Shown to the user. */
  readonly toast?: string
}

const carries = {
  SessionStart: { context: true, notify: true },
  UserPromptSubmit: { deny: true, stop: true, context: true, updated_prompt: true, notify: true },
  PreToolUse: { deny: true, stop: true, updated_input: true, notify: true },
  PostToolUse: { updated_output: true, context: true, stop: true, notify: true },
  AgentStop: { continue: true, notify: true },
  PreCompact: { context: true, notify: true },
  PostCompact: { notify: true },
  SessionEnd: {},
  Error: {},
} as const satisfies Capabilities['events']

const capabilities: Capabilities = {
  versions: '1.18.33',
  events: carries,
  variants: [{ surface: 'headless', events: { AgentStop: { notify: true } } }],
  timeout_ms: 600_000, // OpenCode waits for ever
  failure: { crash: 'open', timeout: 'unknown', empty: 'open', broken: 'unknown', exit_2: 'fails' },
  failures: { PreToolUse: { crash: 'closed' }, UserPromptSubmit: { crash: 'closed' } },
}

/** What tells which function was called, by a field of its output. */
const outputs: readonly (readonly [field: string, hook: string])[] = [
  ['args', 'tool.execute.before'],
  ['parts', 'chat.message'],
  ['output', 'tool.execute.after'],
  ['env', 'shell.env'],
  ['headers', 'chat.headers'],
  ['context', 'experimental.session.compacting'],
  ['system', 'experimental.chat.system.transform'],
  ['options', 'chat.params'],
]

function nameIn(payload: Plain, { claimed = '' }: DecodeContext): string {
  const { output } = payload
  const shape = outputs.find(([key]) => isObject(output) && Object.hasOwn(output, key))
  return textIn(payload, 'hook') || textIn(payload, 'type') || (shape?.[1] ?? claimed)
}

function recognizes(payload: Plain): 0 | 1 | 2 {
  const { input, output, properties } = payload
  if (isObject(properties) && textIn(payload, 'id').startsWith('evt_')) return 2
  return isObject(output) && sessionIn(input) !== '' ? 2 : 0
}

function sessionIn(value: unknown): string {
  return textIn(value, 'sessionID') || textIn(field(value, 'info'), 'id')
}

const decode = decoderOf({
  agent,
  events,
  nameIn,
  tools: {
    between: '_',
    serverKeys: ['mcp'],
    serverFiles: ({ home, env, dirs }) => [
      ...(env['OPENCODE_CONFIG'] === undefined ? [] : [env['OPENCODE_CONFIG']]),
      ...[
        join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode'),
        ...dirs.flatMap((dir) => [dir, join(dir, '.opencode')]),
      ].flatMap((dir) => [join(dir, 'opencode.json'), join(dir, 'opencode.jsonc')]),
    ],
  },
  also: (payload, name, { cwd }) => {
    const { input, output, properties } = payload
    const session = sessionIn(input) || sessionIn(properties)
    const parent = textIn(payload, 'parent')
    return {
      cwd: absolute(payload['directory']) ?? absolute(field(field(properties, 'info'), 'directory')) ?? cwd,
      ...(session !== '' && { session_id: parent || session }),
      ...(parent !== '' && { subagent: { name: textIn(input, 'agent'), id: session } }),
      ...(Object.hasOwn(fieldsOf, name) &&
        fieldsOf[name]?.({ input, output, properties, isSubagent: parent !== '' })),
    }
  },
})

interface PayloadParts {
  readonly input: unknown
  readonly output: unknown
  readonly properties: unknown
  readonly isSubagent: boolean
}

const fieldsOf: Readonly<Record<string, (parts: PayloadParts) => Partial<Event>>> = {
  'tool.execute.before': ({ input, output }) => callOf(input, field(output, 'args')),
  'tool.execute.after': ({ input, output }) => {
    const exit = field(field(output, 'metadata'), 'exit')
    const text = field(output, 'output')
    return {
      ...callOf(input, field(input, 'args')),
      tool_output: text,
      output_text: toText(text ?? ''),
      is_error: typeof exit === 'number' && exit !== 0,
    }
  },
  'chat.message': ({ input, output, isSubagent }) => {
    const model = field(field(output, 'message'), 'model') ?? field(input, 'model')
    return {
      prompt: textsIn(output).join('\n'),
      ...defined({ model: textIn(model, 'modelID') || undefined }),
      ...(isSubagent && { metadata: { host_notification: true } }),
    }
  },
  'session.created': () => ({ source: 'startup' }),
  'session.error': ({ properties }) => {
    const error = field(properties, 'error')
    return { error: textIn(field(error, 'data'), 'message') || textIn(error, 'name') }
  },
}

function callOf(input: unknown, tool_input: unknown): Partial<Event> {
  const [tool_name, tool_use_id] = [textIn(input, 'tool') || undefined, textIn(input, 'callID') || undefined]
  return defined({ tool_name, tool_input, tool_use_id })
}

/** The user's own text; files and what others added stay outside. */
function textsIn(output: unknown): readonly string[] {
  const parts = field(output, 'parts')
  if (!Array.isArray(parts)) return []
  const own = parts.filter((part) => field(part, 'type') === 'text' && field(part, 'synthetic') !== true)
  return own.map((part) => textIn(part, 'text'))
}

function encode(verdict: Verdict, event: Event): Answer {
  const context = verdict.additional_context.join('\n\n')
  const takes: (typeof capabilities.events)[keyof typeof carries] =
    event.event === 'unmapped' ? undefined : capabilities.events[event.event]
  const toast = verdict.system_messages.join('\n')
  const all: PluginAnswer = defined({
    ...replyFor(verdict, event),
    context: takes?.context === true && context !== '' ? context : undefined,
    toast: takes?.notify === true && toast !== '' ? toast : undefined,
  })
  return Object.keys(all).length === 0 ? silent : jsonAnswer({ ...all })
}

function replyFor(verdict: Verdict, event: Event): PluginAnswer {
  const abort = verdict.flow === 'stop' ? ({ abort: true } as const) : {}
  switch (event.event) {
    case 'PreToolUse': {
      const { denied, input } = callAnswer(verdict, event, carries.PreToolUse)
      return defined({ refuse: denied, input, ...abort })
    }
    case 'UserPromptSubmit': {
      const refuse = promptDenial(verdict)
      return refuse === undefined ? defined({ prompt: verdict.updated_prompt }) : { refuse }
    }
    case 'PostToolUse': {
      const changed = Object.hasOwn(verdict, 'updated_output')
      const { updated_output: output } = verdict
      return { ...(changed && { output: output === null ? '' : toText(output) }), ...abort }
    }
    case 'AgentStop':
      return defined({ continue: continuation(verdict, event) })
  }
  return {}
}

function readers({ stdout }: Answer, { event }: Event): AnswerReaders {
  const reply = replyIn(stdout)
  const refuse = textIn(reply, 'refuse')
  return readersOf({
    user: [refuse, textIn(reply, 'toast')],
    model: [event === 'UserPromptSubmit' ? '' : refuse, textIn(reply, 'context'), textIn(reply, 'continue')],
  })
}

export const dialect: Dialect = {
  name: agent,
  summary: 'OpenCode',
  events,
  capabilities,
  recognizes,
  decode,
  encode,
  readers,
}
