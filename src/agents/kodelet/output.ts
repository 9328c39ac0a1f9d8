// Kodelet's structured results: `{toolName, success, error, metadata, timestamp}`, with the text where its tool has it.
import { outputText } from '../shared/output-text.ts'
import { field, isObject } from '../../model/plain-object.ts'

type Plain = Readonly<Record<string, unknown>>

const slots = ['output', 'content', 'result'] as const

export function isStructured(value: unknown): value is Plain {
  return isObject(value) && typeof value['toolName'] === 'string' && typeof value['success'] === 'boolean'
}

function slotsOf(output: Plain): readonly (typeof slots)[number][] {
  return slots.filter((slot) => typeof field(output['metadata'], slot) === 'string')
}

/** What a tool said: why it failed, then what it put out. */
export function textOf(output: unknown): string {
  if (!isStructured(output)) return outputText(output)
  const own = slotsOf(output)
  const parts = [output['error'], ...own.map((slot) => field(output['metadata'], slot))]
  const texts = parts.filter((part) => typeof part === 'string' && part !== '')
  if (texts.length > 0 || own.length > 0) return texts.join('\n')
  return outputText(output['metadata'])
}

/** Is there a place in it for another text? */
export function takesText(output: unknown): boolean {
  return isStructured(output) || typeof output === 'string'
}

/**
 * The same result with another text, nothing of the old one left in it. One without a place for a text becomes a failure
 * that says it: what is to be hidden must not be read. Undefined when it is no result of Kodelet's.
 */
export function withText(output: unknown, text: string): unknown {
  if (typeof output === 'string') return text
  if (!isStructured(output)) return undefined
  const places = slotsOf(output).map((slot, index) => [slot, index === 0 ? text : ''] as const)
  const hadError = typeof output['error'] === 'string' && output['error'] !== ''
  if (places.length === 0) return { ...output, success: false, error: text, metadata: {} }
  return {
    ...output,
    ...(hadError && { error: text }),
    ...(isObject(output['metadata']) && {
      metadata: { ...output['metadata'], ...Object.fromEntries(places) },
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
