// The values of CEL expressions: JSON values, and types that only CEL has.

/** An error as a value; `absent` when something does not exist. */
export class Failure {
  readonly message: string
  readonly absent: boolean
  constructor(message: string, absent = false) {
    this.message = message
    this.absent = absent
  }
}

/** An unsigned integer; a signed one is a bigint, a number of JSON is a double. */
export class Uint {
  readonly value: bigint
  constructor(value: bigint) {
    this.value = value
  }
}

/** The name of a type, as a value. */
export class Type {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Thrown, so that the expression cannot handle it. */
export class OutOfSteps extends Error {}

export interface EvaluationContext {
  /** Reads a field of the event. */
  readonly read: (name: string) => unknown
  /** By an RE2 pattern; throws when it is invalid. */
  readonly matches: (text: string, pattern: string) => boolean
  /** Steps left. */
  steps: number
}

export function spend(context: EvaluationContext, steps: number): void {
  context.steps -= steps
  if (context.steps < 0) throw new OutOfSteps('it takes too many steps')
}

export const types = [
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'type',
  'uint',
] as const

export type CelType = (typeof types)[number]

export function kindOf(value: unknown): CelType {
  switch (typeof value) {
    case 'string':
      return 'string'
    case 'number':
      return 'double'
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    default:
      return kindOfObject(value)
  }
}

function kindOfObject(value: unknown): CelType {
  if (value === null || value === undefined) return 'null_type'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Uint) return 'uint'
  if (value instanceof Uint8Array) return 'bytes'
  return value instanceof Type ? 'type' : 'map'
}

export type CelKey = string | boolean | bigint

/** Equal numbers are the same key; undefined for invalid keys. */
export function keyOf(value: unknown): CelKey | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value
  if (value instanceof Uint) return value.value
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
}

/** Only own properties of objects count. */
export function entryOf(map: unknown, key: unknown): unknown {
  const known = keyOf(key)
  if (known === undefined || typeof map !== 'object' || map === null) return undefined
  if (map instanceof Map) return map.get(known)
  return typeof known === 'string' && Object.hasOwn(map, known) ? Reflect.get(map, known) : undefined
}

export function keysOf(map: unknown): readonly unknown[] {
  if (map instanceof Map) return [...map.keys()]
  return typeof map === 'object' && map !== null ? Object.keys(map) : []
}

export function isNumber(value: unknown): value is number | bigint | Uint {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Uint
}

export function plainNumber(value: number | bigint | Uint): number | bigint {
  return value instanceof Uint ? value.value : value
}

/** Values of different types are never equal, except numbers. */
export function isEqual(one: unknown, other: unknown, context: EvaluationContext): boolean {
  spend(context, 1)
  if (isNumber(one)) return isNumber(other) && plainNumber(one) == plainNumber(other) // a bigint may equal a number
  const kind = kindOf(one)
  if (kind !== kindOf(other)) return false
  switch (kind) {
    case 'list':
      return areListsEqual(one, other, context)
    case 'map':
      return areMapsEqual(one, other, context)
    case 'bytes':
      return String(one) === String(other)
    case 'type':
      return one instanceof Type && other instanceof Type && one.name === other.name
    default:
      return one === other
  }
}

function areListsEqual(one: unknown, other: unknown, context: EvaluationContext): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((item, at) => isEqual(item, other[at], context))
}

function areMapsEqual(one: unknown, other: unknown, context: EvaluationContext): boolean {
  const keys = keysOf(one)
  spend(context, keys.length)
  if (keys.length !== keysOf(other).length) return false
  return keys.every((key) => {
    const there = entryOf(other, key)
    return there !== undefined && isEqual(entryOf(one, key), there, context)
  })
}
