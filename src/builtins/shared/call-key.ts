import type { Event } from '../../model/types.ts'
import { hash } from '../../patterns/text/hash.ts'

/** The same where a call is judged again because its first judge died; undefined where the agent gives calls no id. */
export function callKey({ tool_use_id: id, tool_input: input }: Event): string | undefined {
  return id && `${id} ${hash(JSON.stringify(input) ?? '')}` // some number the calls of each turn
}
