// Fields of an event that make an expression of `when` true.
import type { Expression } from '../../model/types/matching.ts'
import { regexTexts } from './regex-texts.ts'
import { combineAll, type Sketch } from './sketch.ts'

const ANY = 'a'

/** Ways to make it true, or false. */
export function waysTo(expression: Expression, wanted = true): readonly Sketch[] {
  switch (expression.kind) {
    case 'call':
      return waysOfCall(expression, wanted)
    case 'has':
      return wanted ? [{}, ...setTo(pathOf(expression), [ANY])] : [{}]
    case 'value':
      return expression.value === wanted ? [{}] : []
    case 'name':
    case 'field':
      return setTo(pathOf(expression), [wanted])
    default:
      return []
  }
}

type ExpressionCall = Extract<Expression, { kind: 'call' }>

function waysOfCall({ name, args }: ExpressionCall, wanted: boolean): readonly Sketch[] {
  const [one, two] = args
  if (one === undefined) return []
  if (name === '!_') return waysTo(one, !wanted)
  if (name === '_&&_' || name === '_||_') {
    const parts = args.map((arg) => waysTo(arg, wanted))
    return (name === '_&&_') === wanted ? combineAll(parts) : parts.flat()
  }
  const sized = one.kind === 'call' && one.name === 'size' ? one.args[0] : undefined
  const values = two === undefined ? [] : valuesFor(name, { one, two }, wanted)
  if (sized === undefined) return setTo(pathOf(one) ?? (two && pathOf(two)), values)
  const sizes = values.filter((each) => typeof each === 'number').map((each) => Math.max(0, each))
  return setTo(
    pathOf(sized),
    sizes.flatMap((size) => [ANY.repeat(size), Array.from({ length: size }, () => ANY)]),
  )
}

/** What a field could be that is compared so; of numbers those beside it as well. */
function valuesFor(
  name: string,
  { one, two }: { readonly one: Expression; readonly two: Expression },
  wanted: boolean,
): readonly unknown[] {
  const value = constantOf(two) ?? constantOf(one)
  switch (name) {
    case 'matches':
      return wanted ? regexTexts(String(value), '') : [ANY]
    case '@in':
      return wanted ? (Array.isArray(value) ? value : [[value]]) : [ANY]
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return [wanted ? value : ANY]
    default:
      if (typeof value === 'number') return [value, value + 1, value - 1]
      return (name === '_==_') === wanted ? [value] : [typeof value === 'boolean' ? !value : ANY]
  }
}

const setTo = (path: string | undefined, values: readonly unknown[]): readonly Sketch[] =>
  path === undefined ? [] : values.map((value) => ({ fields: { [path]: value } }))

/** `tool_input.amount`; through what only writes a value in another way. */
function pathOf(of: Expression): string | undefined {
  if (of.kind === 'name') return of.name
  const inner = of.kind === 'call' ? of.args[0] : of.kind === 'field' || of.kind === 'has' ? of.of : undefined
  const above = inner && pathOf(inner)
  if (of.kind === 'has' && inner === undefined) return of.name
  if (above === undefined || (of.kind === 'call' && of.name !== '_[_]')) return above
  const key = of.kind === 'call' ? of.args[1] && constantOf(of.args[1]) : Reflect.get(of, 'name')
  return `${above}.${String(key)}`
}

function constantOf(of: Expression): unknown {
  if (of.kind === 'value') return of.value
  if (of.kind === 'list') return of.items.map(constantOf)
  return 'digits' in of ? Number(of.digits) : undefined
}
