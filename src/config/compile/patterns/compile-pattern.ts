// Compiles what is written under a matcher's key to exact texts and regex sources.
import type { FieldPattern } from '../../../patterns/field-patterns.ts'
import type { CommandItem, CommandPattern } from '../../../patterns/commands/command-pattern.ts'
import { isObject } from '../../../model/plain-object.ts'
import { isPathField } from '../../../patterns/paths/paths.ts'
import { regexLiteralsOf } from '../../../patterns/regex/regex-literals.ts'
import type { Pattern, PatternItem, ReadBy, Takes } from '../../../model/types.ts'
import { commandItems, CommandPatternError } from './command-items.ts'
import { compileExpression } from './expression.ts'
import { GlobError, isGlob, textGlobSource } from '../../../patterns/globs/glob.ts'
import { pathGlobs } from '../../../patterns/globs/path-glob.ts'
import type { PatternProblem, ReportPattern } from '../../diagnostics/diagnostics.ts'
import { readRegex, strayFlags } from '../../../patterns/regex/regex.ts'
import { regexItem, withLiterals, programsOf } from './regex-item.ts'
import { below, compileParts, compileSends, compileSession } from './nested-patterns.ts'
import type { PatternCache } from '../../read/config-file.ts'

/** Tool names by group, written `@group`. */
export type Groups = Readonly<Record<string, readonly string[]>>

export interface PatternOptions {
  readonly groups: Groups
  /** The value of `~`; absent: any user's home. */
  readonly home?: string
  readonly memo?: PatternCache
  /** Regexes that only RE2 matches in time are allowed. */
  readonly linear?: true
}

export interface CompiledPattern {
  readonly pattern: unknown
  readonly problems: readonly PatternProblem[]
}

type ItemKind = 'names' | 'text' | 'paths'

interface ItemContext extends PatternOptions {
  readonly kind: ItemKind
  readonly isHost?: true
  report: ReportPattern
}

function globItems(text: string, scope: ItemContext): PatternItem[] {
  try {
    if (scope.kind === 'paths') return pathGlobs(text, scope.home).map((glob) => ({ text, ...glob }))
    return [isGlob(text) ? { text, source: textGlobSource(text) } : { text, exact: text }]
  } catch (error) {
    if (!(error instanceof GlobError)) throw error
    scope.report({ code: 'bad-glob', message: `glob "${text}": ${error.message}` })
    return []
  }
}

function itemsOf(text: string, scope: ItemContext): PatternItem[] {
  const isRegex = scope.kind !== 'paths' && (readRegex(text) !== undefined || strayFlags(text) !== undefined)
  if (!isRegex) return globItems(text, scope)
  const made = regexItem(text, scope)
  return made === undefined ? [] : [made]
}

/** A group's names, groups inside it followed, each group once. */
function expandGroup(group: string, scope: ItemContext, seen: Set<string>): string[] {
  if (seen.has(group)) return []
  seen.add(group)
  const { groups } = scope
  const names = Object.hasOwn(groups, group) ? groups[group] : groups[`@${group}`]
  if (names === undefined) {
    const known = Object.keys(groups).map((name) => `"@${name.replace(/^@/, '')}"`)
    const hint = known.length === 0 ? {} : { hint: `use one of ${known.join(', ')}` }
    scope.report({ code: 'unknown-group', message: `there is no group "@${group}"`, ...hint })
    return []
  }
  return names.flatMap((name) => (name.startsWith('@') ? expandGroup(name.slice(1), scope, seen) : [name]))
}

function items(text: string, scope: ItemContext): PatternItem[] {
  if (scope.kind !== 'names' || !text.startsWith('@')) return itemsOf(text, scope)
  const known = groupItems.get(scope.groups)?.get(text)
  if (known !== undefined) return known
  const { made, isSound } = watchProblems(scope, (own) => {
    const names = expandGroup(text.slice(1), own, new Set())
    return names.flatMap((name) => itemsOf(name, own)).map((item) => ({ ...item, text }))
  })
  if (isSound) groupItems.set(scope.groups, new Map(groupItems.get(scope.groups)).set(text, made))
  return made
}

/** Only what is made without a problem may be cached. */
function watchProblems<T>(scope: ItemContext, make: (own: ItemContext) => T): { made: T; isSound: boolean } {
  let isSound = true
  const report: ReportPattern = (problem) => {
    isSound = false
    scope.report(problem)
  }
  const made = make({ ...scope, report })
  return { made, isSound }
}

/** The items of a file's groups: most rules name the same few. */
const groupItems = new WeakMap<Groups, ReadonlyMap<string, PatternItem[]>>()

/** A scalar as the text it is compared by. */
function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value)
  return undefined
}

/** Host names are compared without case. */
function hostItems(text: string, scope: ItemContext): PatternItem[] {
  return itemsOf(text.startsWith('/') ? text : text.toLowerCase(), scope)
}

function commandItemsOf(text: string, scope: ItemContext): CommandItem[] {
  if (readRegex(text) !== undefined || strayFlags(text) !== undefined) {
    const regex = regexItem(text, scope)
    if (regex === undefined) return []
    const literals = regexLiteralsOf(regex.source ?? '')
    const programs = programsOf(regex)
    return [
      {
        text,
        stages: [],
        regex: withLiterals(regex),
        ...(literals.length > 0 && { literals }),
        ...(programs !== undefined && { programs }),
      },
    ]
  }
  try {
    return commandItems(text, scope.home)
  } catch (error) {
    if (!(error instanceof GlobError || error instanceof CommandPatternError)) throw error
    const message = `command pattern "${text}": ${error.message}`
    scope.report({ code: 'bad-command', message, ...('hint' in error && { hint: error.hint }) })
    return []
  }
}

interface PatternSides<T> {
  readonly yes: T[]
  readonly no: T[]
}

function compileCommands(written: unknown, scope: ItemContext): CommandPattern {
  return compileList<CommandItem>(written, scope, {
    make: cached(commandItemsOf, scope.memo?.commands),
    refuse: 'a command pattern is text, or a list of texts',
  })
}

function compileItems(written: unknown, scope: ItemContext): Pattern {
  return compileList<PatternItem>(written, scope, {
    make: cached(scope.isHost === true ? hostItems : items, scope.memo?.items),
    refuse: 'a pattern is text, or a list of texts',
    scalar: (text) => ({ text, exact: text }),
  })
}

/** Globs, or with them how files are read, and whether HEAD had them. */
function compilePaths(written: unknown, scope: ItemContext): Pattern {
  if (!isObject(written)) return compileItems(written, scope)
  const { path = '**', by, tracked } = written
  return {
    ...compileItems(path, { ...scope, report: below('path', scope.report) }),
    ...(by !== undefined && { by: [by].flat() as ReadBy[] }), // the schema has checked it
    ...(typeof tracked === 'boolean' && { tracked }),
  }
}

function cached<T>(
  make: ListCompiler<T>['make'],
  memo: Map<string, T[]> | undefined,
): ListCompiler<T>['make'] {
  if (memo === undefined) return make
  return (text, scope) => {
    if (/^@|~/.test(text)) return make(text, scope)
    const key = `${scope.isHost === true ? 'hosts' : scope.kind} ${text}`
    const known = memo.get(key)
    if (known !== undefined) return known
    const { made, isSound } = watchProblems(scope, (own) => make(text, own))
    if (isSound) memo.set(key, made)
    return made
  }
}

interface ListCompiler<T> {
  readonly make: (text: string, scope: ItemContext) => T[]
  /** What is said of anything else. */
  readonly refuse: string
  readonly scalar?: (text: string) => T
}

function compileList<T>(
  written: unknown,
  scope: ItemContext,
  { make, refuse, scalar }: ListCompiler<T>,
): PatternSides<T> {
  const sides: PatternSides<T> = { yes: [], no: [] }
  const list: readonly unknown[] = Array.isArray(written) ? written : [written]
  for (const [index, value] of list.entries()) {
    const at: ItemContext = {
      ...scope,
      report: (problem) => scope.report(Array.isArray(written) ? { ...problem, index } : problem),
    }
    const text = scalarText(value)
    const other = text === undefined || typeof value === 'string' ? undefined : scalar?.(text)
    if (other !== undefined) sides.yes.push(other)
    else if (typeof value !== 'string') at.report({ code: 'bad-pattern', message: refuse })
    else if (value.startsWith('!')) sides.no.push(...make(value.slice(1), at))
    else sides.yes.push(...make(value, at))
  }
  return sides
}

function compileField(field: string, written: unknown, scope: ItemContext): FieldPattern {
  const isNot = typeof written === 'object' && written !== null && Object.hasOwn(written, 'not')
  const value: unknown = isNot ? Reflect.get(written, 'not') : written
  const paths = isPathField(field)
  const report: ReportPattern = (problem) => scope.report({ ...problem, index: field })
  return {
    field,
    paths,
    not: isNot,
    pattern: compileItems(value, { ...scope, kind: paths ? 'paths' : 'text', report }),
  }
}

function compileFields(written: unknown, scope: ItemContext): FieldPattern[] {
  if (typeof written === 'object' && written !== null && !Array.isArray(written)) {
    return Object.entries(written).map(([field, value]) => compileField(field, value, scope))
  }
  scope.report({ code: 'bad-pattern', message: 'fields are written {field: pattern}' })
  return []
}

function compileBoolean(written: unknown, report: ReportPattern): boolean {
  if (typeof written !== 'boolean') report({ code: 'bad-pattern', message: 'true or false is expected' })
  return written === true
}

function compileNumbers(written: unknown, report: ReportPattern): number[] {
  const list: readonly unknown[] = Array.isArray(written) ? written : [written]
  return list.flatMap((value, index) => {
    if (typeof value === 'number') return [value]
    report({ code: 'bad-pattern', message: 'a number, or a list of numbers, is expected', index })
    return []
  })
}

/** The pattern of a matcher that takes this, and what is wrong with what was written. */
export function compilePattern(takes: Takes, written: unknown, scope: PatternOptions): CompiledPattern {
  const problems: PatternProblem[] = []
  const report: ReportPattern = (problem) => void problems.push(problem)
  const make = (): unknown => {
    switch (takes) {
      case 'names':
      case 'text':
        return compileItems(written, { ...scope, kind: takes, report })
      case 'paths':
      case 'reads':
        return compilePaths(written, { ...scope, kind: 'paths', report })
      case 'hosts':
        return compileItems(written, { ...scope, kind: 'text', isHost: true, report })
      case 'commands':
        return compileCommands(written, { ...scope, kind: 'text', report })
      case 'fields':
        return compileFields(written, { ...scope, kind: 'text', report })
      case 'expression':
        return compileExpression(written, report)
      case 'number':
        return compileNumbers(written, report)
      case 'session':
        return compileSession(written, report, (kind, value, own) =>
          kind === 'commands'
            ? compileCommands(value, { ...scope, kind: 'text', report: own })
            : compileItems(value, { ...scope, kind, report: own }),
        )
      case 'git':
      case 'pushes':
      case 'commits':
      case 'does':
        return compileParts(takes, written, {
          report,
          items: (kind, value, own) => compileItems(value, { ...scope, kind, report: own }),
        })
      case 'sends':
        return compileSends(written, report, {
          items: (kind, value, own) =>
            kind === 'hosts'
              ? compileItems(value, { ...scope, kind: 'text', isHost: true, report: own })
              : compileItems(value, { ...scope, kind, report: own }),
          commands: (value, own) => compileCommands(value, { ...scope, kind: 'text', report: own }),
        })
      case 'boolean':
        return compileBoolean(written, report)
    }
  }
  return { pattern: make(), problems }
}
