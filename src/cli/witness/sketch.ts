// A call as far as the keys of a match ask for it.
import { isDeepStrictEqual } from 'node:util'
import { pickDefined } from '../../model/plain-object.ts'
import type { Event } from '../../model/types.ts'

export type Values = Readonly<Record<string, unknown>>

/** `write` and `touch` are any of those before them. */
const pathVerbs = ['read', 'create', 'edit', 'delete', 'write', 'touch'] as const
export type PathVerb = (typeof pathVerbs)[number]

export interface Sketch {
  /** A command line. */
  readonly command?: string
  readonly tool?: string
  readonly path?: string
  /** What it does to the path. */
  readonly verb?: PathVerb
  /** What it adds to a file. */
  readonly text?: string
  /** The text of the event: a prompt, a response, an output. */
  readonly said?: string
  readonly host?: string
  /** What it sends, as a word of a shell: `@.env`, `"$TOKEN"`. */
  readonly sends?: string
  /** Where the command runs. */
  readonly dir?: string
  /** Fields of the event, dotted. */
  readonly fields?: Values
  /** Calls before it. */
  readonly before?: readonly Partial<Event>[]
  /** The branch, and what else `git` asks about. */
  readonly given?: Values
}

/** At most so many ways to meet a match are tried. */
export const MAX_SKETCHES = 200

/** Each with each, those first of which all stand early. */
export function combineAll(parts: readonly (readonly Sketch[])[]): readonly Sketch[] {
  const none: readonly Sketch[] = [{}]
  return parts.reduce((left, right) => {
    const pairs = left.flatMap((one, row) => right.map((two, column) => ({ one, two, late: row + column })))
    const made = pairs.toSorted((a, b) => a.late - b.late).map(({ one, two }) => mergeSketches(one, two))
    return made.filter((each) => each !== undefined).slice(0, MAX_SKETCHES)
  }, none)
}

/** One call that is both; undefined where they contradict each other. */
function mergeSketches(one: Sketch, two: Sketch): Sketch | undefined {
  const all = new Map<string, unknown>(Object.entries(one))
  for (const [key, value] of Object.entries(two)) {
    const made = all.has(key) ? merged(key, all.get(key), value) : value
    if (made === undefined) return undefined
    all.set(key, made)
  }
  return Object.fromEntries(all)
}

function merged(key: string, one: unknown, two: unknown): unknown {
  if (isDeepStrictEqual(one, two)) return one
  switch (key) {
    case 'command':
      return `${String(one)} && ${String(two)}`
    case 'text':
      return `${String(one)}\n${String(two)}`
    case 'before':
      return [one, two].flat()
    case 'verb':
      return pathVerbs.find((verb) => verb === one || verb === two)
    case 'tool':
      return onServer(String(one), String(two)) ?? onServer(String(two), String(one))
    case 'fields':
    case 'given': {
      const [left, right] = [one as Values, two as Values] // those of two sketches
      const shared = Object.keys(left).filter((name) => Object.hasOwn(right, name))
      const isSame = isDeepStrictEqual(pickDefined(left, shared), pickDefined(right, shared))
      return isSame ? { ...left, ...right } : undefined
    }
    default:
      return undefined
  }
}

/** A tool of some server. */
export const SERVER_TOOL = 'mcp__server__tool'

const onServer = (any: string, name: string): string | undefined =>
  any === SERVER_TOOL ? (name.startsWith('mcp__') ? name : SERVER_TOOL.replace(/tool$/, name)) : undefined
