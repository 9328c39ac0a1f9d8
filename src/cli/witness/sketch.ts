// A call as far as one key of a match asks for it.
import type { Event } from '../../model/types.ts'

export type PathVerb = 'read' | 'create' | 'edit' | 'delete' | 'write' | 'touch'

/** The repository as it has to be. */
export interface GivenState {
  readonly branch?: string
  readonly dirty?: boolean
  readonly ahead?: boolean
  readonly behind?: boolean
  readonly pushed?: boolean
  readonly worktree?: boolean
  readonly operation?: string
  readonly staged?: string
}

export interface Sketch {
  /** A command line. */
  readonly command?: string
  readonly tool?: string
  readonly path?: { readonly verb: PathVerb; readonly at: string }
  /** What it adds to a file. */
  readonly text?: string
  readonly host?: string
  /** What it sends, as a word of a shell: `@.env`, `"$TOKEN"`. */
  readonly sends?: string
  /** Where the command runs. */
  readonly dir?: string
  /** Fields of the event, dotted. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Calls before it. */
  readonly before?: readonly Partial<Event>[]
  readonly given?: GivenState
}

/** One call that is all of it; undefined where they contradict each other. */
export function mergeSketches(one: Sketch, two: Sketch): Sketch | undefined {
  const fields = mergeKeys(one.fields, two.fields)
  const given = mergeKeys(one.given, two.given)
  const path = mergePaths(one.path, two.path)
  const tool = mergeTools(one.tool, two.tool)
  const clashes = (['host', 'sends', 'dir'] as const).some(
    (key) => one[key] !== undefined && two[key] !== undefined && one[key] !== two[key],
  )
  if (clashes || tool === 'clash' || fields === 'clash' || given === 'clash' || path === 'clash') return undefined
  const command = joined(one.command, two.command, ' && ')
  const text = joined(one.text, two.text, '\n')
  const before = [...(one.before ?? []), ...(two.before ?? [])]
  return {
    ...one,
    ...two,
    ...(command !== undefined && { command }),
    ...(tool !== undefined && { tool }),
    ...(text !== undefined && { text }),
    ...(path && { path }),
    ...(fields && { fields }),
    ...(given && { given }),
    ...(before.length > 0 && { before }),
  }
}

function joined(one: string | undefined, two: string | undefined, between: string): string | undefined {
  return one === undefined || two === undefined || one === two ? (one ?? two) : one + between + two
}

/** A tool of some server. */
export const SERVER_TOOL = 'mcp__server__tool'

function mergeTools(one: string | undefined, two: string | undefined): string | undefined {
  if (one === undefined || two === undefined || one === two) return one ?? two
  const [name] = one === SERVER_TOOL ? [two] : two === SERVER_TOOL ? [one] : []
  if (name === undefined) return 'clash'
  return name.startsWith('mcp__') ? name : SERVER_TOOL.replace(/[^_]+$/, name)
}

function mergeKeys<T extends object>(one: T | undefined, two: T | undefined): T | 'clash' | undefined {
  if (one === undefined || two === undefined) return one ?? two
  const known = new Map(Object.entries(one))
  const clashes = Object.entries(two).some(([key, value]) => known.has(key) && known.get(key) !== value)
  return clashes ? 'clash' : { ...one, ...two }
}

/** `write` and `touch` are any of those that are more exact. */
const breadths: Readonly<Record<PathVerb, number>> = { touch: 2, write: 1, read: 0, create: 0, edit: 0, delete: 0 }

function mergePaths(one: Sketch['path'], two: Sketch['path']): Sketch['path'] | 'clash' {
  if (one === undefined || two === undefined) return one ?? two
  if (one.at !== two.at) return 'clash'
  return breadths[one.verb] <= breadths[two.verb] ? one : two
}
