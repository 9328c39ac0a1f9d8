// What is wrong with an expression that can be read: names that nothing has, and what can never be true or false.
import { errorMessage } from '../../../model/errors.ts'
import type { Expression } from '../../../model/types/matching.ts'
import { type CelType, types } from '../../../matchers/cel/values.ts'
import { compileRe2 } from '../../../patterns/regex/re2.ts'
import { eventFields, innerFields } from './event-fields.ts'
import { nearest } from '../../diagnostics/diagnostics.ts'

export interface ExpressionProblem {
  readonly message: string
  readonly hint: string
  /** Where it stands in the expression. */
  readonly offset: number
  readonly length?: number
}

type Type = CelType | 'any'

interface ExpressionCheck {
  readonly offsetOf: (part: Expression) => number
  readonly problems: ExpressionProblem[]
  /** Names that a macro gives, with what they are. */
  readonly names: ReadonlyMap<string, Type>
}

interface Signature {
  /** How many arguments the function takes. */
  readonly args?: number
  /** How many arguments the method takes besides its target. */
  readonly method?: number
  readonly gives: Type
}

const text: Signature = { method: 1, gives: 'bool' }

const signatures: Readonly<Record<string, Signature>> = {
  bool: { args: 1, gives: 'bool' },
  bytes: { args: 1, gives: 'bytes' },
  contains: text,
  double: { args: 1, gives: 'double' },
  dyn: { args: 1, gives: 'any' },
  endsWith: text,
  int: { args: 1, gives: 'int' },
  matches: { ...text, args: 2 },
  size: { args: 1, method: 0, gives: 'int' },
  startsWith: text,
  string: { args: 1, gives: 'string' },
  type: { args: 1, gives: 'type' },
  uint: { args: 1, gives: 'uint' },
}

const macros = ['all', 'exists', 'exists_one', 'filter', 'map']

const comparisons = [
  '!_',
  '@in',
  '@not_strictly_false',
  '_!=_',
  '_&&_',
  '_<=_',
  '_<_',
  '_==_',
  '_>=_',
  '_>_',
  '_||_',
]

const words: Readonly<Record<CelType, string>> = {
  bool: 'true or false',
  bytes: 'bytes',
  double: 'a number',
  int: 'a number',
  list: 'a list',
  map: 'a mapping',
  null_type: 'null',
  string: 'text',
  type: 'a type',
  uint: 'a number',
}

export function checkExpression(
  expression: Expression,
  offsetOf: ExpressionCheck['offsetOf'],
): readonly ExpressionProblem[] {
  const check: ExpressionCheck = { offsetOf, problems: [], names: new Map() }
  const type = typeOf(expression, check)
  if (check.problems.length > 0 || type === 'any' || type === 'bool') return check.problems
  const message = `the expression gives ${words[type]}, never true or false`
  const hint = type === 'list' ? 'ask about it: size(…) > 0' : 'compare it with something: … == …'
  return [{ message, hint, offset: offsetOf(expression) }]
}

/** What it gives, as far as that is known; what is wrong in it is reported. */
function typeOf(expression: Expression, check: ExpressionCheck): Type {
  switch (expression.kind) {
    case 'value':
      return expression.value === null
        ? 'null_type'
        : typeof expression.value === 'string'
          ? 'string'
          : 'bool'
    case 'int':
    case 'uint':
    case 'double':
    case 'bytes':
    case 'list':
    case 'map':
      for (const part of partsOf(expression)) typeOf(part, check)
      return expression.kind
    case 'name':
      return typeOfName(expression, expression.name, check)
    case 'field':
      return typeOfField(expression, expression.of, check)
    case 'has':
      if (expression.of === undefined) typeOfName(expression, expression.name, check)
      else typeOfField(expression, expression.of, check)
      return 'bool'
    case 'call':
      return typeOfCall(expression, check)
    case 'fold':
      return typeOfFold(expression, check)
  }
}

function partsOf(expression: Expression): readonly Expression[] {
  if (expression.kind === 'list') return expression.items
  return expression.kind === 'map' ? expression.entries.flat() : []
}

function typeOfName(at: Expression, written: string, check: ExpressionCheck): Type {
  const name = written.replace(/^\./, '')
  const known = check.names.get(name)
  if (known !== undefined) return known
  if (Object.hasOwn(eventFields, name)) return eventFields[name] ?? 'any'
  if (types.some((type) => type === name)) return 'type'
  check.problems.push({
    message: `no event has "${name}"`,
    hint: hintForName(name, [...check.names.keys(), ...Object.keys(eventFields)]),
    offset: check.offsetOf(at),
    length: written.length,
  })
  return 'any'
}

/** The name that is near, else those of which one word is: `tool` and `tool_name`. */
function hintForName(name: string, names: readonly string[]): string {
  const known = names.filter((each) => !each.startsWith('@'))
  const meant = nearest(name, known)
  if (meant !== undefined) return `write ${meant}`
  const word = nearest(name, [...new Set(known.flatMap((each) => each.split('_')))])
  const alike = word === undefined ? [] : known.filter((each) => each.split('_').includes(word))
  if (alike.length > 0) return `write ${alike.join(' or ')}`
  return `put it into quotes if it is text: "${name}"; the fields of an event are listed in docs/events.md`
}

function typeOfField(
  at: Expression & { readonly name: string },
  of: Expression,
  check: ExpressionCheck,
): Type {
  const type = typeOf(of, check)
  if (of.kind === 'name' && !check.names.has(of.name) && Object.hasOwn(innerFields, of.name))
    return typeOfInner(at, innerFields[of.name] ?? {}, { of: of.name, check })
  if (type === 'any' || type === 'map') return 'any'
  check.problems.push({
    message: `"${at.name}" is asked of ${words[type]}, which has no fields`,
    hint:
      type === 'list' ? 'ask its items: exists(item, …), or [0] for the first' : `leave ".${at.name}" away`,
    offset: check.offsetOf(at),
  })
  return 'any'
}

function typeOfInner(
  at: Expression & { readonly name: string },
  known: Readonly<Record<string, CelType>>,
  { of, check }: { readonly of: string; readonly check: ExpressionCheck },
): Type {
  if (Object.hasOwn(known, at.name)) return known[at.name] ?? 'any'
  const meant = nearest(at.name, Object.keys(known))
  check.problems.push({
    message: `"${of}" has no "${at.name}"`,
    hint: meant === undefined ? `use one of ${Object.keys(known).join(', ')}` : `write ${of}.${meant}`,
    offset: check.offsetOf(at),
  })
  return 'any'
}

type CallExpression = Extract<Expression, { kind: 'call' }>

function typeOfCall(expression: CallExpression, check: ExpressionCheck): Type {
  const { name, args } = expression
  if (!/^\w+$/.test(name) || name === '_') return typeOfOperator(expression, check)
  const signature = Object.hasOwn(signatures, name) ? signatures[name] : undefined
  const wanted = expression.method === true ? signature?.method : signature?.args
  const given = args.length - (expression.method === true ? 1 : 0)
  if (signature !== undefined && wanted === given) {
    for (const arg of args) typeOf(arg, check)
    if (name === 'matches') checkRegex(args[1], check)
    return signature.gives
  }
  const length = name.length + (expression.method === true ? 1 : 0) // from its point on
  check.problems.push({ ...wrongCall(expression, signature), offset: check.offsetOf(expression), length })
  return 'any'
}

/** One that is put together is read when it is asked. */
function checkRegex(pattern: Expression | undefined, check: ExpressionCheck): void {
  if (pattern?.kind !== 'value' || typeof pattern.value !== 'string') return
  try {
    compileRe2(pattern.value)
  } catch (error) {
    check.problems.push({
      message: `regex "${pattern.value}" cannot be used: ${errorMessage(error)}`,
      hint: 'correct it; it is one of RE2, without look-around and back-references',
      offset: check.offsetOf(pattern),
    })
  }
}

function wrongCall(
  { name }: CallExpression,
  signature: Signature | undefined,
): Pick<ExpressionProblem, 'message' | 'hint'> {
  if (macros.includes(name))
    return {
      message: `"${name}" is not used like this`,
      hint: `write list.${name}(item, …), item being a name of your own`,
    }
  if (name === 'has') return { message: '"has" asks for a field', hint: 'write has(tool_input.field)' }
  if (signature === undefined) {
    const meant = nearest(name, [...Object.keys(signatures), ...macros])
    const all = [...Object.keys(signatures), ...macros, 'has'].join(', ')
    return {
      message: `there is no function "${name}"`,
      hint: meant === undefined ? `use one of ${all}` : `write ${meant}`,
    }
  }
  const forms = [
    ...(signature.args === undefined ? [] : [`${name}(${Array(signature.args).fill('…').join(', ')})`]),
    ...(signature.method === undefined ? [] : [`….${name}(${Array(signature.method).fill('…').join(', ')})`]),
  ]
  return { message: `"${name}" is not used like this`, hint: `write ${forms.join(' or ')}` }
}

const junctions: Readonly<Record<string, string>> = { '_&&_': '&&', '_||_': '||', '!_': '!', '_?_:_': '?' }

function typeOfOperator({ name, args }: CallExpression, check: ExpressionCheck): Type {
  const given = args.map((arg) => typeOf(arg, check))
  const asked = name === '_?_:_' ? 1 : given.length
  for (const [at, type] of given.slice(0, Object.hasOwn(junctions, name) ? asked : 0).entries()) {
    const arg = args[at]
    if (arg === undefined || type === 'any' || type === 'bool') continue
    const message = `"${junctions[name] ?? ''}" takes true or false, and this is ${words[type]}`
    check.problems.push({ message, hint: 'compare it with something: … == …', offset: check.offsetOf(arg) })
  }
  if (name === '_?_:_') return given[1] === given[2] ? (given[1] ?? 'any') : 'any'
  if (name === '_[_]') return 'any'
  return comparisons.includes(name) ? 'bool' : arithmeticType(given)
}

/** What cannot be calculated with fails when it is asked; here only what it gives if it gives anything. */
function arithmeticType([one = 'any', other = one]: readonly Type[]): Type {
  if (one === other || other === 'any') return one
  return one === 'any' ? other : 'double'
}

function typeOfFold(expression: Extract<Expression, { kind: 'fold' }>, check: ExpressionCheck): Type {
  const range = typeOf(expression.over, check)
  if (range !== 'any' && range !== 'list' && range !== 'map')
    check.problems.push({
      message: `this is ${words[range]}, no list to go through`,
      hint: 'ask a list or a mapping',
      offset: check.offsetOf(expression.over),
    })
  const soFar = typeOf(expression.from, check)
  const names = new Map(check.names).set(expression.each, 'any').set('@result', soFar)
  typeOf(expression.step, { ...check, names })
  return typeOf(expression.result, { ...check, names })
}
