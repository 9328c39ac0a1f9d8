// The other side: a hook that was written for acai, started by us.
import { mergePatch, isObject } from '../../model/plain-object.ts'
import type { Event, Outcome, Verdict } from '../../model/types.ts'
import { outputKey } from './decode.ts'
import { agentName, nativeName } from './events.ts'

type Plain = Readonly<Record<string, unknown>>

/** The payload as acai sent it, else as it would have, with the changes so far. */
export function toScript(event: Event, prior: Verdict): unknown {
  const raw = event.agent === agentName && isObject(event.raw) ? event.raw : undefined
  const fields = Object.entries({ ...(raw ?? fieldsOf(event)), ...changesOf(event, prior, raw) })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
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

const known = new Set(['action', 'reason', 'message', 'modifications'])

/** Reads an answer. What is none of acai's is a TypeError. */
export function fromScript(reply: unknown, event: Event): Outcome {
  if (!isObject(reply)) throw new TypeError('a hook of acai prints a JSON object or nothing')
  const unknown = Object.keys(reply).find((key) => !known.has(key))
  if (unknown !== undefined) throw new TypeError(`unknown field "${unknown}"`)
  const { action = 'continue', modifications } = reply
  switch (action) {
    case 'continue':
      return {}
    case 'block':
      return blocked(textIn(reply), event)
    case 'modify':
      if (!isObject(modifications)) throw new TypeError('"modifications" is not an object')
      return modified(modifications, event)
  }
  throw new TypeError(`unknown action ${JSON.stringify(action)}, expected continue, block or modify`)
}

function textIn({ reason, message }: Plain): string | undefined {
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
