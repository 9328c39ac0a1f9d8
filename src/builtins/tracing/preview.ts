// What a span shows of contents: secrets masked as in the ledger, then cut.
import { countCharacters, firstCharacters } from '../../patterns/text/code-points.ts'
import { hideDeep } from '../../patterns/text/secrets.ts'

/** Masked before it is cut: half a secret would not be known for one. */
export function previewOf(value: unknown, most: number): unknown {
  return cutDeep(hideDeep(value, { replace: '[masked]', suspect: true }), most)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function cutDeep(value: unknown, most: number): unknown {
  if (typeof value === 'string') return cut(value, most)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: unknown) => cutDeep(item, most))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cutDeep(inner, most)]))
}

function cut(text: string, most: number): string {
  const over = text.length <= most ? 0 : countCharacters(text) - most
  return over <= 0 ? text : `${firstCharacters(text, most)}… (${over} more)`
}
