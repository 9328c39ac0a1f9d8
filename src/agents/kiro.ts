// Kiro's hooks: exit code 2 refuses, and whatever else is printed becomes context.
import { field, type PlainObject } from '../model/plain-object.ts'
import type { Answer, AnswerReaders, Capabilities, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { exitAnswer, refusal, silent, readersOf, textIn } from './shared/answers.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { fileAt } from './shared/settings/events.ts'
import { jsonFile, pascalCase } from './shared/settings/own-file.ts'

const agent = 'kiro'

const events: EventNames = {
  agentSpawn: 'SessionStart',
  sessionStart: 'SessionStart',
  sessionEnd: 'SessionEnd',
  userPromptSubmit: 'UserPromptSubmit',
  preToolUse: 'PreToolUse',
  postToolUse: 'PostToolUse',
  stop: 'AgentStop',
  preTaskExec: 'unmapped',
  postTaskExec: 'unmapped',
  postFileCreate: 'unmapped',
  postFileSave: 'unmapped',
  postFileDelete: 'unmapped',
  manual: 'unmapped',
}

const capabilities: Capabilities = {
  events: {
    SessionStart: { context: true },
    UserPromptSubmit: { deny: true, context: true },
    PreToolUse: { deny: true, context: true },
    PostToolUse: { context: true },
    AgentStop: {},
    SessionEnd: {},
  },
  timeout_ms: 60_000,
  failure: { crash: 'open', timeout: 'unknown', empty: 'open', broken: 'open', exit_2: 'denies' },
}

/** Cursor's names for events are nearly the same, and its payloads hold these. */
const foreign = ['cursor_version', 'conversation_id', 'generation_id', 'workspace_roots', 'transcript_path']

function nameIn(payload: PlainObject): string {
  return textIn(payload, 'hook_event_name')
}

function recognizes(payload: PlainObject): 0 | 1 | 2 {
  if (!Object.hasOwn(events, nameIn(payload))) return 0
  if (foreign.some((key) => Object.hasOwn(payload, key))) return 0
  return typeof payload['cwd'] === 'string' ? 2 : 1
}

const decode = decoderOf({
  agent,
  events,
  nameIn,
  names: { response: ['assistant_response'] },
  also: (payload) => {
    const success = field(payload['tool_response'], 'success')
    return typeof success === 'boolean' ? { is_error: !success } : {}
  },
})

function encode(verdict: Verdict, event: Event): Answer {
  if (event.event === 'unmapped') return silent
  const refused = refusal(verdict, event)
  if (refused !== undefined) return exitAnswer(refused)
  const context = verdict.additional_context.join('\n\n')
  const isCarried = capabilities.events[event.event]?.context === true && context !== ''
  return isCarried ? { ...silent, stdout: `${context}\n` } : silent
}

function readers({ stdout, stderr }: Answer): AnswerReaders {
  return readersOf({ user: [], model: [stderr.trim(), stdout.trim()] })
}

/** Seconds. */
const timeout = 60

export const kiro: AgentDefinition = {
  name: agent,
  dialect: { name: agent, summary: 'Kiro', events, capabilities, recognizes, decode, encode, readers },
  settings: {
    untested: true,
    defaultScope: 'user',
    file: fileAt('.kiro', 'hooks', 'hooks-yaml.json'),
    ...jsonFile({ ...events, agentSpawn: 'unmapped' }, (command, names) => ({
      version: 'v1',
      hooks: names.map((event) => ({
        name: `hooks-yaml ${pascalCase(event)}`,
        trigger: pascalCase(event),
        action: { type: 'command', command: command(event) },
        timeout,
        enabled: true,
      })),
    })),
    notes: () => [
      '  read by Kiro 1 and its CLI from version 3 on; CLI 2 keeps hooks in the files of its agents',
    ],
  },
  protectedPaths: ['.kiro/hooks/**', '~/.kiro/hooks/**'],
  directories: ['.kiro'],
  programs: ['kiro-cli', 'kiro'],
  editors: ['kiro'],
}
