import path from 'node:path'
import { isObject } from '../../model/plain-object.ts'
import type { Condition, Pattern, Rule, RunSpec } from '../../model/types.ts'
import type { FieldPattern } from '../../patterns/field-patterns.ts'
import { fit } from '../../patterns/text/terminal-text.ts'
import { isPattern } from '../call/matched.ts'
import { isObserver } from '../call/view.ts'
import type { Row } from '../page/columns.ts'
import { type Colour, type Page, placeText, shortPath, signFor } from '../page/page.ts'

/** The part of a line that one pattern may take. */
const PATTERN_SHARE = 0.4

/** A rule of `hooks list`: its place in the order, what it does and when. */
export function rowOf(rule: Rule, index: number, page: Page): Row {
  const { word, colour, detail } = describeHandler(rule, page)
  const text = [
    ...(detail === undefined ? [] : [detail]),
    ...(isObserver(rule) && rule.match === undefined ? [] : [described(rule, page.width)]),
    ...extrasOf(rule),
  ].join(' · ')
  return {
    glyph: String(index + 1),
    colour,
    name: rule.name,
    word,
    text,
    whole: true,
    place: placeText(rule.at, page),
  }
}

function describeHandler(rule: Rule, page: Page): { word: string; colour: Colour; detail?: string } {
  const { handler } = rule
  switch (handler.kind) {
    case 'inline': {
      const { says } = handler.inline
      return { word: says.replace('_', ' '), colour: signFor(says)?.colour ?? 'bold' }
    }
    case 'use':
      return isObserver(rule)
        ? { word: 'observes', colour: 'dim', detail: handler.name }
        : { word: 'use', colour: 'bold', detail: handler.name }
    case 'run':
      return { word: 'run', colour: 'bold', detail: commandOf(handler, page) }
    case 'recipe':
      return { word: 'recipe', colour: 'bold', detail: handler.name }
    case 'remember':
      return {
        word: 'observes',
        colour: 'dim',
        detail: 'implicit: records events for rules that match on the session',
      }
  }
}

/** A long pattern loses its middle. */
function described({ match }: Rule, width: number): string {
  return describeCondition(match, Math.floor(width * PATTERN_SHARE))
}

/** The command line, with the program's path as seen from here. */
function commandOf({ argv }: RunSpec, page: Page): string {
  if (typeof argv === 'string') return argv
  const [program = '', ...rest] = argv
  return [path.isAbsolute(program) ? shortPath(program, page) : program, ...rest].join(' ')
}

/** Settings that are not the default. */
function extrasOf(rule: Rule): readonly string[] {
  return [
    ...(rule.priority === 0 ? [] : [`priority ${rule.priority}${bandOf(rule.priority)}`]),
    ...(rule.mode === 'enforce' ? [] : [rule.mode]),
    ...(rule.once === undefined ? [] : [`once a ${rule.once}`]),
    ...(rule.always && !isObserver(rule) ? ['always'] : []),
    ...(rule.background === true ? ['in the background'] : []),
    ...(rule.half === undefined ? [] : [`${rule.half} half`]),
    ...(rule.layer === 'project' ? [] : [rule.layer]),
    ...(rule.withheld === undefined
      ? []
      : [rule.withheld === 'new' ? 'not trusted' : 'changed since trusted']),
    ...(rule.quarantined === undefined ? [] : [`quarantined: ${rule.quarantined}`]),
  ]
}

/** What rules of such a priority are usually for. */
function bandOf(priority: number): string {
  if (priority >= 200) return ' (guards)'
  if (priority >= 100) return ' (infrastructure)'
  return priority < 0 ? ' (after the others)' : ''
}

/** A match on one line, close to how it was written; patterns wider than `most` lose their middle. */
function describeCondition(condition: Condition | undefined, most: number): string {
  if (condition === undefined) return 'everything'
  switch (condition.kind) {
    case 'key':
      return describeKey(condition.key, condition.pattern, most)
    case 'not':
      return `not (${describeCondition(condition.of, most)})`
    case 'all':
      return condition.of.length === 0 ? 'everything' : each(condition.of, most).join(' and ')
    case 'any':
      return `(${each(condition.of, most).join(' or ')})`
  }
}

function each(conditions: readonly Condition[], most: number): string[] {
  return conditions.map((condition) => describeCondition(condition, most))
}

function describeKey(key: string, pattern: unknown, most: number): string {
  if (isPattern(pattern)) return `${key} ${texts(pattern, most)}`
  if (Array.isArray(pattern))
    return pattern
      .map((item: unknown) => (isField(item) ? describeField(key, item, most) : `${key} ${String(item)}`))
      .join(' and ')
  if (isObject(pattern) && typeof pattern.text === 'string') return `${key} ${fit(pattern.text, most)}`
  return `${key} ${fit(JSON.stringify(pattern), most)}`
}

function describeField(key: string, { field, not, pattern }: FieldPattern, most: number): string {
  return `${not ? 'not ' : ''}${key}.${field} ${texts(pattern, most)}`
}

/** Deduplicates: tools of a group share a text. */
function texts({ yes, no }: Pattern, most: number): string {
  const named = [...yes.map(({ text }) => text), ...no.map(({ text }) => `!${text}`)]
  const written = named.map((text) => `"${fit(text, most)}"`)
  return [...new Set(written)].join(' ')
}

function isField(value: unknown): value is FieldPattern {
  return isObject(value) && typeof value.field === 'string' && isPattern(value.pattern)
}
