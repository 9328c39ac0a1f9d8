import { EDGE } from '../literal.ts'
import { lastPart } from '../pattern.ts'
import type { Event } from '../types.ts'

/** The texts of an event that literals are looked for in: the tool, its input, the prompt; in lower case. Undefined when the input is nothing that JSON can say. */
export function haystackOf({ tool_name: tool, tool_input: input, prompt }: Event): string | undefined {
  const last = tool === undefined ? undefined : lastPart(tool)
  const json = jsonOf(input)
  if (json === undefined) return undefined
  const parts = [tool, last, json === '' ? undefined : json, prompt]
  return `${EDGE}${parts.filter((part) => part !== undefined).join(EDGE)}${EDGE}`.toLowerCase()
}

function jsonOf(input: unknown): string | undefined {
  try {
    return input === undefined ? '' : JSON.stringify(input)
  } catch {
    return undefined
  }
}
