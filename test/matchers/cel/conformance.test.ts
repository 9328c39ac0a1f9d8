// The conformance data of CEL as far as it is about plain data: no messages, times, enums, containers, extensions.
import { tests } from '@bufbuild/cel-spec/testdata/conformance.js'
import { RE2JS } from 're2js'
import { expect, test } from 'vitest'
import { evaluate } from '../../../src/matchers/cel/evaluate.ts'
import { Failure, isEqual, kindOf, Type, Uint } from '../../../src/matchers/cel/values.ts'
import { parseExpression } from '../../../src/config/compile/patterns/expression.ts'

interface Case {
  readonly name: string
  readonly expr: string
  readonly value?: Given
  readonly evalError?: object
  readonly bindings?: Readonly<Record<string, { readonly value?: Given }>>
  readonly container?: string
  readonly checkOnly?: boolean
  readonly typedResult?: object
}

type Given = Readonly<Record<string, unknown>>

interface Suite {
  readonly name: string
  readonly tests?: readonly { readonly original: Case }[]
  readonly suites?: readonly Suite[]
}

/** Suites that are about what expressions over JSON do not have. */
const elsewhere =
  /_ext$|^(?:dynamic|enums|macros2|namespace|optionals|proto2|proto3|timestamps|type_deductions|unknowns|wrappers)$/

/** Expressions about messages, times, or fields of both. */
const foreign = /google\.protobuf|TestAllTypes|GlobalEnum|\b(?:timestamp|duration)\(|cel\.expr|proto2|proto3/

/** What differs on purpose, and why. */
const deviations: Readonly<Record<string, string>> = {
  'fields/quoted_map_fields/field_access_slash': 'the parser knows no names in backquotes; write map["a-b"]',
  'fields/quoted_map_fields/field_access_dash': 'the parser knows no names in backquotes; write map["a-b"]',
  'fields/quoted_map_fields/field_access_dot': 'the parser knows no names in backquotes; write map["a-b"]',
  'fields/quoted_map_fields/has_field_slash': 'the parser knows no names in backquotes; write map["a-b"]',
  'fields/quoted_map_fields/has_field_dash': 'the parser knows no names in backquotes; write map["a-b"]',
  'fields/quoted_map_fields/has_field_dot': 'the parser knows no names in backquotes; write map["a-b"]',
  'fields/qualified_identifier_resolution/qualified_ident':
    'a name with dots is a field of a field here, never one name',
  'fields/qualified_identifier_resolution/map_field_select':
    'a name with dots is a field of a field here, never one name',
  'fields/qualified_identifier_resolution/qualified_identifier_resolution_unchecked':
    'a name with dots is a field of a field here, never one name',
  'fields/qualified_identifier_resolution/ident_with_longest_prefix_check':
    'a name with dots is a field of a field here, never one name',
}

const isForeign = (of: Case): boolean =>
  foreign.test(JSON.stringify([of.expr, of.value, of.bindings])) ||
  of.container !== undefined ||
  of.checkOnly === true ||
  of.typedResult !== undefined

function casesOf(suite: Suite, path: string): [string, Case][] {
  const own = (suite.tests ?? []).map(({ original }): [string, Case] => [
    `${path}/${original.name}`,
    original,
  ])
  const below = (suite.suites ?? []).flatMap((each) => casesOf(each, `${path}/${each.name}`))
  return [...own, ...below]
}

const suites = (tests as unknown as Suite).suites ?? [] // the data as it is shipped
const cases = suites
  .filter(({ name }) => !elsewhere.test(name))
  .flatMap((suite) => casesOf(suite, suite.name))
  .filter(([, each]) => !isForeign(each))

function valueOf(given: Given): unknown {
  const [[kind, value] = ['', undefined]] = Object.entries(given)
  const inner = value as { values?: Given[]; entries?: { key: Given; value: Given }[] } // of the kinds that have parts
  switch (kind) {
    case 'int64Value':
      return BigInt(String(value))
    case 'uint64Value':
      return new Uint(BigInt(String(value)))
    case 'doubleValue':
      return Number(value)
    case 'bytesValue':
      return Uint8Array.from(Buffer.from(String(value), 'base64'))
    case 'typeValue':
      return new Type(String(value))
    case 'nullValue':
      return null
    case 'listValue':
      return (inner.values ?? []).map(valueOf)
    case 'mapValue':
      return new Map((inner.entries ?? []).map((entry) => [keyOf(valueOf(entry.key)), valueOf(entry.value)]))
    default:
      return value
  }
}

const keyOf = (key: unknown): unknown => (key instanceof Uint ? key.value : key)

function run({ expr, bindings = {} }: Case): unknown {
  try {
    return evaluate(
      parseExpression(expr, () => undefined),
      {
        read: (name) => (Object.hasOwn(bindings, name) ? valueOf(bindings[name]?.value ?? {}) : undefined),
        matches: (text, pattern) => RE2JS.compile(pattern).test(text),
      },
    )
  } catch (error) {
    return new Failure(String(error))
  }
}

const free = { read: () => undefined, matches: () => false, steps: Infinity }

function isAsExpected(of: Case): boolean {
  const value = run(of)
  if (of.evalError !== undefined) return value instanceof Failure
  if (value instanceof Failure) return false
  const wanted = of.value === undefined ? true : valueOf(of.value)
  if (kindOf(wanted) !== kindOf(value)) return false
  return (Number.isNaN(wanted) && Number.isNaN(value)) || isEqual(value, wanted, free)
}

test('the plain part of the data is asked', () => {
  expect(cases.length).toBe(997)
})

test.each(cases.filter(([name]) => !Object.hasOwn(deviations, name)))('%s', (_, each) => {
  expect({ expr: each.expr, gives: isAsExpected(each) ? 'as expected' : String(run(each)) }).toMatchObject({
    gives: 'as expected',
  })
})

test.each(Object.entries(deviations))('%s differs: %s', (name) => {
  const each = cases.find(([known]) => known === name)?.[1]
  expect(each === undefined || isAsExpected(each)).toBe(false)
})
