import {
  entryOf,
  Failure,
  isEqual,
  isNumber,
  keyOf,
  kindOf,
  plainNumber,
  type EvaluationContext,
  spend,
  Uint,
} from './values.ts'

type Operator = (one: unknown, other: unknown, context: EvaluationContext) => unknown

/** Two integers of one type, or numbers of which one is a double, as in JSON. */
function calculate(
  sign: string,
  integers: (one: bigint, other: bigint) => bigint,
  doubles: (one: number, other: number) => number,
): Operator {
  const divides = sign === '/' || sign === '%'
  const guarded = (one: bigint, other: bigint): bigint | Failure =>
    divides && other === 0n ? byZero : integers(one, other)
  return (one, other) => {
    if (typeof one === 'bigint' && typeof other === 'bigint') return signed(guarded(one, other))
    if (one instanceof Uint && other instanceof Uint) return unsigned(guarded(one.value, other.value))
    if (!isNumber(one) || !isNumber(other)) return unfit(sign, one, other)
    if (typeof one !== 'number' && typeof other !== 'number') return unfit(sign, one, other)
    const [left, right] = [Number(plainNumber(one)), Number(plainNumber(other))]
    const isMixed = typeof one !== typeof other
    return isMixed && right === 0 && divides ? byZero : doubles(left, right)
  }
}

const byZero = new Failure('division by zero')
const overflow = new Failure('the number is too large for 64 bits')

export function signed(value: bigint | Failure): bigint | Failure {
  return value instanceof Failure || value === BigInt.asIntN(64, value) ? value : overflow
}

export function unsigned(value: bigint | Failure): Uint | Failure {
  if (value instanceof Failure) return value
  return value === BigInt.asUintN(64, value) ? new Uint(value) : overflow
}

/** The operator or function does not take these types. */
export function unfit(name: string, ...args: readonly unknown[]): Failure {
  return new Failure(`"${name}" is not for ${args.map(kindOf).join(' and ')}`)
}

const sum = calculate(
  '+',
  (one, other) => one + other,
  (one, other) => one + other,
)

const add: Operator = (one, other, context) => {
  if (typeof one === 'string' && typeof other === 'string') {
    spend(context, (one.length + other.length) >> 4)
    return one + other
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    spend(context, one.length + other.length)
    return [...one, ...other]
  }
  if (one instanceof Uint8Array && other instanceof Uint8Array) {
    spend(context, one.length + other.length)
    return Uint8Array.from([...one, ...other])
  }
  return sum(one, other, context)
}

const modulo: Operator = (one, other, context) => {
  const whole = [one, other].every((value) => typeof value !== 'number' || Number.isInteger(value))
  if (!whole) return new Failure('"%" is for whole numbers')
  return other === 0 ? byZero : remainder(one, other, context)
}
const remainder = calculate(
  '%',
  (one, other) => one % other,
  (one, other) => one % other,
)

/** Like a comparator; NaN for values without order. */
function order(one: unknown, other: unknown, context: EvaluationContext): number | Failure {
  if (isNumber(one) && isNumber(other)) {
    const [left, right] = [plainNumber(one), plainNumber(other)]
    return typeof left === typeof right ? difference(left, right) : Number(left) - Number(right)
  }
  if (typeof one === 'string' && typeof other === 'string') {
    spend(context, Math.min(one.length, other.length) >> 4)
    return difference(one, other)
  }
  if (typeof one === 'boolean' && typeof other === 'boolean') return Number(one) - Number(other)
  if (one instanceof Uint8Array && other instanceof Uint8Array) return Buffer.compare(one, other)
  return new Failure(`cannot order ${kindOf(one)} and ${kindOf(other)}`)
}

function difference<T extends number | bigint | string>(one: T, other: T): number {
  if (one === other) return 0
  return one < other ? -1 : one > other ? 1 : Number.NaN
}

function compare(holds: (sign: number) => boolean): Operator {
  return (one, other, context) => {
    const sign = order(one, other, context)
    return sign instanceof Failure ? sign : holds(sign)
  }
}

const isIn: Operator = (one, other, context) => {
  if (Array.isArray(other)) return other.some((item) => isEqual(item, one, context))
  if (kindOf(other) !== 'map') return unfit('in', one, other)
  return entryOf(other, one) !== undefined
}

const index: Operator = (one, other) => {
  if (Array.isArray(one)) {
    const at = isNumber(other) ? keyOf(other) : undefined
    if (typeof at !== 'bigint') return new Failure(`a list has no place ${kindOf(other)}`)
    return one[Number(at)]
  }
  return kindOf(one) === 'map' ? entryOf(one, other) : unfit('[]', one, other)
}

/** By the parser's names; `_[_]` is undefined for an absent item. */
export const operators: Readonly<Record<string, Operator>> = {
  '_==_': isEqual,
  '_!=_': (one, other, context) => !isEqual(one, other, context),
  '_<_': compare((sign) => sign < 0),
  '_<=_': compare((sign) => sign <= 0),
  '_>_': compare((sign) => sign > 0),
  '_>=_': compare((sign) => sign >= 0),
  '_+_': add,
  '_-_': calculate(
    '-',
    (one, other) => one - other,
    (one, other) => one - other,
  ),
  '_*_': calculate(
    '*',
    (one, other) => one * other,
    (one, other) => one * other,
  ),
  '_/_': calculate(
    '/',
    (one, other) => one / other,
    (one, other) => one / other,
  ),
  '_%_': modulo,
  '@in': isIn,
  '_[_]': index,
}
