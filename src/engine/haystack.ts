import { EDGE } from '../literal.ts'
import { lastPart } from '../pattern.ts'
import type { Event, FactTexts, ReadFactTexts } from '../types.ts'

/** The texts of an event that literals are looked for in: the tool, its input, the prompt; in lower case. Undefined when the input is nothing that JSON can say. */
function haystackOf({ tool_name: tool, tool_input: input, prompt }: Event): string | undefined {
  const last = tool === undefined ? undefined : lastPart(tool)
  const json = jsonOf(input)
  if (json === undefined) return undefined
  let text = EDGE
  if (tool !== undefined) text += tool + EDGE
  if (last !== undefined) text += last + EDGE
  if (json !== '') text += json + EDGE
  if (prompt !== undefined) text += prompt + EDGE
  return text.toLowerCase()
}

const none: readonly never[] = []

/** Of a call the texts of its facts as well, when a rule asks about them; undefined when these cannot be said. */
export function textsOf(
  event: Event,
  asksFacts: boolean,
  facts: ReadFactTexts | undefined,
): FactTexts | undefined {
  const own = haystackOf(event)
  if (own === undefined) return undefined
  if (!asksFacts || !hasCall(event)) return { text: own, kinds: none, open: none }
  const more = facts?.()
  return more && { ...more, text: own + more.text }
}

/** Without a call there are no facts. */
export function hasCall({ tool_input: input }: Event): boolean {
  return input !== undefined
}

function jsonOf(input: unknown): string | undefined {
  try {
    return input === undefined ? '' : JSON.stringify(input)
  } catch {
    return undefined
  }
}
