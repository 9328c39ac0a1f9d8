// Amp in both of its forms: a plugin that passes on its events and returns what is printed, and the program of a
// permission rule with `delegate`, which is started with a call's input and answers with its exit code.
import { join } from 'node:path'
import { defined, type PlainObject } from '../model/plain-object.ts'
import type {
  Answer,
  AnswerReaders,
  Capabilities,
  DecodeContext,
  Env,
  Event,
  Verdict,
} from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import {
  callAnswer,
  continuation,
  exitAnswer,
  jsonAnswer,
  silent,
  readersOf,
  replyIn,
  textIn,
} from './shared/answers.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { ownFile } from './shared/settings/own-file.ts'

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

/** The plugin that `install` writes: it hands each of Amp's events to the command for it, and returns what that prints. */
function pluginText(commands: Readonly<Record<string, string>>): string {
  return `// Written by "hooks install amp"; "hooks uninstall amp" removes it.
import { spawn } from 'node:child_process'

const commands = ${JSON.stringify(commands, null, 2)}

const fields = ['thread', 'toolUseID', 'tool', 'input', 'output', 'status', 'message', 'id']

function answerTo(name, event) {
  const payload = JSON.stringify({ event: name, ...Object.fromEntries(fields.map((key) => [key, event[key]])) })
  return new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', commands[name]], { stdio: ['pipe', 'pipe', 'ignore'] })
    let printed = ''
    child.stdout.on('data', (text) => void (printed += text))
    child.stdin.on('error', () => undefined)
    child.on('error', reject)
    child.on('close', (code) => {
      if (printed.trim() !== '') return resolve(printed)
      return code === 0 ? resolve('') : reject(new Error('exit ' + code))
    })
    child.stdin.end(payload)
  }).then((text) => (text === '' ? undefined : JSON.parse(text)))
}

const refuse = (error) => ({
  action: 'reject-and-continue',
  message: 'hooks could not check this call, so it is refused: ' + error.message + '. Try: npx hooks-yaml install amp',
})

export default function (amp) {
  for (const name of Object.keys(commands)) {
    const otherwise = name === 'tool.call' ? refuse : () => undefined
    amp.on(name, (event) => Promise.resolve().then(() => answerTo(name, event)).catch(otherwise))
  }
}
`
}

export const amp: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Amp',
    events,
    capabilities,
    capabilitiesAt,
    recognizes: (payload, env) => (isDelegate(env) || isPlugin(payload) ? 2 : 0),
    decode,
    encode,
    readers,
  },
  settings: {
    untested: true,
    defaultScope: 'user',
    file(scope, { root, home, env }) {
      if (scope === 'local') return undefined
      if (scope === 'project') return join(root, '.amp', 'plugins', 'hooks-yaml.js')
      return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'amp', 'plugins', 'hooks-yaml.js')
    },
    ...ownFile({ ...events, delegate: 'unmapped' }, (command, names) =>
      pluginText(Object.fromEntries(names.map((event) => [event, command(event)]))),
    ),
    notes: () => [
      '! with "amp -x" add --plugin-ready-timeout 30: else its first turn runs before plugins are loaded',
    ],
  },
  protectedPaths: [
    '.amp/settings.json',
    '.amp/plugins/**',
    '~/.config/amp/settings.json',
    '~/.config/amp/plugins/**',
  ],
  variables: ['AMP_THREAD_ID', 'AMP_CURRENT_THREAD_ID'],
  directories: ['.amp', '.config/amp'],
  programs: ['amp'],
  packages: ['@sourcegraph/amp'],
}
