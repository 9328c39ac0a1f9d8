import { dialects } from '../catalog.ts'
import type { Dialect, Env } from '../model/types.ts'
import { payloadDialect, payloadDialects } from './agent-named.ts'

/** Who sent a payload: as it is named, else by what stands in it; a sentence when that cannot be told. */
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
