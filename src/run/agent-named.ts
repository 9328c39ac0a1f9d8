import { dialects } from '../catalog.ts'
import type { Dialect, Env, Listener } from '../model/types.ts'

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
