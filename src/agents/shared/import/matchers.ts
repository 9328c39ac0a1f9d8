// What agents' matchers are as conditions of a rule.
import { groupWith } from '../../../model/tool-groups.ts'
import type { EventName } from '../../../model/types.ts'
import { defined, type PlainObject } from '../../../model/plain-object.ts'

/** Undefined: it matches everything. Null: it is broken. */
export type ToolMatcher = string | readonly string[] | null | undefined

const matchesAll = new Set<unknown>(['', '*', '**', '.*', undefined, null])

export interface MatcherForm {
  /** Matchers of this form are names, which are compared as a whole; absent: all are regular expressions. */
  readonly names?: RegExp
  /** A regular expression has to match the whole name. */
  readonly whole?: true
  /** The agent's own tools: a matcher that lists some of them by name means these alone. */
  readonly tools?: ReadonlySet<string>
  /** Tools that a matcher means by another name than their calls have. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
}

export function patternIn(matcher: unknown, form: MatcherForm): ToolMatcher {
  if (typeof matcher !== 'string' || matchesAll.has(matcher)) return undefined
  const { names, whole, tools, aliases = {} } = form
  const listed = anchored(matcher) ?? matcher.split('|')
  if (anchored(matcher) !== undefined || listed.every((name) => tools?.has(name) === true))
    return namesIn(listed, aliases)
  if (names?.test(matcher) === true) return namesIn(matcher.split(/[|,]/), aliases)
  const expression = regex(matcher, whole)
  if (expression === undefined) return null
  const meant = Object.keys(aliases).filter((name) => expression.test(name))
  const all = [`/${expression.source}/`, ...meant.flatMap((name) => aliases[name] ?? [])]
  return all.length > 1 ? [...new Set(all)] : all[0]
}

/** The names in `^Shell$` and `^(Write|Edit)$`. */
function anchored(matcher: string): readonly string[] | undefined {
  const [, one, list] = /^\^(?:(\w+)|\((?:\?:)?([\w|]+)\))\$$/.exec(matcher) ?? []
  return (one ?? list)?.split('|')
}

const grouped = new Set<string | undefined>(['shell', 'read', 'write', 'edit'])

/** Any tool that does the same for the agent's own, so that the rule holds in other agents too. */
export function namesIn(names: readonly string[], aliases: MatcherForm['aliases'] = {}): ToolMatcher {
  const given = names.map((name) => name.trim()).filter((name) => name !== '')
  const meant = given.flatMap((name) => [
    name,
    ...(Object.hasOwn(aliases, name) ? (aliases[name] ?? []) : []),
  ])
  const all = [...new Set(meant.map(groupOr))]
  return all.length > 1 ? all : all[0]
}

function groupOr(name: string): string {
  const group = groupWith(name)
  return grouped.has(group) ? `@${group}` : name
}

function regex(matcher: string, whole = false): RegExp | undefined {
  try {
    const plain = new RegExp(matcher)
    return whole ? new RegExp(`^(?:${plain.source})$`) : plain
  } catch {
    return undefined
  }
}

/** What a matcher is tested on, by event; on others it is ignored. */
const subjects: Readonly<Partial<Record<EventName, string>>> = {
  PreToolUse: 'tool',
  PostToolUse: 'tool',
  PermissionRequest: 'tool',
  SessionStart: 'source',
  SessionEnd: 'source',
  PreCompact: 'source',
  PostCompact: 'source',
  Notification: 'source',
  SubagentStart: 'subagent',
  SubagentStop: 'subagent',
}

export const isAboutTool = (event: EventName): boolean => subjects[event] === 'tool'

/** Null for a matcher that is broken. */
export function conditionsFor(
  { native, event }: { readonly native: string; readonly event: EventName },
  pattern: ToolMatcher,
  tellsFailures: boolean,
): PlainObject | null {
  const key = subjects[event]
  if (key !== undefined && pattern === null) return null
  const failed = tellsFailures && /^postToolUse/i.test(native) ? /failure$/i.test(native) : undefined
  return defined({ ...(key !== undefined && { [key]: pattern }), is_error: failed })
}
