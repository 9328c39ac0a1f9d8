import { isEventName } from '../model/events.ts'
import type { Builtin, Matcher, Takes } from '../model/types.ts'
import { show } from './options.ts'
import { isObject } from '../model/plain-object.ts'

type Checks = Readonly<Record<string, readonly [expected: string, (value: unknown) => boolean]>>

/** As a user writes it: small letters, digits and hyphens. */
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const KEY = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/
/** What `match` keeps for itself. */
const reserved: ReadonlySet<string> = new Set(['all', 'any', 'not'])
const effects: ReadonlySet<unknown> = new Set<Builtin['effects']>(['none', 'state', 'world'])
const takes: ReadonlySet<unknown> = new Set<Takes>(['names', 'text', 'paths', 'fields', 'boolean', 'number'])

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isFunction = (value: unknown): boolean => typeof value === 'function'
const isList = (value: unknown): boolean => Array.isArray(value)
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'
const areEvents = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name: unknown) => typeof name === 'string' && isEventName(name))

const builtinChecks: Checks = {
  name: ['small letters, digits and hyphens', (value) => typeof value === 'string' && NAME.test(value)],
  summary: ['a sentence', isText],
  events: ["'any' or a list of events", (value) => value === 'any' || areEvents(value)],
  effects: ['none, state or world', (value) => effects.has(value)],
  compile: ['a function', isFunction],
  examples: ['a list', isList],
  observes: ['a boolean', isBoolean],
  guards: ['a boolean', isBoolean],
  completes: ['a list of events', areEvents],
  patterns: ['the name of an option', isText],
  uses: ["['schemas']", (value) => Array.isArray(value) && value.every((key) => key === 'schemas')],
  recipe: ['a function', isFunction],
  problem: ['a function', isFunction],
  inactive: ['a function', isFunction],
}

const matcherChecks: Checks = {
  key: [
    'small letters, digits and _, and none of all, any, not',
    (value) => typeof value === 'string' && KEY.test(value) && !reserved.has(value),
  ],
  summary: ['a sentence', isText],
  takes: [[...takes].join(', '), (value) => takes.has(value)],
  compile: ['a function', isFunction],
  literals: ['a function', isFunction],
  events: ['a list of events', areEvents],
  examples: ['a list', isList],
}

const wanted = {
  builtin: ['name', 'summary', 'events', 'effects', 'compile'],
  matcher: ['key', 'summary', 'takes', 'compile'],
} as const

/** A built-in whose examples may be left out. */
export type BuiltinDefinition<O> = Omit<Builtin<O>, 'examples'> & Partial<Pick<Builtin<O>, 'examples'>>

/** A matcher whose examples and literals may be left out; without literals it is asked at every event. */
export type MatcherDefinition<P> = Omit<Matcher<P>, 'examples' | 'literals' | 'needs'> &
  Partial<Pick<Matcher<P>, 'examples' | 'literals'>>

export function builtinOf<O>(definition: BuiltinDefinition<O>): Builtin<O> {
  check('built-in', definition, { checks: builtinChecks, wanted: wanted.builtin })
  return Object.freeze({ examples: [], ...definition })
}

export function matcherOf<P>(definition: MatcherDefinition<P>): Matcher<P> {
  check('matcher', definition, { checks: matcherChecks, wanted: wanted.matcher })
  return Object.freeze({ examples: [], literals: () => 'any' as const, ...definition })
}

interface Rules {
  readonly checks: Checks
  readonly wanted: readonly string[]
}

function check(kind: string, definition: unknown, { checks, wanted }: Rules): void {
  if (!isObject(definition))
    throw new TypeError(`Expected a ${kind} to be an object, got ${show(definition)}`)
  const missing = wanted.find((key) => definition[key] === undefined)
  if (missing !== undefined) throw new TypeError(`Expected a ${kind} to have \`${missing}\``)
  for (const [key, value] of Object.entries(definition)) {
    if (!Object.hasOwn(checks, key))
      throw new TypeError(
        `Unknown key \`${key}\` of a ${kind}: expected one of ${Object.keys(checks).join(', ')}`,
      )
    const [expected, fits] = checks[key] ?? ['nothing', () => false]
    if (value !== undefined && !fits(value))
      throw new TypeError(`Expected \`${key}\` of a ${kind} to be ${expected}, got ${show(value)}`)
  }
}
