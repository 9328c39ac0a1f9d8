import { mustSpend } from './work.ts'
import type { Engines, LinearRegex, Pattern, PatternItem } from '../model/types.ts'

/** The item that a pattern without positive items matches by. */
const anyItem: PatternItem = { text: '*' }

type LoadLinear = Engines['linear']

const regexes = new WeakMap<PatternItem, RegExp>()

/** For longer texts a literal search is cheaper than a regex. */
const MAX_SHORT_TEXT = 256

function testOf(item: PatternItem): RegExp {
  const known = regexes.get(item)
  if (known !== undefined) return known
  const made = new RegExp(item.source ?? '', item.flags ?? '')
  regexes.set(item, made)
  return made
}

const CHARACTERS_PER_STEP = 200

/** Throws when the text is too long for the regex, or the work of the call is spent. */
export function matchesItem(item: PatternItem, text: string, linear: LoadLinear): boolean {
  if (item.exact !== undefined) return item.exact === text
  // A compiled regex is faster than searching its literals.
  const made = item.most === undefined && text.length <= MAX_SHORT_TEXT ? regexes.get(item) : undefined
  if (made !== undefined) return made.test(text)
  mustSpend(text.length / CHARACTERS_PER_STEP)
  if (!hasRequiredLiteral(item, text)) return false
  if (item.most === undefined || text.length <= item.most) return testOf(item).test(text)
  mustSpend(text.length)
  return linearTestOf(item, linear).test(text)
}

/** Does the text contain one of the literals that the regex requires? */
export function hasRequiredLiteral({ literals = [] }: PatternItem, text: string): boolean {
  if (literals.length === 0) return true
  const lower = text.toLowerCase()
  return literals.some((literal) => lower.includes(literal))
}

const linearTests = new WeakMap<PatternItem, LinearRegex>()

/** The linear-time regex for long texts. Its test throws when the text is too long for it, too. */
function linearTestOf(item: PatternItem, linear: LoadLinear): LinearRegex {
  const known = linearTests.get(item)
  if (known !== undefined) return known
  const made = makeLinear(item, linear)
  linearTests.set(item, made)
  return made
}

function makeLinear(
  { text: written, source = '', flags = '' }: PatternItem,
  linear: LoadLinear,
): LinearRegex {
  const tooLong = (why: string): never => {
    throw new RangeError(`the text is too long for ${written}: ${why}`)
  }
  try {
    const regex = linear().compileLinear(source, flags)
    return {
      test(text) {
        try {
          return regex.test(text)
        } catch (error) {
          return tooLong(error instanceof Error ? error.message : String(error))
        }
      },
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { test: () => tooLong(why) }
  }
}

/** The part after the server of `mcp__server__name`; undefined for any other name. */
export function mcpToolName(name: string): string | undefined {
  if (!name.startsWith('mcp__')) return undefined
  const at = name.indexOf('__', 5)
  return at < 0 ? undefined : name.slice(at + 2)
}

function find(pattern: Pattern, isHeld: (item: PatternItem) => boolean): PatternItem | undefined {
  const found = pattern.yes.length === 0 ? anyItem : pattern.yes.find(isHeld)
  return found === undefined || pattern.no.some(isHeld) ? undefined : found
}

/** Another name of the same, and how a long one is matched. */
export interface NameOptions {
  readonly linear: LoadLinear
  readonly also?: string | undefined
}

/** The item that a name matches; a bare name also matches the last part of `mcp__server__name`. */
export function matchesName(
  pattern: Pattern,
  name: string,
  { linear, also }: NameOptions,
): PatternItem | undefined {
  const last = mcpToolName(name)
  return find(
    pattern,
    (item) =>
      matchesItem(item, name, linear) ||
      (last !== undefined && item.exact === last) ||
      (also !== undefined && matchesItem(item, also, linear)),
  )
}

export function matchesText(pattern: Pattern, text: string, linear: LoadLinear): PatternItem | undefined {
  return find(pattern, (item) => matchesItem(item, text, linear))
}

/** Where a path stands; `relative` is absent outside the root. */
export interface PathLocation {
  readonly relative?: string
  readonly absolute: string
}

/** How the source of a glob begins that matches at any depth. */
export const ANYWHERE = '^/?'

function isBelow(item: PatternItem): boolean {
  return item.source?.startsWith(ANYWHERE) === true
}

/** Inside the root, a glob for any depth is matched against the relative path only: the root's own parents do not count. */
export function matchesPath(
  pattern: Pattern,
  path: PathLocation,
  linear: LoadLinear,
): PatternItem | undefined {
  const { yes, no } = pattern
  const found = yes.length === 0 ? anyItem : findItem(yes, path, linear)
  return found === undefined || findItem(no, path, linear) !== undefined ? undefined : found
}

/** A plain loop: the hot path of every rule over paths. */
function findItem(
  items: readonly PatternItem[],
  { relative, absolute }: PathLocation,
  linear: LoadLinear,
): PatternItem | undefined {
  for (const item of items) {
    if (matchesItem(item, relative ?? absolute, linear)) return item
    if (relative !== undefined && !isBelow(item) && matchesItem(item, absolute, linear)) return item
  }
  return undefined
}

const MAX_DESCRIBED = 3

/** The patterns as written, for messages. */
export function describePattern(pattern: Pattern): string {
  const written = [...pattern.yes.map((item) => item.text), ...pattern.no.map((item) => `!${item.text}`)]
  const texts = [...new Set(written)].map((text) => `"${text}"`)
  const more = texts.length - MAX_DESCRIBED
  return more < 2 ? texts.join(', ') : `${texts.slice(0, MAX_DESCRIBED).join(', ')} or ${more} more`
}
