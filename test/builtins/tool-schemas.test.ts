import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileJsonSchema } from '../../src/builtins/tool-schemas/json-schema.ts'
import { unsupportedKeywords } from '../../src/builtins/tool-schemas/unsupported-keywords.ts'
import { runs } from '../support/seed.ts'
import { check } from '../support/check.ts'

type Schema = Parameters<typeof compileJsonSchema>[0]

const problems = (schema: Schema, value: unknown) =>
  compileJsonSchema(schema)(value).map(({ path, says }) => `${path} ${says}`.trim())

test.each<[Schema, unknown, string[]]>([
  [{ type: 'string' }, 1, ['must be text']],
  [{ type: ['integer', 'null'] }, 1.5, ['must be a whole number or null']],
  [{ type: 'object' }, [], ['must be an object']],
  [{ properties: { a: { type: 'boolean' } } }, { a: 'yes' }, ['a must be true or false']],
  [{ properties: { a: { properties: { b: { type: 'null' } } } } }, { a: { b: 0 } }, ['a.b must be null']],
  [{ required: ['a'] }, {}, ['a is missing']],
  [{ properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, ['b is not allowed']],
  [{ additionalProperties: { type: 'number' } }, { b: 'x' }, ['b must be a number']],
  [{ items: { minimum: 3 } }, [3, 2], ['[1] must be at least 3']],
  [{ items: [{ type: 'string' }, { type: 'number' }] }, ['a', 'b', 'c'], ['[1] must be a number']],
  [{ minItems: 2 }, [1], ['needs at least 2 items']],
  [{ maxItems: 0 }, [1], ['takes at most 0 items']],
  [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], ['must not repeat an item']],
  [{ minLength: 2 }, '🧾', ['is too short (min 2, has 1)']],
  [{ maxLength: 1 }, 'ab', ['is too long, max 1']],
  [{ maxLength: 1 }, '🧾', []],
  [{ maximum: 1 }, 2, ['must be at most 1']],
  [{ exclusiveMinimum: 1 }, 1, ['must be more than 1']],
  [{ exclusiveMaximum: 1 }, 1, ['must be less than 1']],
  [{ multipleOf: 0.1 }, 0.3, []],
  [{ multipleOf: 2 }, 3, ['must be a multiple of 2']],
  [{ pattern: '^a' }, 'b', ['must match /^a/']],
  [{ enum: ['low', { a: 1 }] }, { a: 1 }, []],
  [{ enum: ['low', 'high'] }, 'mid', ['must be one of "low", "high"']],
  [{ const: 1 }, 2, ['must be 1']],
  [{ allOf: [{ minimum: 1 }, { maximum: 0 }] }, 0.5, ['must be at least 1', 'must be at most 0']],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, ['has none of the allowed forms']],
  [
    { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
    3,
    ['has more than one of the forms that exclude each other'],
  ],
  [{ not: { type: 'string' } }, 'a', ['has a form that is not allowed']],
  [{ $ref: '#/definitions/id', definitions: { id: { type: 'integer' } } }, 'a', ['must be a whole number']],
  [
    { $ref: '#/definitions/a~1b', definitions: { 'a/b': { type: 'integer' } } },
    'a',
    ['must be a whole number'],
  ],
  [false, 1, ['is not allowed']],
  [true, 1, []],
])('%j finds in %j: %j', (schema, value, found) => {
  expect(problems(schema, value)).toEqual(found)
})

test('agrees with ajv about what fits', { tags: 'long' }, () => {
  const scalar = fc.constantFrom(null, true, 0, 1, 2.5, '', 'a', 'ab', 'abc', '🧾')
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { noNullPrototype: true }),
    ),
  })).value
  const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null')
  const { schema } = fc.letrec<{ schema: Record<string, unknown> }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.record({ type: types }),
      fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, selector: (item) => JSON.stringify(item) }) }),
      fc.record({ minLength: fc.nat(2), maxLength: fc.nat(3) }),
      fc.record({ minimum: fc.nat(1), exclusiveMaximum: fc.nat(3) }),
      fc.record({ pattern: fc.constantFrom('^a', 'b$', '^.$') }),
      fc.record({ items: tie('schema'), minItems: fc.nat(2), uniqueItems: fc.boolean() }),
      fc.record({
        properties: fc.record({ a: tie('schema') }),
        required: fc.constant(['a']),
        additionalProperties: tie('schema'),
      }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: tie('schema') }),
    ),
  }))
  const ajv = new Ajv({ strict: false, logger: false })
  check(
    fc.property(schema, value, (given, subject) => {
      expect(problems(given, subject).length === 0).toBe(ajv.compile(given)(subject))
    }),
    { numRuns: runs(500) },
  )
})

describe('bounds', () => {
  test.each<[string, Schema]>([
    ['refers to itself', { $ref: '#' }],
    ['refers to itself twice', { anyOf: [{ $ref: '#' }, { $ref: '#' }] }],
    ['excludes itself twice', { oneOf: [{ $ref: '#' }, { $ref: '#' }] }],
    ['denies itself', { not: { $ref: '#' } }],
  ])('a schema that %s ends', (_name, schema) => {
    expect(problems(schema, 1)).toBeInstanceOf(Array)
  })

  test('an input nested 100,000 deep ends', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(problems({ items: { $ref: '#' } }, deep)).toEqual([])
  })
})

test.each<[string, Schema, string[]]>([
  [
    'a known schema',
    { $schema: 'x', title: 't', type: 'object', properties: { format: { format: 'date' } } },
    [],
  ],
  [
    'an unknown keyword',
    { patternProperties: {} },
    ['patternProperties: "patternProperties" is not supported in a tool\'s schema'],
  ],
  [
    'one below properties',
    { properties: { a: { if: {} } } },
    ['properties.a.if: "if" is not supported in a tool\'s schema'],
  ],
  [
    'one below anyOf',
    { anyOf: [{}, { contains: {} }] },
    ['anyOf.1.contains: "contains" is not supported in a tool\'s schema'],
  ],
  [
    'one below items',
    { items: { dependencies: {} } },
    ['items.dependencies: "dependencies" is not supported in a tool\'s schema'],
  ],
  ['a broken pattern', { pattern: '(' }, ['pattern: "(" is not a regular expression']],
  [
    'a reference to nowhere',
    { $ref: '#/definitions/no' },
    ['$ref: "#/definitions/no" leads nowhere in this schema'],
  ],
  [
    'a reference elsewhere',
    { $ref: 'https://example.com/s.json' },
    ['$ref: "https://example.com/s.json" leads nowhere in this schema'],
  ],
  ['a field named like an object method', { properties: { constructor: { type: 'string' } } }, []],
  [
    'a keyword named like an object method',
    { toString: 1 },
    ['toString: "toString" is not supported in a tool\'s schema'],
  ],
])('finds in %s what would not be checked', (_name, schema, found) => {
  expect(unsupportedKeywords(schema).map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual(
    found,
  )
})
