import { EDGE } from '../../patterns/literal.ts'
import { lastPart } from '../../patterns/pattern.ts'
import type { Event } from '../../model/types.ts'

/** The texts of an event itself that literals are looked for in: the tool, each field of its input, the prompt; in lower case. Undefined when the input is nothing that JSON can say. */
export function ownTexts({
  tool_name: tool,
  tool_input: input,
  prompt,
}: Event): readonly string[] | undefined {
  const texts: string[] = []
  if (tool !== undefined) texts.push(namesOf(tool).toLowerCase())
  try {
    if (typeof input === 'object' && input !== null)
      for (const field in input) texts.push(textOf(input[field as never]).toLowerCase())
    else if (input !== undefined) texts.push(textOf(input).toLowerCase())
  } catch {
    return undefined
  }
  if (prompt !== undefined) texts.push(prompt.toLowerCase())
  return texts
}

function namesOf(tool: string): string {
  const last = lastPart(tool)
  return last === undefined ? EDGE + tool + EDGE : EDGE + tool + EDGE + last + EDGE
}

/** Patterns are held against strings as they are, against anything else as JSON writes it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Without a call there are no facts. */
export function hasCall({ tool_input: input }: Event): boolean {
  return input !== undefined
}
