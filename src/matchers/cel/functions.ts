import { errorMessage } from '../../model/errors.ts'
import { signed, unfit, unsigned } from './operators.ts'
import { Failure, keysOf, kindOf, type EvaluationContext, spend, Type, Uint } from './values.ts'

type CelFunction = (args: readonly unknown[], context: EvaluationContext) => unknown

const FALSE = ['false', 'False', 'FALSE', 'f', '0']
const TRUE = ['true', 'True', 'TRUE', 't', '1']

const noNumber = (text: string): Failure => new Failure(`"${text.slice(0, 40)}" is no number`)

function toInt([value]: readonly unknown[]): unknown {
  if (typeof value === 'bigint') return value
  if (value instanceof Uint) return signed(value.value)
  if (typeof value === 'number') return whole(value, signed)
  if (typeof value !== 'string') return unfit('int', value)
  return /^-?\d{1,30}$/.test(value) ? signed(BigInt(value)) : noNumber(value)
}

function toUint([value]: readonly unknown[]): unknown {
  if (value instanceof Uint) return value
  if (typeof value === 'bigint') return unsigned(value)
  if (typeof value === 'number') return value < 0 ? unsigned(-1n) : whole(value, unsigned)
  if (typeof value !== 'string') return unfit('uint', value)
  return /^\d{1,30}$/.test(value) ? unsigned(BigInt(value)) : noNumber(value)
}

/** Rounds towards zero; doubles at the 64-bit limits are out of range. */
function whole(value: number, limit: (value: bigint) => unknown): unknown {
  if (!Number.isFinite(value) || Math.abs(value) >= (limit === signed ? 2 ** 63 : 2 ** 64))
    return limit(1n << 70n)
  return limit(BigInt(Math.trunc(value)))
}

function toDouble([value]: readonly unknown[]): unknown {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint) return Number(value.value)
  if (typeof value !== 'string') return unfit('double', value)
  if (value === 'NaN') return Number.NaN
  const number = value.trim() === '' ? Number.NaN : Number(value)
  return Number.isNaN(number) ? noNumber(value) : number
}

function toText([value]: readonly unknown[]): unknown {
  if (value instanceof Uint) return String(value.value)
  if (value instanceof Uint8Array) return decoded(value)
  const kind = kindOf(value)
  return ['string', 'bool', 'int', 'double'].includes(kind) ? String(value) : unfit('string', value)
}

function decoded(bytes: Uint8Array): string | Failure {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new Failure('the bytes are no UTF-8')
  }
}

function toBytes([value]: readonly unknown[], context: EvaluationContext): unknown {
  if (value instanceof Uint8Array) return value
  if (typeof value !== 'string') return unfit('bytes', value)
  spend(context, value.length >> 4)
  return new TextEncoder().encode(value)
}

function toBool([value]: readonly unknown[]): unknown {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return unfit('bool', value)
  if (TRUE.includes(value)) return true
  return FALSE.includes(value) ? false : new Failure(`"${value.slice(0, 40)}" is neither true nor false`)
}

function size([value]: readonly unknown[], context: EvaluationContext): unknown {
  if (Array.isArray(value) || value instanceof Uint8Array) return BigInt(value.length)
  if (kindOf(value) === 'map') return BigInt(keysOf(value).length)
  if (typeof value !== 'string') return unfit('size', value)
  spend(context, value.length >> 4)
  let characters = 0n
  for (const _ of value) characters++
  return characters
}

function onTexts(
  name: string,
  ask: (text: string, part: string, context: EvaluationContext) => boolean | Failure,
): CelFunction {
  return ([text, part], context) => {
    if (typeof text !== 'string' || typeof part !== 'string') return unfit(name, text, part)
    spend(context, text.length >> 6)
    return ask(text, part, context)
  }
}

function matches(text: string, pattern: string, context: EvaluationContext): boolean | Failure {
  spend(context, 1000)
  try {
    return context.matches(text, pattern)
  } catch (error) {
    return new Failure(`the regex "${pattern.slice(0, 40)}": ${errorMessage(error)}`)
  }
}

const not: CelFunction = ([value]) => (typeof value === 'boolean' ? !value : unfit('!', value))

const negative: CelFunction = ([value]) => {
  if (typeof value === 'bigint') return signed(-value)
  return typeof value === 'number' ? -value : unfit('-', value)
}

/** A method's target is the first argument. */
export const functions: Readonly<Record<string, CelFunction>> = {
  '!_': not,
  '-_': negative,
  bool: toBool,
  bytes: toBytes,
  contains: onTexts('contains', (text, part) => text.includes(part)),
  double: toDouble,
  dyn: ([value]) => value,
  endsWith: onTexts('endsWith', (text, part) => text.endsWith(part)),
  int: toInt,
  matches: onTexts('matches', matches),
  size,
  startsWith: onTexts('startsWith', (text, part) => text.startsWith(part)),
  string: toText,
  type: ([value]) => new Type(kindOf(value)),
  uint: toUint,
}
