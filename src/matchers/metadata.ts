import { describeFields, type FieldPattern, fieldsTest } from '../patterns/field-patterns.ts'
import type { Matcher } from '../model/types.ts'

export const metadata: Matcher<readonly FieldPattern[]> = {
  key: 'metadata',
  summary: "fields of the event's metadata: `{field: pattern}`, dotted for nested ones",
  takes: 'fields',
  domain: 'fields',
  examples: [
    { pattern: { role: 'admin' }, event: { metadata: { role: 'admin' } }, is: 'yes' },
    { pattern: { role: { not: 'admin' } }, event: { metadata: { role: 'guest' } }, is: 'yes' },
    { pattern: { role: { not: 'admin' } }, event: { metadata: { role: 'admin' } }, is: 'no' },
    { pattern: { role: { not: 'admin' } }, event: {}, is: 'yes' },
    { pattern: { role: '*' }, event: {}, is: 'no' },
    { pattern: { 'team.size': [3, 4] }, event: { metadata: { team: { size: 4 } } }, is: 'yes' },
  ],
  literals: () => 'any',
  compile: (pattern, { quantifier, linear }) =>
    fieldsTest(
      {
        of: 'metadata',
        wanted: describeFields(pattern),
        read: (event) => event.metadata,
        quantifier,
        linear,
      },
      pattern,
    ),
}
