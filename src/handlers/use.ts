import { HooksError } from '../model/errors.ts'
import type { Builtin, Handler, HandlerSpec } from '../model/types.ts'

type UseSpec = Extract<HandlerSpec, { kind: 'use' }>

/** The built-in that a rule names, compiled with its options. */
export function makeUse(spec: UseSpec, builtins: readonly Builtin<never>[]): Handler {
  const builtin = builtins.find((each) => each.name === spec.name)
  if (builtin === undefined) throw new HooksError('error', `there is no built-in "${spec.name}"`)
  // The compiler checked the options against this built-in's own schema.
  return builtin.compile(spec.with as never)
}
