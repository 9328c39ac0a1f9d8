// Kodelet's structured results: `{toolName, success, error, metadata, timestamp}`, with the text where its tool has it.
import { outputText } from '../../output-text.ts'
import { field, isObject } from '../../payload-fields.ts'

type Plain = Readonly<Record<string, unknown>>

const slots = ['output', 'content', 'result'] as const

export function isStructured(value: unknown): value is Plain {
  return isObject(value) && typeof value['toolName'] === 'string' && typeof value['success'] === 'boolean'
}

function slotOf(output: Plain): (typeof slots)[number] | undefined {
  return slots.find((slot) => typeof field(output['metadata'], slot) === 'string')
}

/** What a tool said: why it failed, then what it put out. */
export function textOf(output: unknown): string {
  if (!isStructured(output)) return outputText(output)
  const slot = slotOf(output)
  const parts = [output['error'], slot === undefined ? undefined : field(output['metadata'], slot)]
  const texts = parts.filter((part) => typeof part === 'string' && part !== '')
  if (texts.length > 0 || slot !== undefined) return texts.join('\n')
  return outputText(output['metadata'])
}

/** Is there a place in it for another text? */
export function takesText(output: unknown): boolean {
  if (!isStructured(output)) return typeof output === 'string'
  return slotOf(output) !== undefined || typeof output['error'] === 'string'
}

/** The same result with another text, nothing of the old one left in it; undefined when it has no place for one. */
export function withText(output: unknown, text: string): unknown {
  if (typeof output === 'string') return text
  if (!isStructured(output) || !takesText(output)) return undefined
  const slot = slotOf(output)
  const hadError = typeof output['error'] === 'string' && output['error'] !== ''
  return {
    ...output,
    ...(hadError && { error: text }),
    ...(slot !== undefined &&
      isObject(output['metadata']) && {
        metadata: { ...output['metadata'], [slot]: text },
      }),
  }
}

/** A result that came in another shape, as Kodelet would have it. */
export function structured(output: unknown, about: { toolName: string; failed: boolean }): unknown {
  if (isStructured(output)) return output
  const text = outputText(output)
  const success = !about.failed
  const metadata = isObject(output) ? output : { output: text }
  return { toolName: about.toolName, success, ...(about.failed && { error: text }), metadata }
}
