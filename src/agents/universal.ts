// Its hooks are functions inside of it, so an answer is the object that they return: which field is read depends on the event.
import { eventNamed } from '../model/events.ts'
import { field, isObject, type PlainObject as Plain } from '../model/plain-object.ts'
import type { DecodeContext, Event, Answer, AnswerReaders, Capabilities, Verdict } from '../model/types.ts'
import type { AgentDefinition } from './shared/agent.ts'
import { outputText, placed, readFields } from './shared/payload-fields.ts'
import { readersOf, replyIn, textIn } from './shared/answers.ts'
import {
  formatDenial,
  formatGate,
  formatHeld,
  formatNotice,
  formatPlain,
  userReason,
} from './shared/reason.ts'

const agentName = 'universal'

function nameIn(payload: Readonly<Record<string, unknown>>): string {
  return [payload['hook_event_name'], payload['event']].find((name) => typeof name === 'string') ?? ''
}

function decode(payload: Plain, context: DecodeContext): Event {
  const name = nameIn(payload)
  const event = eventNamed(name) ?? 'unmapped'
  const output = payload['tool_output'] ?? payload['tool_response']
  return Object.freeze({
    ...(output !== undefined && { output_text: outputText(output), ...failureOf(output) }),
    ...(name === 'PostToolUseFailure' && { is_error: true }),
    ...readFields(payload, event === 'AgentStop' ? { response: ['output'] } : {}),
    ...placed(payload, { name, event, agent: agentName }, context),
  })
}

/** A result that holds an error has failed, whatever else it holds. */
function failureOf(output: unknown): Partial<Event> {
  const [marked, error] = [field(output, 'is_error'), field(output, 'error')]
  if (marked === true || (error !== undefined && error !== null && error !== false && error !== ''))
    return { is_error: true }
  return typeof marked === 'boolean' ? { is_error: marked } : {}
}

const capabilities: Capabilities = {
  events: {
    UserPromptSubmit: { deny: true, context: true, notify: true },
    PreToolUse: { deny: true, allow: true, updated_input: true, notify: true },
    PostToolUse: { context: true, notify: true },
    SubagentStop: { context: true, notify: true },
    AgentStop: { continue: true, restart: true, stop: true, notify: true },
  },
  timeout_ms: 60_000,
  failure: { crash: 'unknown', timeout: 'unknown', empty: 'unknown', broken: 'unknown', exit_2: 'fails' },
}

/** Always an object, and never an exit code: there is no process that would be asked for one. */
function encode(verdict: Verdict, event: Event): Answer {
  const specific = specificFor(verdict, event)
  const messages = messagesFor(verdict, event)
  const isKnown = event.event !== 'unmapped' && capabilities.events[event.event] !== undefined
  const reply = {
    ...(event.event === 'UserPromptSubmit' &&
      isRefused(verdict) && {
        decision: 'block',
        reason: formatPlain(userReason(verdict) ?? '') || 'denied by a rule',
      }),
    ...(messages.length > 0 && { systemMessage: messages.join('\n') }),
    ...(Object.keys(specific).length > 0 && {
      hookSpecificOutput: { hookEventName: event.event, ...specific },
    }),
  }
  return { stdout: `${JSON.stringify(isKnown ? reply : {})}\n`, stderr: '', exit: 0 }
}

function readers({ stdout }: Answer, { event }: Event): AnswerReaders {
  const reply = replyIn(stdout)
  const specific = field(reply, 'hookSpecificOutput')
  const texts = ['permissionDecisionReason', 'additionalContext', 'nextPrompt']
  const message = textIn(reply, 'systemMessage')
  return event === 'SubagentStop'
    ? readersOf({ user: [], model: [message] })
    : readersOf({
        user: [textIn(reply, 'reason'), message],
        model: texts.map((name) => textIn(specific, name)),
      })
}

function specificFor(verdict: Verdict, event: Event): Plain {
  switch (event.event) {
    case 'PreToolUse':
      return beforeTool(verdict, event)
    case 'UserPromptSubmit':
    case 'PostToolUse':
      return verdict.additional_context.length > 0
        ? { additionalContext: verdict.additional_context.join('\n\n') }
        : {}
    case 'AgentStop':
      return ended(verdict, event)
  }
  return {}
}

/** What is to be asked has nobody to answer it. */
function isRefused({ decision, flow }: Verdict): boolean {
  return decision === 'deny' || decision === 'ask' || flow === 'stop'
}

function beforeTool(verdict: Verdict, event: Event): Plain {
  const { decision, reason = verdict.flow_reason } = verdict
  const changes = Object.hasOwn(verdict, 'updated_input')
  if (isRefused(verdict)) return denied(reason, verdict, event)
  if (changes && !isObject(verdict.updated_input))
    return denied('A rule made the input into something that no tool takes.', verdict, event)
  return {
    ...(decision === 'allow' && {
      permissionDecision: 'allow',
      ...(reason !== undefined && reason !== '' && { permissionDecisionReason: reason }),
    }),
    ...(changes && { updatedInput: verdict.updated_input }),
  }
}

function denied(reason: string | undefined, verdict: Verdict, event: Event): Plain {
  const said = formatDenial(reason === undefined ? verdict : { ...verdict, reason }, event)
  return { permissionDecision: 'deny', permissionDecisionReason: said }
}

/** It goes on only by beginning anew with another prompt. */
function ended(verdict: Verdict, event: Event): Plain {
  const { flow, next_prompt: next } = verdict
  if (flow === 'stop') return { action: 'stop' }
  if (flow !== 'continue' && flow !== 'restart') return {}
  return { action: 'restart', nextPrompt: flow === 'restart' && next ? next : formatGate(verdict, event) }
}

/** After a subagent the message is what its parent reads. */
function messagesFor(verdict: Verdict, of: Event): readonly string[] {
  const { event } = of
  const { system_messages: messages, additional_context: context } = verdict
  const why = event === 'AgentStop' && verdict.flow === 'stop' ? [userReason(verdict) ?? ''] : []
  const all = [...(event === 'SubagentStop' ? context : []), ...why, ...messages, ...noticesFor(verdict, of)]
  return all.filter((text) => text !== '')
}

/** What is for the user alone, beside a text that the model reads. */
function noticesFor(verdict: Verdict, event: Event): readonly string[] {
  const { id, user_reason, user_flow_reason } = verdict
  if ([id, user_reason, user_flow_reason].every((text) => text === undefined)) return []
  const refused =
    event.event === 'PreToolUse' && isRefused(verdict) ? formatNotice(verdict, event) : undefined
  return [refused ?? formatHeld(verdict) ?? '']
}

/** Its events have our names, so only the one that Claude Code calls otherwise tells it. */
function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  return payload['hook_event_name'] === 'AgentStop' ? 2 : 0
}

export const universal: AgentDefinition = {
  name: agentName,
  dialect: {
    name: agentName,
    summary: 'Universal Agent, and what else calls hooks as it does',
    capabilities,
    recognizes,
    decode,
    encode,
    readers,
    byHand: 'let a hook function start "hooks run --agent universal" and return what it prints',
  },
  protectedPaths: [],
}
