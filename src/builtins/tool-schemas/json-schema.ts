// A small interpreter of JSON Schema draft-07 with limits on depth, checks and text length (docs/decisions.md says why it is ours).
import { countCharacters } from '../../patterns/text/measure.ts'
import { field, isObject, type PlainObject } from '../../model/plain-object.ts'

/** A JSON Schema of draft-07 as the user wrote it. */
export type JsonSchema = boolean | PlainObject

/** Reads as `<path> <says>`. */
export interface Problem {
  readonly path: string
  readonly says: string
}

export type Validate = (value: unknown) => readonly Problem[]

interface Visit {
  readonly problems: Problem[]
  readonly depth: number
  readonly budget: { left: number }
}

type Check = (value: unknown, path: string, visit: Visit) => void

interface SchemaContext {
  readonly schema: PlainObject
  readonly compile: (schema: unknown) => Check
  readonly resolve: (pointer: string) => Check
}

type Keyword = (given: unknown, context: SchemaContext) => Check

/** Deeper values are not checked, so that a nested input or a recursive schema cannot overflow the stack. */
const MAX_DEPTH = 64

/** Checks per input; bounds recursive schemas that branch. */
const MAX_CHECKS = 1_000_000

/** A longer text is not tested against a `pattern`, which bounds the cost of slow patterns. */
const MAX_PATTERN_CHARS = 8192

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** The supported keywords. */
export const assertions: Readonly<Record<string, Keyword>> = {
  type: (given) => {
    const types = typeof given === 'string' ? [given] : stringsIn(given)
    const says = `must be ${types.map((type) => typeNames[type] ?? type).join(' or ')}`
    return expecting(says, (value) => types.some((type) => isOfType(value, type)))
  },
  enum: (given) => {
    const values: readonly unknown[] = Array.isArray(given) ? given : []
    const says = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`
    return expecting(says, (value) => values.some((item) => isEqual(item, value)))
  },
  const: (given) => expecting(`must be ${JSON.stringify(given)}`, (value) => isEqual(given, value)),
  required:
    (given) =>
    (value, path, { problems }) => {
      if (!isObject(value)) return
      for (const name of stringsIn(given)) {
        if (!Object.hasOwn(value, name)) problems.push({ path: join(path, name), says: 'is missing' })
      }
    },
  properties: (given, { compile }) => {
    const checks = isObject(given)
      ? Object.entries(given).map(([name, of]) => [name, compile(of)] as const)
      : []
    return (value, path, visit) => {
      if (!isObject(value)) return
      for (const [name, check] of checks) {
        if (Object.hasOwn(value, name)) check(value[name], join(path, name), visit)
      }
    }
  },
  additionalProperties: (given, { schema, compile }) => {
    const properties = field(schema, 'properties')
    const known = new Set(isObject(properties) ? Object.keys(properties) : [])
    const check = compile(given)
    return (value, path, visit) => {
      if (!isObject(value)) return
      for (const name of Object.keys(value)) {
        if (!known.has(name)) check(value[name], join(path, name), visit)
      }
    }
  },
  items: (given, { compile }) => {
    const checks = Array.isArray(given) ? given.map(compile) : undefined
    const each = checks === undefined ? compile(given) : undefined
    return (value, path, visit) => {
      if (!Array.isArray(value)) return
      value.forEach((item, index) => (each ?? checks?.[index])?.(item, `${path}[${index}]`, visit))
    }
  },
  minItems: bound(
    'needs at least',
    (value, given) => !Array.isArray(value) || value.length >= given,
    'items',
  ),
  maxItems: bound('takes at most', (value, given) => !Array.isArray(value) || value.length <= given, 'items'),
  uniqueItems: (given) =>
    expecting('must not repeat an item', (value) => given !== true || !isRepeating(value)),
  minLength:
    (given) =>
    (value, path, { problems }) => {
      const says = typeof given === 'number' && typeof value === 'string' ? tooShort(value, given) : undefined
      if (says !== undefined) problems.push({ path, says })
    },
  maxLength: bound('is too long, max', (value, given) => {
    return typeof value !== 'string' || value.length <= given || countCharacters(value) <= given
  }),
  minimum: limit('must be at least', (value, given) => value >= given),
  maximum: limit('must be at most', (value, given) => value <= given),
  exclusiveMinimum: limit('must be more than', (value, given) => value > given),
  exclusiveMaximum: limit('must be less than', (value, given) => value < given),
  multipleOf: limit('must be a multiple of', isMultiple),
  pattern: (given) => {
    const pattern = patternOf(given)
    return expecting(`must match /${String(given)}/`, (value) => {
      return (
        pattern === undefined ||
        typeof value !== 'string' ||
        value.length > MAX_PATTERN_CHARS ||
        pattern.test(value)
      )
    })
  },
  allOf: (given, { compile }) => {
    const checks = schemasOf(given).map(compile)
    return (value, path, visit) => checks.forEach((check) => check(value, path, visit))
  },
  anyOf: (given, { compile }) => {
    const checks = schemasOf(given).map(compile)
    return (value, path, visit) => {
      if (checks.some((check) => fits(check, value, visit))) return
      const only = checks.length === 1 ? checks[0] : undefined
      if (only === undefined) visit.problems.push({ path, says: 'has none of the allowed forms' })
      else only(value, path, visit)
    }
  },
  oneOf: (given, { compile }) => {
    const checks = schemasOf(given).map(compile)
    return (value, path, visit) => {
      const fitting = checks.filter((check) => fits(check, value, visit)).length
      if (isLimitReached(visit)) return
      if (fitting === 0) visit.problems.push({ path, says: 'has none of the allowed forms' })
      if (fitting > 1)
        visit.problems.push({ path, says: 'has more than one of the forms that exclude each other' })
    }
  },
  not: (given, { compile }) => {
    const check = compile(given)
    return (value, path, visit) => {
      if (fits(check, value, visit) && !isLimitReached(visit))
        visit.problems.push({ path, says: 'has a form that is not allowed' })
    }
  },
  $ref: (given, { resolve }) => resolve(String(given)),
}

/** Compiles a schema. Valid values have no problems. Unsupported keywords are ignored here; `unsupportedKeywords` reports them. */
export function compileJsonSchema(root: JsonSchema): Validate {
  const referred = new Map<string, Check>()
  const resolve =
    (pointer: string): Check =>
    (value, path, visit) => {
      let check = referred.get(pointer)
      if (check === undefined) referred.set(pointer, (check = compile(resolvePointer(root, pointer) ?? true)))
      check(value, path, visit)
    }
  const compile = (schema: unknown): Check => {
    if (schema === false)
      return (_value, path, { problems }) => void problems.push({ path, says: 'is not allowed' })
    if (!isObject(schema)) return () => {}
    const checks = Object.entries(schema).flatMap(([key, given]) => {
      const keyword = Object.hasOwn(assertions, key) ? assertions[key] : undefined
      return keyword === undefined ? [] : keyword(given, { schema, compile, resolve })
    })
    return (value, path, { problems, depth, budget }) => {
      if (depth >= MAX_DEPTH) return
      for (const check of checks)
        if (budget.left-- > 0) check(value, path, { problems, depth: depth + 1, budget })
    }
  }
  const check = compile(root)
  return (value) => {
    const problems: Problem[] = []
    check(value, '', { problems, depth: 0, budget: { left: MAX_CHECKS } })
    return problems
  }
}

/** The sub-schema at `#/…` of a schema; undefined when there is none. */
export function resolvePointer(root: JsonSchema, pointer: string): JsonSchema | undefined {
  if (pointer !== '#' && !pointer.startsWith('#/')) return undefined
  let at: unknown = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replace(/~1/g, '/').replace(/~0/g, '~')
    at = field(at, name)
  }
  return isObject(at) || typeof at === 'boolean' ? at : undefined
}

/** The problem of a text or list that is too short; undefined when it is long enough. */
export function tooShort(value: unknown, min: number): string | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  const length = typeof value === 'string' ? countCharacters(value) : value.length
  return length < min ? `is too short (min ${min}, has ${length})` : undefined
}

/** Compiles a `pattern`; undefined when it is not a regular expression. */
export function patternOf(given: unknown): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(String(given), flags)
    } catch {
      continue
    }
  }
  return undefined
}

export function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function expecting(says: string, holds: (value: unknown) => boolean): Check {
  return (value, path, { problems }) => {
    if (!holds(value)) problems.push({ path, says })
  }
}

function bound(says: string, holds: (value: unknown, given: number) => boolean, unit = ''): Keyword {
  return (given) => {
    if (typeof given !== 'number') return () => {}
    return expecting(`${says} ${given} ${unit}`.trimEnd(), (value) => holds(value, given))
  }
}

/** Numbers only; other values pass. */
function limit(says: string, holds: (value: number, given: number) => boolean): Keyword {
  return bound(says, (value, given) => typeof value !== 'number' || holds(value, given))
}

function fits(check: Check, value: unknown, { depth, budget }: Visit): boolean {
  const problems: Problem[] = []
  check(value, '', { problems, depth: depth + 1, budget })
  return problems.length === 0
}

function isLimitReached({ depth, budget }: Visit): boolean {
  return depth + 1 >= MAX_DEPTH || budget.left <= 0
}

function schemasOf(given: unknown): readonly unknown[] {
  return Array.isArray(given) ? given : []
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function isMultiple(value: number, of: number): boolean {
  const times = value / of
  return Math.abs(times - Math.round(times)) < 1e-9
}

function isRepeating(value: unknown): boolean {
  return Array.isArray(value) && new Set(value.map((item) => JSON.stringify(item))).size < value.length
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one)) {
    return (
      Array.isArray(other) && one.length === other.length && one.every((item, at) => isEqual(item, other[at]))
    )
  }
  if (!isObject(one) || !isObject(other)) return false
  const names = Object.keys(one)
  if (names.length !== Object.keys(other).length) return false
  return names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
}

export function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
