// Whatever rules say, an agent gets only what it was documented or seen to take: another answer would let the call run.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dialects } from '../../src/catalog.ts'
import { capabilitiesFor } from '../../src/engine/dispatch-state.ts'
import { downgradeVerdict } from '../../src/engine/fit.ts'
import type { Answer, Dialect, Event, EventName, Verdict } from '../../src/model/types.ts'
import { context, nothing } from './world.ts'
import { check } from '../support/check.ts'

type Payload = Readonly<Record<string, unknown>>

const fixtures = path.join(import.meta.dirname, '../fixtures')
const read = (file: string): Payload => JSON.parse(readFileSync(path.join(fixtures, file), 'utf8')) as Payload
const payloads = [
  ...readdirSync(path.join(fixtures, 'agents')).flatMap((file) => Object.values(read(`agents/${file}`))),
  ...['claude', 'codex', 'gemini', 'qwen'].flatMap((dir) =>
    readdirSync(path.join(fixtures, 'payloads', dir)).map((file) => read(`payloads/${dir}/${file}`)),
  ),
] as readonly Payload[]

interface Asked {
  readonly dialect: Dialect
  readonly event: Event
}

const asked: readonly Asked[] = payloads.flatMap((payload) => {
  const [dialect, ...more] = dialects.filter(({ recognizes }) => recognizes(payload, {}) === 2)
  if (dialect === undefined || more.length > 0) return []
  const event = dialect.decode(payload, context)
  return event.event === 'unmapped' || dialect.agentless === true ? [] : [{ dialect, event }]
})

/** The fields of an answer, by agent and event; `at` stands for `hookSpecificOutput`. */
const common = 'continue stopReason systemMessage'
const added = 'at.hookEventName at.additionalContext'
const held = `decision reason ${common}`
const decided = 'at.hookEventName at.permissionDecision at.permissionDecisionReason'
const fields: Readonly<Record<string, Readonly<Partial<Record<EventName, string>>>>> = {
  'claude-code': {
    SessionStart: `systemMessage ${added}`,
    UserPromptSubmit: `decision reason ${common} ${added} at.suppressOriginalPrompt`,
    PreToolUse: `${common} terminalSequence ${decided} at.updatedInput at.additionalContext`,
    PermissionRequest:
      'systemMessage at.hookEventName at.decision.behavior at.decision.message at.decision.interrupt',
    PostToolUse: `decision reason ${common} ${added} at.updatedToolOutput`,
    SubagentStart: `systemMessage ${common} ${added}`,
    SubagentStop: held,
    AgentStop: held,
    PreCompact: 'systemMessage',
    PostCompact: common,
    Notification: 'systemMessage',
  },
  codex: {
    SessionStart: `${common} ${added}`,
    UserPromptSubmit: `${held} ${added}`,
    PreToolUse: `systemMessage ${decided} at.updatedInput at.additionalContext`,
    PermissionRequest: 'systemMessage at.hookEventName at.decision.behavior at.decision.message',
    PostToolUse: `${held} ${added}`,
    SubagentStart: `${common} ${added}`,
    SubagentStop: held,
    AgentStop: held,
    PreCompact: 'systemMessage',
    PostCompact: 'systemMessage',
  },
  'gemini-cli': {
    SessionStart: `systemMessage ${added}`,
    UserPromptSubmit: `${held} ${added}`,
    PreToolUse: `${held} at.hookEventName at.tool_input`,
    PostToolUse: `${held} ${added}`,
    AgentStop: held,
    Notification: 'systemMessage',
  },
  'qwen-code': {
    SessionStart: `systemMessage ${added}`,
    UserPromptSubmit: `${held} ${added}`,
    PreToolUse: `systemMessage ${decided}`,
    PermissionRequest: 'systemMessage at.hookEventName at.decision.behavior at.decision.message',
    PostToolUse: `${held} ${added}`,
    SubagentStart: `systemMessage ${added}`,
    SubagentStop: held,
    AgentStop: held,
    PreCompact: 'systemMessage',
    PostCompact: 'systemMessage',
    Notification: 'systemMessage',
  },
  'copilot-cli': {
    SessionStart: 'additionalContext',
    UserPromptSubmit: 'decision reason modifiedPrompt additionalContext',
    PreToolUse: 'permissionDecision permissionDecisionReason modifiedArgs additionalContext',
    PermissionRequest: 'behavior message interrupt',
    PostToolUse: 'modifiedResult additionalContext',
    SubagentStart: 'additionalContext',
    SubagentStop: 'decision reason modifiedResponse',
    AgentStop: 'decision reason',
  },
  opencode: {
    SessionStart: 'context toast',
    UserPromptSubmit: 'refuse prompt context toast',
    PreToolUse: 'refuse input abort toast',
    PostToolUse: 'output context abort toast',
    AgentStop: 'continue toast',
    PreCompact: 'context toast',
  },
  cline: {
    PreToolUse: 'cancel errorMessage overrideInput contextModification',
    PostToolUse: 'cancel errorMessage contextModification',
  },
  cursor: {
    SessionStart: 'additional_context',
    UserPromptSubmit: 'continue user_message',
    PreToolUse: 'permission user_message agent_message updated_input',
    PostToolUse: 'additional_context updated_mcp_tool_output',
    SubagentStop: 'followup_message',
    AgentStop: 'followup_message',
    PreCompact: 'user_message',
  },
  antigravity: { PreToolUse: 'decision reason', PreModelCall: 'injectSteps', AgentStop: 'decision reason' },
  'vscode-local': {
    SessionStart: `systemMessage ${added}`,
    UserPromptSubmit: common,
    PreToolUse: `${common} ${decided} at.updatedInput at.additionalContext`,
    PostToolUse: `${common} ${added}`,
    SubagentStart: `systemMessage ${added}`,
    SubagentStop: held,
    AgentStop: `${common} at.hookEventName at.decision at.reason`,
    PreCompact: 'systemMessage',
  },
  'grok-build': {
    PreToolUse: 'decision reason',
    SubagentStop: 'decision reason continue stopReason',
    AgentStop: 'decision reason continue stopReason',
  },
  droid: {
    SessionStart: added,
    UserPromptSubmit: `decision reason continue stopReason ${added}`,
    PreToolUse: `continue stopReason ${decided} at.updatedInput at.additionalContext`,
    PostToolUse: `continue stopReason ${added}`,
    AgentStop: 'decision reason continue stopReason',
  },
  devin: {
    SessionStart: added,
    UserPromptSubmit: `decision reason ${added}`,
    PreToolUse: 'decision reason at.hookEventName at.updatedInput at.additionalContext',
    PermissionRequest: 'decision reason',
    AgentStop: 'decision reason',
  },
  goose: { PreToolUse: 'decision reason', AgentStop: 'decision reason' },
  amp: { PreToolUse: 'action message input', AgentStop: 'action userMessage' },
  kiro: {},
  windsurf: {},
}

function namesIn(value: object): readonly string[] {
  return Object.entries(value).flatMap(([key, each]: [string, unknown]) => {
    const isOpen = key === 'hookSpecificOutput' || (key === 'decision' && typeof each === 'object')
    if (!isOpen) return [key]
    return namesIn(each as object).map((name) => `${key === 'decision' ? key : 'at'}.${name}`)
  })
}

/** The object of an answer; Copilot takes lines of progress before it, and some take plain text. */
function replyOf({ stdout }: Answer, { dialect: { name }, event }: Asked): Payload {
  const isText = name === 'kiro' || (name === 'claude-code' && event.event === 'PreCompact')
  if (stdout === '' || (isText && !stdout.startsWith('{'))) return {}
  const lines = name === 'copilot-cli' ? stdout.trim().split('\n') : [stdout]
  const all = lines.map((line) => JSON.parse(line) as Payload)
  const objects = all.filter(({ type }) => type !== 'progress')
  expect(objects.length).toBeLessThanOrEqual(1)
  return objects[0] ?? {}
}

const at = (reply: Payload): Payload => (reply['hookSpecificOutput'] ?? {}) as Payload

/** Does the agent refuse a call that is answered so? */
function isRefusal({ name, event }: { name: string; event: Event }, answer: Answer, reply: Payload): boolean {
  const decision = at(reply)['permissionDecision'] ?? reply['permissionDecision']
  const exits = answer.exit === 2 && answer.stderr.trim() !== ''
  if (event.event === 'PermissionRequest' && name !== 'devin')
    return ((at(reply)['decision'] ?? reply) as Payload)['behavior'] === 'deny'
  switch (name) {
    case 'cline':
      return reply['cancel'] === true
    case 'opencode':
      return typeof reply['refuse'] === 'string'
    case 'cursor':
      return reply['permission'] === 'deny'
    case 'amp':
      return event.native_event === 'delegate' ? exits : reply['action'] === 'reject-and-continue'
    case 'gemini-cli':
    case 'antigravity':
      return reply['decision'] === 'deny' || reply['continue'] === false
    case 'droid':
      return answer.exit === 3 || (exits && decision === 'deny')
    case 'copilot-cli':
      return decision === 'deny' && reply['permissionDecisionReason'] !== ''
    case 'goose':
    case 'grok-build':
    case 'kiro':
    case 'windsurf':
    case 'devin':
      return exits
    default:
      return exits && decision === 'deny' && at(reply)['permissionDecisionReason'] !== ''
  }
}

const text = fc.constantFrom('Not here.', 'R', '')
const verdicts: fc.Arbitrary<Verdict> = fc
  .record(
    {
      decision: fc.constantFrom('proceed', 'allow', 'ask', 'deny'),
      flow: fc.constantFrom('default', 'continue', 'restart', 'stop'),
      hard: fc.boolean(),
      reason: text,
      user_reason: text,
      flow_reason: text,
      next_prompt: text,
      updated_input: fc.constantFrom<unknown[]>({ command: 'ls' }, 'ls', null, {}),
      updated_output: fc.constantFrom<unknown[]>('hidden', '', null, { stdout: 'hidden' }),
      updated_prompt: text,
      additional_context: fc.constantFrom([], ['Mind the cart.']),
      system_messages: fc.constantFrom([], ['Mind the cart.']),
      follow_up_messages: fc.constantFrom([], ['Run the tests.']),
    },
    { requiredKeys: ['decision', 'flow'] },
  )
  .map((verdict) => ({ ...nothing, ...verdict }))

/** What the engine makes of a verdict for this agent; a verdict of another entry comes as it is. */
function fitted(verdict: Verdict, { dialect, event }: Asked): Verdict {
  const { events } = capabilitiesFor(dialect, event)
  const carries = event.event === 'unmapped' ? {} : (events[event.event] ?? {})
  return downgradeVerdict(verdict, carries, dialect.name)
}

function expectAccepted(verdict: Verdict, { dialect, event }: Asked): void {
  const answer = dialect.encode(verdict, event)
  const reply = replyOf(answer, { dialect, event })
  const allowed = event.event === 'unmapped' ? '' : (fields[dialect.name]?.[event.event] ?? '')
  expect(namesIn(reply).filter((name) => !allowed.split(' ').includes(name))).toEqual([])
  if (dialect.name === 'codex') checkCodex(answer, reply, event)
  if (event.event !== 'PreToolUse' && event.event !== 'PermissionRequest') return
  const refused = isRefusal({ name: dialect.name, event }, answer, reply)
  const carries = capabilitiesFor(dialect, event).events[event.event]
  const isAsk = verdict.decision === 'ask' && carries?.ask !== true
  if (verdict.decision === 'deny' || (isAsk && event.event === 'PreToolUse')) expect(refused).toBe(true)
  const isPlain = Object.keys(verdict).every((key) => !key.startsWith('updated_'))
  if (verdict.decision === 'proceed' && verdict.flow !== 'stop' && isPlain) {
    expect(refused).toBe(false)
    expect(answer.stdout).not.toMatch(/"(?:allow|approve)"/)
  }
  if (dialect.name === 'antigravity') expect(reply['decision']).toMatch(/^(?:allow|deny|ask|force_ask)$/)
  if (dialect.name === 'gemini-cli') expect(reply['decision'] ?? 'deny').toBe('deny')
}

/** It rejects an answer with one wrong thing in it, and then runs the tool. */
function checkCodex({ exit, stderr }: Answer, reply: Payload, { event }: Event): void {
  if (exit === 2) expect(stderr.trim()).not.toBe('')
  if (Object.hasOwn(reply, 'decision'))
    expect(reply).toMatchObject({ decision: 'block', reason: expect.stringMatching(/./) })
  if (event !== 'PreToolUse') return
  const { permissionDecision, permissionDecisionReason, updatedInput } = at(reply)
  expect([undefined, 'deny', 'allow']).toContain(permissionDecision)
  expect(permissionDecision === 'allow').toBe(updatedInput !== undefined)
  if (permissionDecision === 'deny') expect(permissionDecisionReason).not.toBe('')
  else expect(permissionDecisionReason).toBeUndefined()
}

const agents = [...new Set(asked.map(({ dialect }) => dialect.name))]

test('all agents with a form of their own are here', () => {
  expect(agents.toSorted()).toEqual(Object.keys(fields).toSorted())
})

describe.each(agents)('%s', (agent) => {
  const own = asked.filter(({ dialect }) => dialect.name === agent)
  const kinds = [...new Set(own.map(({ event }) => event.event))]
  test.each(kinds)('takes every answer at %s', (kind) => {
    const here = own.filter(({ event }) => event.event === kind)
    check(
      fc.property(fc.constantFrom(...here), verdicts, fc.boolean(), (one, verdict, isFitted) => {
        expectAccepted(isFitted ? fitted(verdict, one) : verdict, one)
      }),
      { numRuns: 400 },
    )
  })
})
