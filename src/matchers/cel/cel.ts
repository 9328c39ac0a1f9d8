// Evaluates the compiled expressions of `when`.
import type { Expression } from '../../model/types/matching.ts'
import { evaluate } from './evaluate.ts'
import { Failure, kindOf, type EvaluationContext } from './values.ts'
import type { Match } from '../../model/types.ts'

/** An absent field is a no, any other failure a maybe. */
export function askExpression(expression: Expression, context: Omit<EvaluationContext, 'steps'>): Match {
  const value = evaluate(expression, context)
  if (value === true) return { is: 'yes', why: '"when" is true' }
  if (value === false) return { is: 'no', why: '"when" is false' }
  if (!(value instanceof Failure))
    return { is: 'maybe', why: `"when" gives ${kindOf(value)}, not true or false` }
  return value.absent ? { is: 'no', why: value.message } : { is: 'maybe', why: `"when": ${value.message}` }
}
