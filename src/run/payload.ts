import { errorMessage, HooksError } from '../model/errors.ts'
import { dialects, listeners } from '../catalog.ts'
import type { Dialect, Env, Listener } from '../model/types.ts'
import type { Host, SentPayload } from './call.ts'
import type { RunArguments } from './run-arguments.ts'

/** Of an agent, which waits for an answer in its own form. */
export type AgentArguments = RunArguments & { readonly agent: string }

export type ParsedPayload =
  | { readonly value: Readonly<Record<string, unknown>> }
  | { readonly problem: string; readonly text: string }

/** What `hooks status` sends: no payload, so the answer is a refusal that names the program. */
export const PROBE = '"hooks status"'

/** `text` is what was read, or the error met instead. */
export function parsePayload(text: unknown): ParsedPayload {
  if (typeof text !== 'string')
    return { problem: text instanceof Error ? text.message : 'nothing could be read', text: '' }
  const trimmed = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (trimmed.trim() === '') return { problem: 'the payload is empty', text }
  try {
    const value: unknown = JSON.parse(trimmed)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: 'the payload is not a JSON object', text }
    return tooDeep(value)
      ? { problem: 'the payload is nested too deeply', text }
      : { value: value as Readonly<Record<string, unknown>> } // shown above
  } catch (error) {
    return { problem: `the payload is not JSON: ${errorMessage(error)}`, text }
  }
}

/** JSON.parse takes any depth, JSON.stringify and every walk after it do not. */
const MAX_DEPTH = 200

function tooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter(isNested) : [],
    )
  }
  return false
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** What an agent sends, and who it is. Throws what is wrong with it. */
export async function readPayload(host: Host, options: AgentArguments): Promise<SentPayload> {
  const { agent } = options
  const claimed = listeners.find(({ name }) => name === agent) ?? host.load('agents').agentNamed(agent)
  if (typeof claimed === 'string') throw new HooksError('error', claimed)
  const payload = parsePayload(await host.stdin().catch((error: unknown) => error))
  if ('problem' in payload) {
    const answers = `hooks ${host.version} in ${host.packageDir} answers`
    throw new HooksError('error', payload.text === PROBE ? answers : payload.problem)
  }
  const { value } = payload
  // Agents run the hooks in each other's settings, so the payload says who called.
  const dialect =
    claimed.recognizes(value, host.env) === 2
      ? claimed
      : host.load('agents').senderOf(claimed, value, host.env)
  return { options, dialect, payload: value, live: true }
}

/** The dialect of an agent; a message when no agent has that name. */
export function agentNamed(name: string): Dialect | string {
  const found = dialects.find((dialect) => dialect.name === name || dialect.aliases?.includes(name) === true)
  if (found !== undefined && found.agentless !== true) return found
  const known = dialects.flatMap((dialect) => (dialect.agentless === true ? [] : [dialect.name])).join(', ')
  return found === undefined
    ? `unknown agent "${name}"; known: ${known}`
    : `"${name}" is spoken by no agent; leave the option out, or name one of: ${known}`
}

/** The dialect of a payload, `native` too; a message when there is none of that name. */
export function payloadDialect(name: string): Dialect | string {
  const found = dialects.find((dialect) => dialect.name === name)
  return found !== undefined && found.scriptText !== true
    ? found
    : `no payload is in the dialect "${name}"; known: ${payloadDialects()}`
}

export function payloadDialects(): string {
  return dialects.flatMap(({ name, scriptText }) => (scriptText === true ? [] : [name])).join(', ')
}

/** Who sent a payload: as named, else recognised by its fields; a message when it is unclear. */
export function chooseDialect(
  payload: Readonly<Record<string, unknown>>,
  { env, from, option }: { env: Env; from: string | undefined; option: string },
): Dialect | string {
  if (from !== undefined) return payloadDialect(from)
  const scored = dialects.map((dialect) => ({ dialect, score: dialect.recognizes(payload, env) }))
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left))
  return best.score > 0
    ? best.dialect
    : `cannot tell which agent sent this payload: name it with ${option} (${payloadDialects()})`
}

/** Who sent a payload that the settings of `claimed` handed over: another agent only when that is sure. */
export function senderOf(claimed: Listener, payload: Readonly<Record<string, unknown>>, env: Env): Listener {
  if (claimed.byHand !== undefined || claimed.recognizes(payload, env) === 2) return claimed
  const sure = dialects.filter((each) => each.agentless !== true && each.recognizes(payload, env) === 2)
  return sure.length === 1 ? (sure[0] ?? claimed) : claimed
}
