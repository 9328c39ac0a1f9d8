import { EDGE } from '../literal.ts'
import { lastPart } from '../pattern.ts'
import type { Event } from '../types.ts'

/** The texts of an event that literals are looked for in: the tool, its input, the prompt; in lower case. */
export function haystackOf({ tool_name: tool, tool_input: input, prompt }: Event): string {
  const last = tool === undefined ? undefined : lastPart(tool)
  const parts = [tool, last, input === undefined ? undefined : JSON.stringify(input), prompt]
  return `${EDGE}${parts.filter((part) => part !== undefined).join(EDGE)}${EDGE}`.toLowerCase()
}
