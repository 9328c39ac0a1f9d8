// Fields of an event that make an expression of `when` true.
import type { Expression } from '../../model/types/expression.ts'
import { regexTexts } from './regex-texts.ts'

/** Values by dotted path. */
export type Values = Readonly<Record<string, unknown>>

type Call = Extract<Expression, { kind: 'call' }>

const MAX_WAYS = 24
const ANY = 'a'

/** Ways to make it true, or false; values that several parts want are the more exact ones. */
export function waysTo(expression: Expression, wanted = true): readonly Values[] {
  switch (expression.kind) {
    case 'call':
      return waysOfCall(expression, wanted)
    case 'has':
      return wanted ? setTo(pathOf(expression), [ANY]) : [{}]
    case 'value':
      return expression.value === wanted ? [{}] : []
    case 'name':
    case 'field':
      return setTo(pathOf(expression), [wanted])
    case 'fold':
      return waysTo(renamed(expression.step, expression.each, expression.over), wanted)
    default:
      return []
  }
}

function waysOfCall(of: Call, wanted: boolean): readonly Values[] {
  const { name, args } = of
  const [one, two] = args
  if (one === undefined) return []
  if (name === '!_') return waysTo(one, !wanted)
  if (name === '_&&_' || name === '_||_') {
    const isEach = (name === '_&&_') === wanted
    const parts = args.filter((arg) => !isSoFar(arg)).map((arg) => waysTo(arg, wanted))
    const none: readonly Values[] = [{}]
    return isEach ? parts.reduce(product, none) : parts.flat()
  }
  return two === undefined ? [] : waysOfTest({ name, one, two }, wanted)
}

const isSoFar = (of: Expression): boolean => of.kind === 'name' && of.name.startsWith('@')

function product(left: readonly Values[], right: readonly Values[]): readonly Values[] {
  const all = left.flatMap((one) => right.map((two) => together(one, two)))
  return all.filter((each) => each !== undefined).slice(0, MAX_WAYS)
}

function together(one: Values, two: Values): Values | undefined {
  const merged: Record<string, unknown> = { ...one }
  for (const [key, value] of Object.entries(two)) {
    if (Object.hasOwn(merged, key) && merged[key] !== value && ![merged[key], value].includes(ANY)) return undefined
    if (!Object.hasOwn(merged, key) || merged[key] === ANY) merged[key] = value
  }
  return merged
}

interface Comparison {
  readonly name: string
  readonly one: Expression
  readonly two: Expression
}

const mirrored: Readonly<Record<string, string>> = { '_<_': '_>_', '_>_': '_<_', '_<=_': '_>=_', '_>=_': '_<=_' }

function waysOfTest({ name, one, two }: Comparison, wanted: boolean): readonly Values[] {
  const size = sizeOf(one) ?? sizeOf(two)
  const path = pathOf(size ?? one) ?? pathOf(two)
  const isTurned = pathOf(one) === undefined && sizeOf(one) === undefined
  const value = constantOf(isTurned ? one : two)
  const values = valuesFor(isTurned ? (mirrored[name] ?? name) : name, value, wanted)
  if (size === undefined) return setTo(path, values)
  const numbers = values.filter((each) => typeof each === 'number').map((each) => Math.max(0, each))
  const sized = numbers.flatMap((each) => [ANY.repeat(each), Array.from({ length: each }, () => ANY)])
  return setTo(path, sized)
}

function valuesFor(name: string, value: unknown, wanted: boolean): readonly unknown[] {
  const isEqual = (name === '_==_') === wanted
  const near = typeof value === 'number' ? [value + 1, value - 1, value] : []
  switch (name) {
    case '_==_':
    case '_!=_':
      return isEqual ? [value] : typeof value === 'boolean' ? [!value] : [...near.slice(0, 1), `not-${String(value)}`]
    case '@in':
      return Array.isArray(value) ? (wanted ? value : [`not-${String(value[0])}`]) : wanted ? [[value]] : [[ANY]]
    case 'matches':
      return wanted ? regexTexts(String(value), '') : [ANY]
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return wanted ? [value] : [ANY]
    default:
      return near
  }
}

const setTo = (path: string | undefined, values: readonly unknown[]): readonly Values[] =>
  path === undefined ? [] : values.map((value) => ({ [path]: value }))

function sizeOf(of: Expression): Expression | undefined {
  return of.kind === 'call' && of.name === 'size' ? of.args[0] : undefined
}

/** `tool_input.amount`; through what only writes a value in another way. */
function pathOf(of: Expression): string | undefined {
  if (of.kind === 'name') return of.name
  if (of.kind === 'field' || of.kind === 'has') {
    if (of.kind === 'has' && of.of === undefined) return of.name
    const inner = of.of && pathOf(of.of)
    return inner === undefined ? undefined : `${inner}.${of.name}`
  }
  if (of.kind !== 'call') return undefined
  const [target, key] = of.args
  if (target === undefined) return undefined
  const inner = pathOf(target)
  if (of.name === '_[_]' && key !== undefined && inner !== undefined) return `${inner}.${String(constantOf(key))}`
  return ['lowerAscii', 'string', 'int', 'double'].includes(of.name) ? inner : undefined
}

function constantOf(of: Expression): unknown {
  switch (of.kind) {
    case 'value':
      return of.value
    case 'int':
    case 'uint':
    case 'double':
      return Number(of.digits)
    case 'list':
      return of.items.map(constantOf)
    default:
      return undefined
  }
}

/** An item of a list by its place in it. */
function renamed(of: Expression, name: string, over: Expression): Expression {
  const deeper = (part: Expression): Expression => renamed(part, name, over)
  if (of.kind === 'name' && of.name === name)
    return { kind: 'call', name: '_[_]', args: [over, { kind: 'int', digits: '0' }] }
  if (of.kind === 'field') return { ...of, of: deeper(of.of) }
  if (of.kind === 'has' && of.of !== undefined) return { ...of, of: deeper(of.of) }
  return of.kind === 'call' ? { ...of, args: of.args.map(deeper) } : of
}
