// `{field: pattern}` over a value of unknown shape: what `input` and `metadata` ask.
import { belowNot, linkedPath, matchPath, type PathMatching } from './paths/path-match.ts'
import { describePattern, matchesText } from './pattern.ts'
import type { CompileContext, Engines, Event, Match, Pattern, Test } from '../model/types.ts'

/** One field's pattern as it stands in the plan. */
export interface FieldPattern {
  /** Dotted. */
  readonly field: string
  /** The field holds a path: its pattern has globs over paths. */
  readonly paths: boolean
  /** Holds when the pattern does not, and when the field is absent. */
  readonly not: boolean
  readonly pattern: Pattern
}

interface FieldSource extends Pick<CompileContext, 'quantifier' | 'linear'> {
  readonly of: string
  readonly wanted: readonly string[]
  read(event: Event): unknown
}

/** Every value at a dotted path: lists are looked through, a key that holds dots itself is found too. */
export function valuesAt(value: unknown, path: string): unknown[] {
  if (Array.isArray(value)) {
    const at = /^(\d+)(?:\.(.+))?$/.exec(path)
    if (at === null) return value.flatMap((each: unknown) => valuesAt(each, path))
    return Number(at[1]) < value.length ? deeper(value[Number(at[1])], at[2]) : []
  }
  if (typeof value !== 'object' || value === null) return []
  if (Object.hasOwn(value, path)) return deeper(Reflect.get(value, path), undefined)
  const dot = path.indexOf('.')
  const key = path.slice(0, dot)
  return dot < 0 || !Object.hasOwn(value, key) ? [] : deeper(Reflect.get(value, key), path.slice(dot + 1))
}

function deeper(value: unknown, rest: string | undefined): unknown[] {
  if (rest !== undefined) return valuesAt(value, rest)
  return Array.isArray(value) ? value.flatMap((each: unknown) => deeper(each, undefined)) : [value]
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

interface FieldMatch {
  readonly is: Match['is']
  /** The value that did, or that could. */
  readonly value?: string
}

/** The first value that holds, else the first that could. */
function matchValues(field: FieldPattern, values: readonly unknown[], at: PathMatching): FieldMatch {
  let doubt: FieldMatch = { is: 'no' }
  for (const value of values) {
    const text = asText(value)
    const isPath = field.paths && typeof value === 'string'
    const is = isPath ? matchPath(field.pattern, text, at) : matchText(field.pattern, text, at.linear)
    if (is === 'yes') return { is, value: text }
    if (is === 'maybe' && doubt.is === 'no') doubt = { is, value: text }
  }
  return doubt
}

function matchText(pattern: Pattern, text: string, linear: Engines['linear']): Match['is'] {
  return matchesText(pattern, text, linear) === undefined ? 'no' : 'yes'
}

/** What each field is wanted to be, for a sentence. */
export function describeFields(fields: readonly FieldPattern[]): string[] {
  return fields.map((field) => `${field.not ? 'not ' : ''}${describePattern(field.pattern)}`)
}

/** A field may be called `__proto__`. */
export function setOwn(bind: Record<string, string>, key: string, value: string): void {
  if (key !== '__proto__') bind[key] = value
  else Object.defineProperty(bind, key, { value, enumerable: true, configurable: true, writable: true })
}

/** Every field must hold; binds the first value of each that matched. */
export function fieldsTest(source: FieldSource, fields: readonly FieldPattern[]): Test {
  const failures = fields.map((field, at): Match => {
    return { is: 'no', why: `${source.of}.${field.field} is not ${source.wanted[at] ?? ''}` }
  })
  const absences = fields.map((field): Match => ({ is: 'no', why: `${source.of} has no ${field.field}` }))
  const why = fields
    .map((field, at) => `${source.of}.${field.field} is ${source.wanted[at] ?? ''}`)
    .join(', ')
  return (subject) => {
    const { event } = subject
    const bind: Record<string, string> = {}
    let doubt: string | undefined
    for (const [at, field] of fields.entries()) {
      const values = valuesAt(source.read(event), field.field)
      if (values.length === 0 && !field.not) return absences[at] ?? { is: 'no' }
      const { is, value } = matchValues(field, values, {
        subject,
        quantifier: field.not ? belowNot(source.quantifier) : source.quantifier,
        linear: source.linear,
      })
      if (is === (field.not ? 'yes' : 'no')) return failures[at] ?? { is: 'no' }
      if (is === 'maybe') doubt ??= value
      if (value !== undefined) setOwn(bind, field.field, value)
    }
    return doubt === undefined ? { is: 'yes', bind, why } : { is: 'maybe', bind, why: linkedPath(doubt) }
  }
}
