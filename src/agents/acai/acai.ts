import { isObject } from '../../model/plain-object.ts'
import type { Discovery, EventName, SelfDescription, Dialect } from '../../model/types.ts'
import { parseDuration } from '../../patterns/text/duration.ts'
import type { AgentDefinition } from '../shared/agent.ts'
import { capabilities, encode, readers, fromScript, toScript } from './answer.ts'
import { eventOf, decode, agentName, isStage, nameIn } from './payload.ts'

const plainName = /^[a-zA-Z_][\w.-]*$/

/** Started with HOOK_ACTION=describe a hook prints `{"event": …}`; started for an event, HOOK_ACTION is `execute`. */
const discovery: Discovery = {
  keeps: 'last',
  ask: (file) => ({ argv: [file], env: { HOOK_ACTION: 'describe' } }),
  run: (file) => [file],
  read: (text) => described(parsed(text)),
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new TypeError('it printed no JSON', { cause: error })
  }
  if (!isObject(value)) throw new TypeError('it printed no JSON object')
  return value
}

function described(said: Readonly<Record<string, unknown>>): SelfDescription {
  const { name, description, timing, timeout } = said
  if (name !== undefined && (typeof name !== 'string' || !plainName.test(name)))
    throw new TypeError(`its "name" is ${JSON.stringify(name)}`)
  if (timing !== undefined && timing !== 'before' && timing !== 'after')
    throw new TypeError(`its "timing" is ${JSON.stringify(timing)}, expected before or after`)
  const timeoutMs = parseDuration(timeout)
  if (timeout !== undefined && timeoutMs === undefined)
    throw new TypeError(`its "timeout" is ${JSON.stringify(timeout)}`)
  return {
    events: eventsIn(said),
    ...(name !== undefined && { name }),
    ...(typeof description === 'string' && { description }),
    ...(timing === 'after' && { late: true }),
    ...(timeoutMs !== undefined && { timeout_ms: timeoutMs }),
  }
}

function eventsIn({ event, events = event }: Readonly<Record<string, unknown>>): readonly EventName[] {
  const names: readonly unknown[] = Array.isArray(events) ? events : [events]
  const found = names.map((name) => {
    const known = typeof name === 'string' ? eventOf(name) : undefined
    if (known === undefined) throw new TypeError(`its "event" is ${JSON.stringify(name) ?? 'missing'}`)
    return known
  })
  if (found.length === 0) throw new TypeError('its "events" is empty')
  return [...new Set(found)]
}

/** Names with hyphens are nobody else's. */
function recognizes(payload: Readonly<Record<string, unknown>>): 0 | 2 {
  return isStage(nameIn(payload)) ? 2 : 0
}

export const dialect: Dialect = {
  name: agentName,
  summary: 'acai',
  capabilities,
  recognizes,
  decode,
  encode,
  readers,
  discovery,
  toScript,
  fromScript,
  scriptEnv: () => ({ HOOK_ACTION: 'execute' }),
  byHand: 'put a program into ~/.acai/hooks/ that describes itself and starts "hooks run --agent acai"',
}

export const acai: AgentDefinition = {
  name: agentName,
  dialect,
  protectedPaths: ['~/.acai/hooks/**'],
}
