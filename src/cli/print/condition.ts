import type { FieldPattern } from '../../patterns/fields.ts'
import type { Condition, Pattern } from '../../model/types.ts'
import { fit } from '../../patterns/text/terminal-text.ts'
import { isObject } from '../../model/plain-object.ts'

/** What a rule's match asks, on one line, close to how it was written; a pattern wider than `most` loses its middle. */
export function describeCondition(condition: Condition | undefined, most: number): string {
  if (condition === undefined) return 'everything'
  switch (condition.kind) {
    case 'key':
      return describeKey(condition.key, condition.pattern, most)
    case 'not':
      return `not (${describeCondition(condition.of, most)})`
    case 'all':
      return condition.of.length === 0 ? 'everything' : each(condition.of, most).join(' and ')
    case 'any':
      return `(${each(condition.of, most).join(' or ')})`
  }
}

function each(conditions: readonly Condition[], most: number): string[] {
  return conditions.map((condition) => describeCondition(condition, most))
}

function describeKey(key: string, pattern: unknown, most: number): string {
  if (isPattern(pattern)) return `${key} ${texts(pattern, most)}`
  if (Array.isArray(pattern))
    return pattern
      .map((item: unknown) => (isField(item) ? describeField(key, item, most) : `${key} ${String(item)}`))
      .join(' and ')
  if (isObject(pattern) && typeof pattern.text === 'string') return `${key} ${fit(pattern.text, most)}`
  return `${key} ${fit(JSON.stringify(pattern), most)}`
}

function describeField(key: string, { field, not, pattern }: FieldPattern, most: number): string {
  return `${not ? 'not ' : ''}${key}.${field} ${texts(pattern, most)}`
}

/** The tools of a group are one name again. */
function texts({ yes, no }: Pattern, most: number): string {
  const named = [...yes.map(({ text }) => text), ...no.map(({ text }) => `!${text}`)]
  const written = named.map((text) => `"${fit(text, most)}"`)
  return [...new Set(written)].join(' ')
}

function isPattern(value: unknown): value is Pattern {
  return isObject(value) && Array.isArray(value.yes) && Array.isArray(value.no)
}

function isField(value: unknown): value is FieldPattern {
  return isObject(value) && typeof value.field === 'string' && isPattern(value.pattern)
}
