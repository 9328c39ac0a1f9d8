import type { FieldPattern } from '../fields.ts'
import { isFields } from './call.ts'
import type { Condition, Pattern } from '../types.ts'

/** What a rule's match asks, on one line, close to how it was written. */
export function describeCondition(condition: Condition | undefined): string {
  if (condition === undefined) return 'everything'
  switch (condition.kind) {
    case 'key':
      return describeKey(condition.key, condition.pattern)
    case 'not':
      return `not (${describeCondition(condition.of)})`
    case 'all':
      return condition.of.length === 0 ? 'everything' : condition.of.map(describeCondition).join(' and ')
    case 'any':
      return `(${condition.of.map(describeCondition).join(' or ')})`
  }
}

function describeKey(key: string, pattern: unknown): string {
  if (isPattern(pattern)) return `${key} ${texts(pattern)}`
  if (Array.isArray(pattern))
    return pattern
      .map((item: unknown) => (isField(item) ? describeField(key, item) : `${key} ${String(item)}`))
      .join(' and ')
  return `${key} ${JSON.stringify(pattern)}`
}

function describeField(key: string, { field, not, pattern }: FieldPattern): string {
  return `${not ? 'not ' : ''}${key}.${field} ${texts(pattern)}`
}

/** The tools of a group are one name again. */
function texts({ yes, no }: Pattern): string {
  const written = [...yes.map(({ text }) => `"${text}"`), ...no.map(({ text }) => `"!${text}"`)]
  return [...new Set(written)].join(' ')
}

function isPattern(value: unknown): value is Pattern {
  return isFields(value) && Array.isArray(value.yes) && Array.isArray(value.no)
}

function isField(value: unknown): value is FieldPattern {
  return isFields(value) && typeof value.field === 'string' && isPattern(value.pattern)
}
