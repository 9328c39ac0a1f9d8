import { isEventName } from '../model/events.ts'
import { isObject } from '../model/plain-object.ts'
import type { Builtin, Matcher, Takes, Pattern, PatternItem } from '../model/types.ts'
import * as patterns from '../patterns/pattern.ts'
import * as re2 from '../patterns/regex/re2.ts'
import { checkKeys, isBoolean, isFunction, isList, isText, type OptionTable, show } from './engine-options.ts'

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
const KEY = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/
/** Reserved by `match`. */
const reserved: ReadonlySet<string> = new Set(['all', 'any', 'not'])
const effects: ReadonlySet<unknown> = new Set<Builtin['effects']>(['none', 'state', 'world'])
const takes: ReadonlySet<unknown> = new Set<Takes>(['names', 'text', 'paths', 'fields', 'boolean', 'number'])

const areEvents = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name: unknown) => typeof name === 'string' && isEventName(name))

const builtinTable: OptionTable = {
  name: ['small letters, digits and hyphens', (value) => typeof value === 'string' && NAME.test(value)],
  summary: ['a sentence', isText],
  events: ["'any' or a list of events", (value) => value === 'any' || areEvents(value)],
  effects: ['none, state or world', (value) => effects.has(value)],
  compile: ['a function', isFunction],
  examples: ['a list', isList],
  observes: ['a boolean', isBoolean],
  guards: ["a boolean or 'ask'", (value) => isBoolean(value) || value === 'ask'],
  completes: ['a list of events', areEvents],
  patterns: ['the name of an option', isText],
  uses: ["['schemas']", (value) => Array.isArray(value) && value.every((key) => key === 'schemas')],
  recipe: ['a function', isFunction],
  problem: ['a function', isFunction],
  inactive: ['a function', isFunction],
  doubt: ['a function', isFunction],
}

const matcherTable: OptionTable = {
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

const required = {
  builtin: ['name', 'summary', 'events', 'effects', 'compile'],
  matcher: ['key', 'summary', 'takes', 'compile'],
} as const

/** A built-in whose examples may be left out. */
export type BuiltinDefinition<O> = Omit<Builtin<O>, 'examples'> & Partial<Pick<Builtin<O>, 'examples'>>

/** A matcher whose examples and literals may be left out; without literals it is asked at every event. */
export type MatcherDefinition<P> = Omit<Matcher<P>, 'examples' | 'literals' | 'needs'> &
  Partial<Pick<Matcher<P>, 'examples' | 'literals'>>

export function builtinOf<O>(definition: BuiltinDefinition<O>): Builtin<O> {
  check('built-in', definition, { table: builtinTable, required: required.builtin })
  return Object.freeze({ examples: [], ...definition })
}

export function matcherOf<P>(definition: MatcherDefinition<P>): Matcher<P> {
  check('matcher', definition, { table: matcherTable, required: required.matcher })
  return Object.freeze({ examples: [], literals: () => 'any' as const, ...definition })
}

function check(
  kind: string,
  definition: unknown,
  { table, required }: { table: OptionTable; required: readonly string[] },
): void {
  if (!isObject(definition))
    throw new TypeError(`Expected a ${kind} to be an object, got ${show(definition)}`)
  const missing = required.find((key) => definition[key] === undefined)
  if (missing !== undefined) throw new TypeError(`Expected a ${kind} to have \`${missing}\``)
  checkKeys(definition, table, {
    unknown: (key) => `Unknown key \`${key}\` of a ${kind}`,
    wrong: (key) => `Expected \`${key}\` of a ${kind}`,
  })
}

const linear = (): typeof re2 => re2

/** The item of the pattern that a name meets, undefined when none does; `deploy` also meets `mcp__shop__deploy`. Throws a RangeError for a text that is too long. */
export function matchesName(pattern: Pattern, name: string): PatternItem | undefined {
  return patterns.matchesName(pattern, name, { linear })
}

/** The item of the pattern that a text meets; undefined when none does. Throws a RangeError for a text that is too long. */
export function matchesText(pattern: Pattern, text: string): PatternItem | undefined {
  return patterns.matchesText(pattern, text, linear)
}

/** The item of the pattern that a path meets; undefined when none does. `relative` is the path seen from the root. */
export function matchesPath(pattern: Pattern, path: patterns.PathLocation): PatternItem | undefined {
  return patterns.matchesPath(pattern, path, linear)
}
