// What `when` needs of CEL once its expression stands in the plan.
import type { Expression } from '../../model/types/expression.ts'
import { evaluate } from './evaluate.ts'
import { Failure, kindOf, type Run } from './values.ts'
import type { Match } from '../../model/types.ts'

/** Is it true? A field that is not there is a no; whatever else keeps it from an answer is a maybe. */
export function askExpression(expression: Expression, run: Omit<Run, 'steps'>): Match {
  const value = evaluate(expression, run)
  if (value === true) return { is: 'yes', why: '"when" is true' }
  if (value === false) return { is: 'no', why: '"when" is false' }
  if (!(value instanceof Failure))
    return { is: 'maybe', why: `"when" gives ${kindOf(value)}, not true or false` }
  return value.absent ? { is: 'no', why: value.message } : { is: 'maybe', why: `"when": ${value.message}` }
}
