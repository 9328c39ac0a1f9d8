// The text of a `when` becomes the expression that stands in the plan, or what is wrong with it.
import { parse } from '@bufbuild/cel'
import type { Constant, Expr, Expr_Call, Expr_Comprehension } from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'
import { errorMessage } from '../../../model/errors.ts'
import type { ReportPattern } from '../../diagnostics/diagnostics.ts'
import type { Expression, When } from '../../../model/types/matching.ts'
import { type ExpressionProblem, checkExpression } from './expression-check.ts'

/** Longer ones take too long to parse. */
const MAX_CHARACTERS = 2000
/** Brackets inside brackets: each costs the parser a piece of the stack. */
const MAX_DEPTH = 40

interface ReadExpression {
  readonly when?: When
  readonly problems: readonly ExpressionProblem[]
}

/** Without a problem there is a `when`. */
function readExpression(text: string): ReadExpression {
  const tooMuch = boundsProblem(text)
  if (tooMuch !== undefined) return { problems: [tooMuch] }
  const offsets = new Map<Expression, number>()
  try {
    const expression = parseExpression(text, (part, offset) => offsets.set(part, offset))
    const problems = checkExpression(expression, (part) => offsets.get(part) ?? 0)
    return problems.length > 0 ? { problems } : { when: { text, expression }, problems }
  } catch (error) {
    return { problems: [problemOf(error, text)] }
  }
}

/** Throws when it cannot be parsed; `note` is called with the offset of each part. */
export function parseExpression(text: string, note: (part: Expression, offset: number) => void): Expression {
  const { expr, sourceInfo } = parse(text)
  return convert(expr, (part, id) => note(part, sourceInfo?.positions[id.toString()] ?? 0))
}

function boundsProblem(text: string): ExpressionProblem | undefined {
  if (text.trim() === '')
    return { message: 'the expression is empty', hint: 'write what has to be true', offset: 0 }
  if (text.length > MAX_CHARACTERS)
    return {
      message: `the expression has ${text.length} characters, and ${MAX_CHARACTERS} is the most`,
      hint: 'move a part of it into a script, or into other keys of "match"',
      offset: 0,
    }
  const at = tooDeepAt(text)
  return at === undefined
    ? undefined
    : {
        message: 'the expression is nested too deeply',
        hint: `nest at most ${MAX_DEPTH} brackets`,
        offset: at,
      }
}

/** Brackets in strings count too. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    if (depth > MAX_DEPTH) return at
  }
  return undefined
}

interface SyntaxFault extends Error {
  readonly found: string | null
  readonly location: { readonly start: { readonly offset: number } }
}

function isSyntaxFault(error: unknown): error is SyntaxFault {
  return error instanceof Error && 'location' in error && 'found' in error
}

function problemOf(error: unknown, text: string): ExpressionProblem {
  if (error instanceof RangeError)
    return { message: 'the expression is nested too deeply', hint: 'split it', offset: 0 }
  if (!isSyntaxFault(error)) {
    const message = `the expression cannot be read: ${errorMessage(error).slice(0, 200)}`
    return { message, hint: 'correct it', offset: 0 }
  }
  const { offset } = error.location.start
  const found = text.slice(offset).trimStart()
  const [word = found.charAt(0)] = /^(?:\w+|[=!<>&|]+|.)/u.exec(found) ?? []
  if (found === '' || (/^\W/.test(word) && found.trimEnd() === word && !')]}'.includes(word)))
    return {
      message: 'the expression ends too early',
      hint: 'complete it',
      offset: text.trimEnd().length - 1,
    }
  return {
    message: `the expression cannot be read at "${word}"`,
    hint: hintFor(word),
    offset: text.length - found.length,
    length: word.length,
  }
}

const hints: Readonly<Record<string, string>> = {
  '=': 'write == to compare',
  '===': 'write == to compare',
  '!==': 'write != to compare',
  and: 'write && for "and"',
  or: 'write || for "or"',
  not: 'write ! for "not"',
  '&': 'write && for "and"',
  '|': 'write || for "or"',
  "'": 'end the text with the sign that it begins with',
  '"': 'end the text with the sign that it begins with',
}

function hintFor(word: string): string {
  return (Object.hasOwn(hints, word) ? hints[word] : undefined) ?? 'write a comparison, such as turn > 3'
}

type Note = (made: Expression, id: bigint) => void

function convert(expr: Expr | undefined, note: Note): Expression {
  if (expr === undefined) throw new Error('a part of it is missing')
  const made = converted(expr, (part) => convert(part, note))
  note(made, expr.id)
  return made
}

type ConvertPart = (expr: Expr | undefined) => Expression

function converted({ exprKind }: Expr, part: ConvertPart): Expression {
  switch (exprKind.case) {
    case 'constExpr':
      return constant(exprKind.value)
    case 'identExpr':
      return { kind: 'name', name: exprKind.value.name }
    case 'selectExpr': {
      const { operand, field, testOnly } = exprKind.value
      return { kind: testOnly ? 'has' : 'field', of: part(operand), name: field }
    }
    case 'callExpr':
      return call(exprKind.value, part)
    case 'listExpr':
      return { kind: 'list', items: exprKind.value.elements.map(part) }
    case 'structExpr': {
      const { messageName, entries } = exprKind.value
      if (messageName !== '') throw new Error(`it makes a message "${messageName}", and there are none here`)
      return {
        kind: 'map',
        entries: entries.map(({ keyKind, value }) => [mapKey(keyKind, part), part(value)]),
      }
    }
    case 'comprehensionExpr':
      return fold(exprKind.value, part)
    case undefined:
      throw new Error('a part of it is missing')
  }
}

type KeyKind = Extract<Expr['exprKind'], { case: 'structExpr' }>['value']['entries'][number]['keyKind']

function mapKey(key: KeyKind, part: ConvertPart): Expression {
  return key.case === 'mapKey' ? part(key.value) : { kind: 'value', value: key.value ?? null }
}

function constant({ constantKind: { case: kind, value } }: Constant): Expression {
  switch (kind) {
    case 'boolValue':
    case 'stringValue':
      return { kind: 'value', value }
    case 'int64Value':
    case 'uint64Value':
      return integer(kind === 'int64Value' ? 'int' : 'uint', value)
    case 'doubleValue':
      return { kind: 'double', digits: String(value) }
    case 'bytesValue':
      return { kind: 'bytes', bytes: [...value] }
    case 'nullValue':
      return { kind: 'value', value: null }
    default:
      throw new Error('it has a constant of an unknown kind')
  }
}

function integer(kind: 'int' | 'uint', value: bigint): Expression {
  const fits = kind === 'int' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value)
  if (fits !== value) throw new Error(`${value} does not fit into 64 bits`)
  return { kind, digits: String(value) }
}

/** A field of the event is there or not, like any other: `has(prompt)`. */
function call({ function: name, target, args }: Expr_Call, part: ConvertPart): Expression {
  const [first] = args
  if (name === 'has' && args.length === 1 && target === undefined && first?.exprKind.case === 'identExpr')
    return { kind: 'has', name: first.exprKind.value.name }
  const given = target === undefined ? args : [target, ...args]
  return { kind: 'call', name, ...(target !== undefined && { method: true }), args: given.map(part) }
}

function fold(of: Expr_Comprehension, part: ConvertPart): Expression {
  return {
    kind: 'fold',
    over: part(of.iterRange),
    each: of.iterVar,
    from: part(of.accuInit),
    while: part(of.loopCondition),
    step: part(of.loopStep),
    result: part(of.result),
  }
}

/** Undefined where it says what is wrong. */
export function compileExpression(written: unknown, report: ReportPattern): unknown {
  if (typeof written !== 'string') {
    report({
      code: 'bad-pattern',
      message: 'an expression is text',
      hint: "write it in quotes: 'turn > 3'",
    })
    return undefined
  }
  const { when, problems } = readExpression(written)
  for (const { message, hint, offset, length = 1 } of problems)
    report({ code: 'bad-expression', message, hint, within: [offset, length] })
  return when
}
