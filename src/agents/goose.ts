// Goose's hooks: only a call and a stop can be held up; any other output is no decision.
import { join } from 'node:path'
import { defined, type PlainObject } from '../model/plain-object.ts'
import type { Answer, Capabilities, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import {
  fieldReaders,
  callAnswer,
  continuation,
  exitAnswer,
  jsonAnswer,
  silent,
  textIn,
} from './shared/answers.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { absolute } from './shared/payload-fields.ts'
import { fileAt } from './shared/settings/events.ts'
import { jsonFile, jsonText, listsOf } from './shared/settings/own-file.ts'

const agent = 'goose'

/** PreToolUse comes for every tool, so the events of single kinds of calls would only repeat it. */
const events: EventNames = {
  SessionStart: 'SessionStart',
  SessionEnd: 'SessionEnd',
  UserPromptSubmit: 'UserPromptSubmit',
  PreToolUse: 'PreToolUse',
  PreToolUseResult: 'unmapped',
  PostToolUse: 'PostToolUse',
  PostToolUseFailure: 'PostToolUse',
  BeforeReadFile: 'unmapped',
  AfterFileEdit: 'unmapped',
  BeforeShellExecution: 'unmapped',
  AfterShellExecution: 'unmapped',
  Stop: 'AgentStop',
}

const capabilities: Capabilities = {
  events: {
    SessionStart: {},
    UserPromptSubmit: {},
    PreToolUse: { deny: true },
    PostToolUse: {},
    AgentStop: { continue: true },
    SessionEnd: {},
  },
  timeout_ms: 30_000,
  failure: { crash: 'open', timeout: 'open', empty: 'open', broken: 'open', exit_2: 'denies' },
}

/** Fields that only Goose sends; its name for the event's field is taken by others, too. */
const own = ['working_dir', 'matcher_context', 'tool_call_id']

function recognizes(payload: PlainObject): 0 | 1 | 2 {
  if (!Object.hasOwn(events, textIn(payload, 'event'))) return 0
  if (own.some((key) => Object.hasOwn(payload, key))) return 2
  return typeof payload['session_id'] === 'string' && payload['cwd'] === undefined ? 1 : 0
}

const decode = decoderOf({
  agent,
  events,
  nameIn: (payload) => textIn(payload, 'event'),
  failure: 'PostToolUseFailure',
  tools: { between: '__', sure: true },
  names: { prompt: ['message'], tool_use_id: ['tool_call_id'] },
  also: (payload) => defined({ cwd: absolute(payload['working_dir']) }),
})

function encode(verdict: Verdict, event: Event): Answer {
  if (event.event === 'PreToolUse') {
    const { denied: reason } = callAnswer(verdict, event, {})
    // Either of them denies; should one version of Goose not read the JSON, the exit code still holds.
    return reason === undefined
      ? silent
      : exitAnswer(reason, jsonAnswer({ decision: 'block', reason }).stdout)
  }
  const reason = event.event === 'AgentStop' ? continuation(verdict, event) : undefined
  return reason === undefined ? silent : jsonAnswer({ decision: 'block', reason })
}

export const goose: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Goose',
    events,
    capabilities,
    recognizes,
    decode,
    encode,
    readers: fieldReaders({ model: ['reason'] }),
  },
  /** A plugin of our own. Without a matcher an entry hears of every tool; `*` is no valid expression there. */
  settings: {
    untested: true,
    defaultScope: 'user',
    file: fileAt('.agents', 'plugins', 'hooks-yaml', 'hooks', 'hooks.json'),
    beside: {
      file: (scope, { root, home }) =>
        join(scope === 'project' ? root : home, '.agents', 'plugins', 'hooks-yaml', 'plugin.json'),
      text: () =>
        jsonText({
          name: 'hooks-yaml',
          version: '1.0.0',
          description: 'Rules of hooks.yaml, through hooks-agent',
        }),
    },
    ...jsonFile(events, (command, names) => ({
      hooks: listsOf(names, (event) => {
        const hook = { type: 'command', command: command(event), timeout: 30 } // seconds
        return { hooks: [event === 'PreToolUse' ? { ...hook, on_failure: 'block' } : hook] }
      }),
    })),
  },
  protectedPaths: ['.agents/plugins/**', '~/.agents/plugins/**', '~/.config/goose/settings.json'],
  variables: ['GOOSE_TERMINAL'],
  directories: ['.config/goose'],
  programs: ['goose'],
}
