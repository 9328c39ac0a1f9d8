import { type Expression, type Fold, SO_FAR } from '../../model/types/expression.ts'
import { functions } from './functions.ts'
import { operators } from './operators.ts'
import {
  entryOf,
  Failure,
  keyOf,
  keysOf,
  kindOf,
  OutOfSteps,
  type Run,
  spend,
  Type,
  types,
  Uint,
} from './values.ts'

/** A name that a fold gives, innermost first. */
interface Scope {
  readonly name: string
  value: unknown
  readonly up: Scope | undefined
}

interface At {
  readonly run: Run
  readonly scope: Scope | undefined
}

/** Enough for every list that a person writes and for lists of thousands in an event. */
const STEPS = 500_000

/** What an expression gives: a value, or a Failure. */
export function evaluate(expression: Expression, run: Omit<Run, 'steps'>): unknown {
  try {
    return valueOf(expression, { run: { ...run, steps: STEPS }, scope: undefined })
  } catch (error) {
    if (error instanceof OutOfSteps) return new Failure(error.message)
    throw error
  }
}

function valueOf(expression: Expression, at: At): unknown {
  spend(at.run, 1)
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
      return named(expression.name, at)
    case 'field':
      return field(expression, at)
    case 'has':
      return has(expression, at)
    case 'call':
      return call(expression, at)
    case 'list':
      return each(expression.items, at)
    case 'map':
      return mapOf(expression.entries, at)
    case 'fold':
      return fold(expression, at)
  }
}

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>

function named(name: string, { run, scope }: At): unknown {
  for (let known = scope; known !== undefined; known = known.up) if (known.name === name) return known.value
  const bare = name.startsWith('.') ? name.slice(1) : name
  const value = run.read(bare)
  if (value !== undefined) return value
  return types.some((type) => type === bare) ? new Type(bare) : new Failure(`the event has no ${bare}`, true)
}

/** The fields of null are not there; other things without fields have none to ask for. */
function field({ of, name }: Of<'field'>, at: At): unknown {
  const value = valueOf(of, at)
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

function has({ of, name }: Of<'has'>, at: At): unknown {
  if (of === undefined) return at.run.read(name) !== undefined
  const value = valueOf(of, at)
  if (value instanceof Failure) return value
  const kind = kindOf(value)
  if (kind !== 'map' && kind !== 'null_type')
    return new Failure(`${pathOf(of)} is ${kind} and has no "${name}"`)
  return entryOf(value, name) !== undefined
}

/** As written, as far as that is short. */
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

function call(expression: Of<'call'>, at: At): unknown {
  const { name, args } = expression
  if (name === '_&&_') return junction(args, at, false)
  if (name === '_||_') return junction(args, at, true)
  if (name === '_?_:_') return choice(args, at)
  if (name === '@not_strictly_false') return args[0] === undefined || valueOf(args[0], at) !== false
  const gathered = name === '_+_' ? gather(args, at) : undefined
  if (gathered !== undefined) return gathered
  const values = each(args, at)
  return values instanceof Failure ? values : apply(expression, values, at)
}

function apply(expression: Of<'call'>, values: readonly unknown[], { run }: At): unknown {
  const { name } = expression
  if (Object.hasOwn(functions, name)) return functions[name]?.(values, run)
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined
  if (operator === undefined) return new Failure(`there is no function "${name}"`)
  const value = operator(values[0], values[1], run)
  return value === undefined ? absent(expression) : value // only an index can lead nowhere
}

/** `&&` and `||`: one side that decides makes up for what the other lacks. */
function junction(args: readonly Expression[], at: At, decides: boolean): unknown {
  const failures: Failure[] = []
  for (const arg of args) {
    const value = valueOf(arg, at)
    if (value === decides) return decides
    if (value instanceof Failure) failures.push(value)
    else if (typeof value !== 'boolean')
      failures.push(new Failure(`"${decides ? '||' : '&&'}" is not for ${kindOf(value)}`))
  }
  // What is not there is a no: it outweighs a doubt in an "and" and not in an "or".
  return failures.find((failure) => failure.absent !== decides) ?? failures[0] ?? !decides
}

function choice([condition, then, otherwise]: readonly Expression[], at: At): unknown {
  if (condition === undefined || then === undefined || otherwise === undefined)
    return new Failure('half a condition')
  const value = valueOf(condition, at)
  if (value instanceof Failure) return value
  if (typeof value !== 'boolean') return new Failure(`"?" is not for ${kindOf(value)}`)
  return valueOf(value ? then : otherwise, at)
}

/** What `map` and `filter` have so far is theirs alone and grows in place. */
function gather([soFar, more]: readonly Expression[], at: At): unknown {
  if (soFar?.kind !== 'name' || soFar.name !== SO_FAR || more?.kind !== 'list') return undefined
  const list = named(SO_FAR, at)
  if (list instanceof Failure || !Array.isArray(list)) return list
  const items = each(more.items, at)
  if (items instanceof Failure) return items
  list.push(...items)
  return list
}

function each(expressions: readonly Expression[], at: At): unknown[] | Failure {
  const values: unknown[] = []
  for (const expression of expressions) {
    const value = valueOf(expression, at)
    if (value instanceof Failure) return value
    values.push(value)
  }
  return values
}

function mapOf(entries: Of<'map'>['entries'], at: At): unknown {
  const map = new Map<unknown, unknown>()
  for (const [key, value] of entries) {
    const pair = each([key, value], at)
    if (pair instanceof Failure) return pair
    const known = keyOf(pair[0])
    if (known === undefined) return new Failure(`${kindOf(pair[0])} cannot be a key`)
    if (map.has(known)) return new Failure(`the key ${String(known)} is given twice`)
    map.set(known, pair[1])
  }
  return map
}

function fold({ over, each: name, from, while: goesOn, step, result }: Fold, { run, scope }: At): unknown {
  const range = valueOf(over, { run, scope })
  if (range instanceof Failure) return range
  const kind = kindOf(range)
  if (kind !== 'list' && kind !== 'map') return new Failure(`${pathOf(over)} is ${kind}, no list`)
  const soFar: Scope = { name: SO_FAR, value: valueOf(from, { run, scope }), up: scope }
  for (const item of Array.isArray(range) ? range : keysOf(range)) {
    const at: At = { run, scope: { name, value: item, up: soFar } }
    const more = valueOf(goesOn, at)
    if (more instanceof Failure) return more
    if (more !== true) break
    soFar.value = valueOf(step, at)
  }
  return valueOf(result, { run, scope: soFar })
}
