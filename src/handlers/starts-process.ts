import type { Rule } from '../model/types.ts'

/** Does it start a program or ask a model? Every other handler answers at once. */
export function startsProcess(handler: Rule['handler']): boolean {
  return (
    handler.kind === 'run' ||
    handler.kind === 'recipe' ||
    (handler.kind === 'use' && handler.recipe !== undefined)
  )
}
