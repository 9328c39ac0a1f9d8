// Antigravity's hooks: camelCase JSON in that names no event, one JSON object out. It has no silence: a call whose
// answer holds no decision is denied, and "allow" would skip the user's own prompt, so "no opinion" is "ask", which
// leaves the call to the user's permissions, and a rule's ask is "force_ask", which those cannot settle.
import { join } from 'node:path'
import { defined, field, isObject, type PlainObject } from '../model/plain-object.ts'
import type { Answer, AnswerReaders, Capabilities, DecodeContext, Event, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { callAnswer, continuation, jsonAnswer, readersOf, replyIn, textIn } from './shared/answers.ts'
import { decoderOf, type EventNames } from './shared/decoder.ts'
import { absolute } from './shared/payload-fields.ts'
import { entriesFor, hookLists } from './shared/settings/hook-groups.ts'

const agent = 'antigravity'

const events: EventNames = {
  SessionStart: 'SessionStart',
  PreToolUse: 'PreToolUse',
  PostToolUse: 'PostToolUse',
  PreInvocation: 'PreModelCall',
  PostInvocation: 'unmapped',
  Stop: 'AgentStop',
}

const beforeTool = { deny: true, ask: true, allow: true } as const

const capabilities: Capabilities = {
  events: {
    PreToolUse: beforeTool,
    PostToolUse: {},
    PreModelCall: { context: true },
    AgentStop: { continue: true },
    SessionStart: {},
  },
  timeout_ms: 30_000,
  failure: { crash: 'unknown', timeout: 'unknown', empty: 'unknown', broken: 'unknown', exit_2: 'fails' },
}

/** The keys that every payload has, none of which another agent sends. */
function recognizes(payload: PlainObject): 0 | 2 {
  const isOne = typeof payload['conversationId'] === 'string' && Array.isArray(payload['workspacePaths'])
  return isOne && payload['hook_event_name'] === undefined && payload['hookEventName'] === undefined ? 2 : 0
}

function root(payload: PlainObject): string | undefined {
  return absolute(field(payload['workspacePaths'], '0'))
}

/** As the settings entry says; else by what the payload has. A call without an error may still have to be judged. */
function nameIn(payload: PlainObject, { claimed = '' }: DecodeContext): string {
  const has = (name: string): boolean => Object.hasOwn(payload, name)
  if (has('toolCall')) return claimed === 'PostToolUse' || has('error') ? 'PostToolUse' : 'PreToolUse'
  if (Object.hasOwn(events, claimed) && claimed !== 'PreToolUse') return claimed
  if (has('stepIdx')) return 'PostToolUse'
  if (has('terminationReason') || has('fullyIdle') || has('executionNum')) return 'Stop'
  return has('invocationNum') ? 'PreInvocation' : ''
}

const decode = decoderOf({
  agent,
  events,
  nameIn,
  names: {
    session_id: ['conversationId'],
    model: ['modelName'],
    transcript_path: ['transcriptPath'],
    step: ['stepIdx', 'invocationNum'],
    finish_reason: ['terminationReason'],
  },
  also: (payload, name, { cwd }) => ({
    cwd: root(payload) ?? cwd,
    ...callIn(payload['toolCall']),
    ...(name === 'PostToolUse' && { is_error: textIn(payload, 'error') !== '' }),
  }),
})

function callIn(call: unknown): Partial<Event> {
  if (!isObject(call)) return {}
  return defined({ tool_name: textIn(call, 'name') || undefined, tool_input: call['args'] })
}

function encode(verdict: Verdict, event: Event): Answer {
  return jsonAnswer(defined(replyFor(verdict, event)))
}

function replyFor(verdict: Verdict, event: Event): PlainObject {
  switch (event.event) {
    case 'PreToolUse': {
      const { denied, asked, allowed } = callAnswer(verdict, event, beforeTool)
      if (denied !== undefined) return { decision: 'deny', reason: denied }
      if (asked !== undefined) return { decision: 'force_ask', reason: asked }
      return allowed === true ? { decision: 'allow', reason: verdict.reason } : { decision: 'ask' }
    }
    case 'PreModelCall': {
      const context = verdict.additional_context.join('\n\n')
      return { injectSteps: context === '' ? undefined : [{ ephemeralMessage: context }] }
    }
    case 'AgentStop': {
      const reason = continuation(verdict, event)
      return reason === undefined ? { decision: '' } : { decision: 'continue', reason }
    }
  }
  return {}
}

function readers({ stdout }: Answer): AnswerReaders {
  const reply = replyIn(stdout)
  const reason = textIn(reply, 'reason')
  const forUser = reply['decision'] === 'force_ask' || reply['decision'] === 'allow'
  const injected = textIn(field(reply['injectSteps'], '0'), 'ephemeralMessage')
  return readersOf({ user: [forUser ? reason : ''], model: [forUser ? '' : reason, injected] })
}

/** Seconds. */
const hook = { type: 'command', timeout: 30 }

/** Tool events stand in groups, all others in the list itself: in the wrong shape the whole file is ignored. */
const entry = (name: string) =>
  name.endsWith('ToolUse') ? { group: { matcher: '*' }, hook } : ({ flat: true, hook } as const)

/** Our hooks stand under a name of their own. */
const under = 'hooks-yaml'

export const antigravity: AgentDefinition = {
  name: agent,
  dialect: {
    name: agent,
    summary: 'Antigravity',
    events,
    capabilities,
    recognizes,
    root,
    decode,
    encode,
    readers,
  },
  settings: {
    format: 'json',
    untested:
      'it is not known whether its "allow" and "ask" leave your own prompts in place, so it may ask you more, or less, than before',
    defaultScope: 'user',
    file(scope, { root, home }) {
      if (scope === 'local') return undefined
      return scope === 'project'
        ? join(root, '.agents', 'hooks.json')
        : join(home, '.gemini', 'config', 'hooks.json')
    },
    ...hookLists({
      agent,
      registered: entriesFor({ ...events, SessionStart: 'unmapped' }, entry),
      under,
      disabled: ({ [under]: own }) =>
        field(own, 'enabled') === false ? `"${under}.enabled" is false` : undefined,
    }),
  },
  protectedPaths: ['.agents/hooks.json', '~/.gemini/config/hooks.json'],
  programs: ['agy', 'antigravity'],
  editors: ['antigravity'],
}
