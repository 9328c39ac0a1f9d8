import { toText } from '../../model/plain-object.ts'
import { EDGE } from '../../patterns/literal.ts'
import { mcpToolName } from '../../patterns/pattern.ts'
import type { Event } from '../../model/types.ts'

/** The event's tool, input fields and prompt in lower case; undefined when the input is not JSON. */
export function eventTexts({
  tool_name: tool,
  native_tool: native,
  tool_input: input,
  prompt,
}: Event): readonly string[] | undefined {
  const texts: string[] = []
  for (const name of [tool, native]) if (name !== undefined) texts.push(namesOf(name).toLowerCase())
  try {
    if (typeof input === 'object' && input !== null)
      for (const field in input) texts.push(toText(input[field as never]).toLowerCase())
    else if (input !== undefined) texts.push(toText(input).toLowerCase())
  } catch {
    return undefined
  }
  if (prompt !== undefined) texts.push(prompt.toLowerCase())
  return texts
}

function namesOf(tool: string): string {
  const last = mcpToolName(tool)
  return last === undefined ? EDGE + tool + EDGE : EDGE + tool + EDGE + last + EDGE
}

/** Only calls have facts. */
export function hasCall({ tool_input: input }: Event): boolean {
  return input !== undefined
}
