// acai knows three answers: continue, block, which ends the run with an error, and modify. Below is the other side: a hook that was written for acai, started by us.
import { defined, mergePatch, isObject, type PlainObject as Plain } from '../../model/plain-object.ts'
import type { Answer, Capabilities, Event, Verdict, Outcome } from '../../model/types.ts'
import { fieldReaders } from '../shared/answers.ts'
import { formatPlain, userReason } from '../shared/reason.ts'
import { refuseUnknown } from '../shared/reply-fields.ts'
import { outputKey, agentName, nativeName } from './payload.ts'

/** A hook has 30 s; then acai goes on without it. */
export const capabilities: Capabilities = {
  events: {
    SessionStart: { deny: true, stop: true },
    PreStep: { deny: true, stop: true },
    PreToolUse: { deny: true, stop: true, updated_input: true },
    PostToolUse: { stop: true, updated_output: true },
    PostStep: { stop: true },
    AgentStop: {},
    Error: {},
  },
  timeout_ms: 30_000,
  failure: { crash: 'unknown', timeout: 'unknown', empty: 'unknown', broken: 'unknown', exit_2: 'fails' },
}

/** Always exit 0: acai takes any other for a hook that failed, and goes on. */
export function encode(verdict: Verdict, event: Event): Answer {
  const reply = blockFor(verdict, event) ?? changeFor(verdict, event)
  return { stdout: reply === undefined ? '' : `${JSON.stringify(reply)}\n`, stderr: '', exit: 0 }
}

/** A block ends the run, so no model reads why. */
export const readers = fieldReaders({ user: ['reason'] })

function blockFor(verdict: Verdict, { event }: Event): Plain | undefined {
  const { decision, flow } = verdict
  const carries = event === 'unmapped' ? undefined : capabilities.events[event]
  const refused = carries?.deny === true && (decision === 'deny' || decision === 'ask')
  if (!refused && !(carries?.stop === true && flow === 'stop')) return undefined
  return block(formatPlain(userReason(verdict) ?? '') || 'denied by a rule') // the run ends: only a person reads it
}

function block(reason: string): Plain {
  return { action: 'block', reason }
}

function changeFor(verdict: Verdict, event: Event): Plain | undefined {
  if (event.event === 'PreToolUse' && Object.hasOwn(verdict, 'updated_input'))
    return inputChange(event.tool_input, verdict.updated_input)
  if (event.event !== 'PostToolUse' || !Object.hasOwn(verdict, 'updated_output')) return undefined
  const key = (isObject(event.raw) ? outputKey(event.raw) : undefined) ?? 'tool_output'
  return { action: 'modify', modifications: { [key]: verdict.updated_output } }
}

/** An input that no patch leads to would reach the tool as another one: then the call is better not made. */
function inputChange(before: unknown, after: unknown): Plain {
  const modifications = isObject(after) ? patchFrom(isObject(before) ? before : {}, after) : undefined
  return modifications !== undefined && isEqual(mergePatch(before, modifications), after)
    ? { action: 'modify', modifications }
    : block('A rule made the input into something that acai cannot be told.')
}

function patchFrom(before: Plain, after: Plain): Plain {
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key))
  const changed = Object.entries(after).filter(
    ([key, value]) => !(Object.hasOwn(before, key) && isEqual(before[key], value)),
  )
  const parts = changed.map(([key, value]) => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    return [key, isObject(old) && isObject(value) ? patchFrom(old, value) : value] as const
  })
  return Object.fromEntries([...gone.map((key) => [key, null] as const), ...parts])
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isObject(one) || !isObject(other)) return Object.is(one, other)
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isEqual(one[key], other[key]))
  )
}

/** The payload as acai sent it, else as it would have, with the changes so far. */
export function toScript(event: Event, prior: Verdict): unknown {
  const raw = event.agent === agentName && isObject(event.raw) ? event.raw : undefined
  return defined({ ...(raw ?? fieldsOf(event)), ...changesOf(event, prior, raw) })
}

function fieldsOf(event: Event): Plain {
  return {
    event: nativeName(event),
    session_id: event.session_id,
    cwd: event.cwd,
    tool_name: event.tool_name,
    tool_input: event.tool_input,
    tool_use_id: event.tool_use_id,
    tool_output: event.tool_output,
    is_error: event.is_error,
    prompt: event.prompt,
    response: event.event === 'AgentStop' ? event.response : undefined,
    error: event.error,
  }
}

function changesOf(event: Event, prior: Verdict, raw: Plain | undefined): Plain {
  const isOwn = raw !== undefined && Object.hasOwn(raw, 'args')
  const key = (raw === undefined ? undefined : outputKey(raw)) ?? 'tool_output'
  return {
    ...(Object.hasOwn(prior, 'updated_input') && {
      [isOwn ? 'args' : 'tool_input']: prior.updated_input,
    }),
    ...(event.event === 'PostToolUse' &&
      Object.hasOwn(prior, 'updated_output') && { [key]: prior.updated_output }),
    ...(prior.updated_prompt !== undefined && { prompt: prior.updated_prompt }),
  }
}

const known = 'action reason message modifications'

/** Reads an answer. What is none of acai's is a TypeError. */
export function fromScript(reply: unknown, event: Event): Outcome {
  if (!isObject(reply)) throw new TypeError('a hook of acai prints a JSON object or nothing')
  refuseUnknown(reply, { known, outcome: {} })
  const { action = 'continue', modifications } = reply
  switch (action) {
    case 'continue':
      return {}
    case 'block':
      return blocked(reasonIn(reply), event)
    case 'modify':
      if (!isObject(modifications)) throw new TypeError('"modifications" is not an object')
      return modified(modifications, event)
  }
  throw new TypeError(`unknown action ${JSON.stringify(action)}, expected continue, block or modify`)
}

function reasonIn({ reason, message }: Plain): string | undefined {
  const text = reason ?? message
  if (text === undefined || typeof text === 'string') return text
  throw new TypeError(`"${reason === undefined ? 'message' : 'reason'}" is not text`)
}

/** What can be refused by itself is; elsewhere a block ends the run, with an error. */
function blocked(reason: string | undefined, { event }: Event): Outcome {
  if (['PreToolUse', 'UserPromptSubmit', 'PermissionRequest', 'PreCompact'].includes(event))
    return { decision: 'deny', ...(reason !== undefined && { reason }) }
  const message = reason ?? 'blocked by a hook'
  return {
    flow: 'stop',
    hard: true,
    flow_reason: message,
    stops: [{ code: 'error', message, hard: true }],
  }
}

function modified(modifications: Plain, { event, tool_input: input }: Event): Outcome {
  if (event === 'PreToolUse') return { updated_input: mergePatch(input ?? {}, modifications) }
  const keys = Object.keys(modifications)
  if (event === 'PostToolUse' && keys.length === 1) {
    const key = outputKey(modifications)
    if (key !== undefined) return { updated_output: modifications[key] }
  }
  if (event === 'UserPromptSubmit' && keys.length === 1 && typeof modifications['prompt'] === 'string')
    return { updated_prompt: modifications['prompt'] }
  throw new TypeError(
    `${keys.map((key) => `"${key}"`).join(', ') || 'nothing'} cannot be modified at ${event}`,
  )
}
