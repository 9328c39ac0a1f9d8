import type { Condition, EventName, Matcher } from '../../model/types.ts'
import { isKeys, listOf, type Path, type PatternCache } from '../read/config-file.ts'
import { groupWith } from '../../model/tool-groups.ts'
import { compilePattern, type Groups } from './patterns/compile-pattern.ts'
import { type PatternCode, nearest, type Detail, quoted, type TextRange } from '../diagnostics/diagnostics.ts'
import { checkDomain, type FoundMisfit } from '../check/domains/check-domain.ts'
import { type DomainScope, type Mended } from '../check/domains/misfit.ts'
import { warnOfExclusiveKeys } from '../check/exclusive-keys.ts'
import type { DiagnosticCode } from '../../model/errors.ts'

/** What a match is compiled against; paths of problems begin at the rule's `match`. */
export interface MatchScope extends DomainScope {
  readonly matchers: ReadonlyMap<string, Matcher<never>>
  readonly groups: Groups
  readonly home: string | undefined
  readonly patterns: PatternCache | undefined
  readonly problem: (
    code: DiagnosticCode,
    path: Path,
    detail: Detail & {
      readonly on?: 'key' | 'value'
      readonly within?: TextRange
      /** What to write there. */
      readonly mended?: Mended
    },
  ) => void
  /** Conditions of which no pattern can be met; they are added here. */
  readonly dead: Set<Condition>
}

/** The condition of a rule; undefined when it matches everything. */
export function compileMatch(written: unknown, scope: MatchScope, path: Path = []): Condition | undefined {
  if (written === undefined || written === null || written === '*') return undefined
  if (!isKeys(written)) return keyCondition('tool', written, { scope, path })
  warnOfExclusiveKeys(written, { scope, path })
  const parts = Object.keys(written).flatMap((key) =>
    keyConditions(key, written[key], { scope, path: [...path, key] }),
  )
  return parts.length < 2 ? parts[0] : { kind: 'all', of: parts }
}

/** True when no subject of this event can meet the condition. */
export function neverHolds(
  condition: Condition,
  event: EventName,
  matchers: MatchScope['matchers'],
): boolean {
  switch (condition.kind) {
    case 'key': {
      const able = matchers.get(condition.key)?.events
      return able !== undefined && !able.includes(event)
    }
    case 'all':
      return condition.of.some((part) => neverHolds(part, event, matchers))
    case 'any':
      return condition.of.length > 0 && condition.of.every((part) => neverHolds(part, event, matchers))
    case 'not':
      return false
  }
}

/** True when patterns that nothing meets keep it from ever holding. */
export function isDead(condition: Condition, dead: MatchScope['dead']): boolean {
  switch (condition.kind) {
    case 'key':
      return dead.has(condition)
    case 'all':
      return condition.of.some((part) => isDead(part, dead))
    case 'any':
      return condition.of.length > 0 && condition.of.every((part) => isDead(part, dead))
    case 'not':
      return false
  }
}

/** The conditions on single keys, those under `not` left out. */
export function flattenConditions(
  condition: Condition,
): readonly Extract<Condition, { readonly kind: 'key' }>[] {
  if (condition.kind === 'not') return []
  return condition.kind === 'key' ? [condition] : condition.of.flatMap(flattenConditions)
}

interface MatchPosition {
  readonly scope: MatchScope
  readonly path: Path
}

function keyConditions(key: string, written: unknown, at: MatchPosition): readonly Condition[] {
  if (key === 'any' || key === 'all') return [nestedCondition(key, written, at)]
  if (key === 'not') {
    const of = compileMatch(written, at.scope, at.path) ?? everything
    // An unknown key under `not` must not make the match narrower.
    return isUnderstood(written, at.scope) ? [{ kind: 'not', of }] : []
  }
  const condition = keyCondition(key, written, at)
  return condition === undefined ? [] : [condition]
}

const everything: Condition = { kind: 'all', of: [] }

function nestedCondition(kind: 'any' | 'all', written: unknown, { scope, path }: MatchPosition): Condition {
  const parts = listOf(written)
  if (parts.length === 0)
    scope.problem('empty-list', path, {
      on: 'key',
      message: `"${kind}" lists no conditions`,
      hint: 'add a condition or remove the key',
    })
  const of = parts.map(
    (part, index) => compileMatch(part, scope, itemPath(written, path, index)) ?? everything,
  )
  return kind === 'all' ? { kind, of, apart: true } : { kind, of }
}

/** An item of a list; what is no list is its own only item. */
function itemPath(written: unknown, path: Path, index: number): Path {
  return Array.isArray(written) ? [...path, index] : path
}

function isUnderstood(written: unknown, scope: MatchScope): boolean {
  if (Array.isArray(written)) return written.every((part) => isUnderstood(part, scope))
  if (!isKeys(written)) return true
  return Object.keys(written).every((key) => {
    const nests = key === 'any' || key === 'all' || key === 'not'
    return nests ? isUnderstood(written[key], scope) : scope.matchers.has(key)
  })
}

function keyCondition(key: string, written: unknown, at: MatchPosition): Condition | undefined {
  const matcher = at.scope.matchers.get(key)
  if (matcher === undefined) {
    at.scope.problem('not-supported', at.path, {
      on: 'key',
      message: `matcher "${key}" is not supported by this version`,
      hint: `use one of ${[...at.scope.matchers.keys()].join(', ')}`,
    })
    return undefined
  }
  if (Array.isArray(written) && written.length === 0)
    at.scope.problem('empty-list', at.path, {
      message: `"${key}" lists no patterns, so the rule can never match`,
      hint: 'add a pattern, or remove the key to match everything',
    })
  const { misfits, dead } = checkDomain(matcher, written, at)
  if (key === 'tool') warnOfAgentNames(written, at)
  if (matcher.takes === 'text' && misfits.length === 0) warnOfWholeText(key, written, at)
  const condition: Condition = { kind: 'key', key, pattern: patternOf(matcher, written, { ...at, misfits }) }
  if (dead) at.scope.dead.add(condition)
  return condition
}

/** One diagnostic a pattern: what cannot be read is reported by its reader, with the spelling that can. */
function reportMisfit({ is, item, path, ...misfit }: FoundMisfit, { scope }: MatchPosition): void {
  scope.problem(is === 'dead' ? 'dead-pattern' : 'unusual-pattern', path, {
    message: `"${item}" ${misfit.why}`,
    ...mendedDetail({ item, path, ...misfit }),
  })
}

function mendedDetail({
  item,
  path,
  mended,
  hint,
}: Pick<FoundMisfit, 'item' | 'path' | 'mended' | 'hint'>): Pick<Detail, 'hint'> & { mended?: Mended } {
  if (mended === undefined) return hint === undefined ? {} : { hint }
  const sign = item.startsWith('!') ? '!' : ''
  const patterns = mended.patterns.map((pattern) => sign + pattern)
  const text = patterns.map((pattern) => `'${pattern.replaceAll("'", "''")}'`).join(', ')
  const isAlone = patterns.length === 1 || typeof path.at(-1) === 'number'
  const list = isAlone ? text : `[${text}]`
  return {
    hint: `write ${mended.key === undefined ? '' : `${mended.key}: `}${list}`,
    mended: { ...mended, patterns },
  }
}

function patternOf(
  matcher: Matcher<never>,
  written: unknown,
  at: MatchPosition & { readonly misfits: readonly FoundMisfit[] },
): unknown {
  const { scope, path, misfits } = at
  const { groups, home, patterns } = scope
  const { pattern, problems } = compilePattern(matcher.takes, written, {
    groups,
    linear: true,
    ...(patterns === undefined ? {} : { memo: patterns }),
    ...(home === undefined ? {} : { home }),
  })
  const told = new Set<FoundMisfit | undefined>()
  for (const { code, message, hint, index, within } of problems) {
    const where = index === undefined ? path : [...path, ...[index].flat()]
    const better = code === 'unknown-group' ? groupHint(message, groups) : (hint ?? defaultHints[code])
    const misfit = misfits.find((each) => each.path.join() === where.join())
    told.add(misfit)
    scope.problem(code, where, {
      message,
      hint: better,
      ...(misfit && mendedDetail(misfit)),
      ...(within !== undefined && { within }),
    })
  }
  for (const misfit of misfits) if (!told.has(misfit)) reportMisfit(misfit, at)
  if (problems.length === 0) refuseEmptyGroups(matcher.key, written, { scope, path })
  return pattern
}

const defaultHints: Readonly<Record<PatternCode, string>> = {
  'bad-command': 'write a command such as git push, or a /regex/',
  'bad-expression': 'correct it',
  'bad-glob': 'correct it; a sign that is meant as it is has a backslash before it',
  'bad-pattern': "write text or a list of texts; a field inside a field is written 'a.b'",
  'bad-regex': 'correct it, or write a glob without the slashes',
  'unknown-group': 'define it under "groups"',
  'unsafe-regex': 'write it without repeating what repeats itself',
}

function groupHint(message: string, groups: Groups): string {
  const meant = nearest(/"@(.*)"/.exec(message)?.[1] ?? '', Object.keys(groups))
  return meant === undefined
    ? `use one of ${Object.keys(groups)
        .map((name) => `@${name}`)
        .join(', ')}`
    : `write '@${meant}'`
}

/** A group without tools would match nothing. */
function refuseEmptyGroups(key: string, written: unknown, { scope, path }: MatchPosition): void {
  for (const [index, item] of listOf(written).entries()) {
    if (key !== 'tool' || typeof item !== 'string' || !item.startsWith('@')) continue
    if (scope.groups[item.slice(1)]?.length !== 0) continue
    scope.problem('empty-list', itemPath(written, path, index), {
      message: `group "${item}" has no tools`,
      hint: 'list its tools under "groups"',
    })
  }
}

/** `match: Bash` holds for one agent only; the group holds for all. */
function warnOfAgentNames(written: unknown, { scope, path }: MatchPosition): void {
  const found = listOf(written).flatMap((item, index) => {
    if (typeof item !== 'string') return []
    const bare = item.startsWith('!') ? item.slice(1) : item
    const group = groupWith(bare)
    return group === undefined
      ? []
      : [{ bare, group: `${item.slice(0, item.length - bare.length)}@${group}`, index }]
  })
  const [first] = found
  if (first === undefined) return
  const groups = [...new Set(found.map((each) => each.group))]
  const names = quoted(found.map((each) => each.bare))
  scope.problem('agent-tool-name', itemPath(written, path, first.index), {
    message: `${names} ${found.length === 1 ? 'is' : 'are'} what some agents call the tool, others call it differently`,
    hint: `write ${groups.map((group) => `'${group}'`).join(', ')}, which ${groups.length === 1 ? 'holds' : 'hold'} for every agent`,
  })
}

/** A text pattern without a wildcard matches only the whole text, which is rarely intended. */
function warnOfWholeText(key: string, written: unknown, { scope, path }: MatchPosition): void {
  const index = listOf(written).findIndex((item) => typeof item === 'string' && isPlainText(item))
  const item = listOf(written)[index]
  if (typeof item !== 'string') return
  const hint = item.startsWith('!') ? `'!*${item.slice(1)}*'` : `'*${item}*'`
  scope.problem('whole-text', itemPath(written, path, index), {
    message: `"${item}" has no wildcard, so only "${key}" that is exactly this meets it`,
    hint: `write ${hint} to find it anywhere`,
  })
}

function isPlainText(pattern: string): boolean {
  return (
    pattern !== '' && pattern !== '!' && !pattern.startsWith('@') && !/[*?[{]|^!?\/.*\/[a-z]*$/s.test(pattern)
  )
}
