import { fillDeep, interpolate } from '../patterns/text/interpolate.ts'
import type { Event, Match, Recipe } from '../model/types.ts'
import type { PlainObject as Plain } from '../model/plain-object.ts'

export interface ArgumentProblem {
  readonly kind: 'unknown' | 'missing'
  readonly name: string
}

export function argumentProblems({ arguments: known }: Recipe, given: Plain): readonly ArgumentProblem[] {
  if (known === undefined) return []
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name))
  const missing = Object.entries(known).filter(
    ([name, { required, default: value }]) =>
      required === true && value === undefined && !Object.hasOwn(given, name),
  )
  return [
    ...unknown.map((name) => ({ kind: 'unknown' as const, name })),
    ...missing.map(([name]) => ({ kind: 'missing' as const, name })),
  ]
}

export function withDefaults({ arguments: known = {} }: Recipe, given: Plain): Plain {
  const defaults = Object.entries(known).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return { ...Object.fromEntries(defaults), ...given }
}

/** Fills placeholders in a rule's arguments. */
export function fillArguments(args: Plain, event: Event, { bind }: Match): Plain {
  const fill = (text: string) => interpolate(text, event, bind)
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, fillDeep(value, fill)]))
}
