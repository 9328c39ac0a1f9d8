import { type Expression, type Fold, SO_FAR } from '../../model/types/matching.ts'
import { functions } from './functions.ts'
import { operators } from './operators.ts'
import {
  entryOf,
  Failure,
  keyOf,
  keysOf,
  kindOf,
  OutOfSteps,
  type EvaluationContext,
  spend,
  Type,
  types,
  Uint,
} from './values.ts'

/** A variable of a fold, innermost first. */
interface FoldScope {
  readonly name: string
  value: unknown
  readonly outer: FoldScope | undefined
}

interface EvaluationState {
  readonly context: EvaluationContext
  readonly scope: FoldScope | undefined
}

/** Enough for lists of thousands of items. */
const MAX_STEPS = 500_000

/** Returns a value or a Failure. */
export function evaluate(expression: Expression, context: Omit<EvaluationContext, 'steps'>): unknown {
  try {
    return valueOf(expression, { context: { ...context, steps: MAX_STEPS }, scope: undefined })
  } catch (error) {
    if (error instanceof OutOfSteps) return new Failure(error.message)
    throw error
  }
}

function valueOf(expression: Expression, state: EvaluationState): unknown {
  spend(state.context, 1)
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'int':
      return BigInt(expression.digits)
    case 'uint':
      return new Uint(BigInt(expression.digits))
    case 'double':
      return Number(expression.digits)
    case 'bytes':
      return Uint8Array.from(expression.bytes)
    case 'name':
      return named(expression.name, state)
    case 'field':
      return field(expression, state)
    case 'has':
      return has(expression, state)
    case 'call':
      return call(expression, state)
    case 'list':
      return each(expression.items, state)
    case 'map':
      return mapOf(expression.entries, state)
    case 'fold':
      return fold(expression, state)
  }
}

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>

function named(name: string, { context, scope }: EvaluationState): unknown {
  for (let known = scope; known !== undefined; known = known.outer)
    if (known.name === name) return known.value
  const bare = name.startsWith('.') ? name.slice(1) : name
  const value = context.read(bare)
  if (value !== undefined) return value
  return types.some((type) => type === bare) ? new Type(bare) : new Failure(`the event has no ${bare}`, true)
}

/** Fields of null are absent; fields of other types are errors. */
function field({ of, name }: Of<'field'>, state: EvaluationState): unknown {
  const value = valueOf(of, state)
  if (value instanceof Failure) return value
  const kind = kindOf(value)
  if (kind !== 'map' && kind !== 'null_type')
    return new Failure(`${pathOf(of)} is ${kind} and has no "${name}"`)
  const found = entryOf(value, name)
  return found === undefined ? absent({ kind: 'field', of, name }) : found
}

function absent(what: Expression): Failure {
  return new Failure(`the event has no ${pathOf(what)}`, true)
}

function has({ of, name }: Of<'has'>, state: EvaluationState): unknown {
  if (of === undefined) return state.context.read(name) !== undefined
  const value = valueOf(of, state)
  if (value instanceof Failure) return value
  const kind = kindOf(value)
  if (kind !== 'map' && kind !== 'null_type')
    return new Failure(`${pathOf(of)} is ${kind} and has no "${name}"`)
  return entryOf(value, name) !== undefined
}

/** As written, shortened. */
function pathOf(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name.replace(/^\./, '')
    case 'field':
      return `${pathOf(expression.of)}.${expression.name}`
    case 'value':
      return JSON.stringify(expression.value)
    case 'int':
      return expression.digits
    case 'call': {
      const [of, key] = expression.args
      return expression.name === '_[_]' && of && key ? `${pathOf(of)}[${pathOf(key)}]` : '…'
    }
    default:
      return '…'
  }
}

function call(expression: Of<'call'>, state: EvaluationState): unknown {
  const { name, args } = expression
  if (name === '_&&_') return junction(args, state, false)
  if (name === '_||_') return junction(args, state, true)
  if (name === '_?_:_') return choice(args, state)
  if (name === '@not_strictly_false') return args[0] === undefined || valueOf(args[0], state) !== false
  const gathered = name === '_+_' ? gather(args, state) : undefined
  if (gathered !== undefined) return gathered
  const values = each(args, state)
  return values instanceof Failure ? values : apply(expression, values, state)
}

function apply(expression: Of<'call'>, values: readonly unknown[], { context }: EvaluationState): unknown {
  const { name } = expression
  if (Object.hasOwn(functions, name)) return functions[name]?.(values, context)
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (operator === undefined) return new Failure(`there is no function "${name}"`)
  const value = operator(values[0], values[1], context)
  return value === undefined ? absent(expression) : value // only an index can be absent
}

/** `&&` and `||`: one deciding side outweighs a failure of the other. */
function junction(args: readonly Expression[], state: EvaluationState, decides: boolean): unknown {
  const failures: Failure[] = []
  for (const arg of args) {
    const value = valueOf(arg, state)
    if (value === decides) return decides
    if (value instanceof Failure) failures.push(value)
    else if (typeof value !== 'boolean')
      failures.push(new Failure(`"${decides ? '||' : '&&'}" is not for ${kindOf(value)}`))
  }
  // Absent means no, which decides an "and" but not an "or".
  return failures.find((failure) => failure.absent !== decides) ?? failures[0] ?? !decides
}

function choice([condition, then, otherwise]: readonly Expression[], state: EvaluationState): unknown {
  if (condition === undefined || then === undefined || otherwise === undefined)
    return new Failure('half a condition')
  const value = valueOf(condition, state)
  if (value instanceof Failure) return value
  if (typeof value !== 'boolean') return new Failure(`"?" is not for ${kindOf(value)}`)
  return valueOf(value ? then : otherwise, state)
}

/** The result list of `map` and `filter` grows in place. */
function gather([soFar, more]: readonly Expression[], state: EvaluationState): unknown {
  if (soFar?.kind !== 'name' || soFar.name !== SO_FAR || more?.kind !== 'list') return undefined
  const list = named(SO_FAR, state)
  if (list instanceof Failure || !Array.isArray(list)) return list
  const items = each(more.items, state)
  if (items instanceof Failure) return items
  list.push(...items)
  return list
}

function each(expressions: readonly Expression[], state: EvaluationState): unknown[] | Failure {
  const values: unknown[] = []
  for (const expression of expressions) {
    const value = valueOf(expression, state)
    if (value instanceof Failure) return value
    values.push(value)
  }
  return values
}

function mapOf(entries: Of<'map'>['entries'], state: EvaluationState): unknown {
  const map = new Map<unknown, unknown>()
  for (const [key, value] of entries) {
    const pair = each([key, value], state)
    if (pair instanceof Failure) return pair
    const known = keyOf(pair[0])
    if (known === undefined) return new Failure(`${kindOf(pair[0])} cannot be a key`)
    if (map.has(known)) return new Failure(`the key ${String(known)} is given twice`)
    map.set(known, pair[1])
  }
  return map
}

function fold(
  { over, each: name, from, while: goesOn, step, result }: Fold,
  { context, scope }: EvaluationState,
): unknown {
  const range = valueOf(over, { context, scope })
  if (range instanceof Failure) return range
  const kind = kindOf(range)
  if (kind !== 'list' && kind !== 'map') return new Failure(`${pathOf(over)} is ${kind}, no list`)
  const soFar: FoldScope = { name: SO_FAR, value: valueOf(from, { context, scope }), outer: scope }
  for (const item of Array.isArray(range) ? range : keysOf(range)) {
    const state: EvaluationState = { context, scope: { name, value: item, outer: soFar } }
    const more = valueOf(goesOn, state)
    if (more instanceof Failure) return more
    if (more !== true) break
    soFar.value = valueOf(step, state)
  }
  return valueOf(result, { context, scope: soFar })
}
