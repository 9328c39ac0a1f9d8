import type { Condition, Diagnostic, EventName, Pattern, Rule } from '../../model/types.ts'
import { isObject } from '../../model/plain-object.ts'
import { isWritten } from '../../model/rule-defaults.ts'
import { createDiagnostic } from '../diagnostics/diagnostics.ts'
import { lineage } from '../read/config-file.ts'
import type { LayerRules } from './plan-limits.ts'

/** What has to hold for a rule: alternatives of which one holds, exceptions of which none does. */
interface PatternPart {
  readonly name: string
  readonly yes: readonly string[]
  readonly no: readonly string[]
}

interface Decider {
  readonly rule: Rule
  readonly parts: readonly PatternPart[]
}

/** Of rules that share a part only so many are compared: a check must not take longer than the rules themselves. */
const MAX_COMPARED = 64

type EventRules = readonly [EventName, readonly Rule[]]

/** Rules that an earlier one never lets be asked. */
export function unreachableRules(
  events: readonly EventRules[],
  layers: readonly Pick<LayerRules, 'file'>[],
): readonly Diagnostic[] {
  const written = layers.flatMap(({ file }) => (file === undefined ? [] : lineage(file)))
  const own = written.filter(({ data, package: from }) => data === undefined && from === undefined)
  return [...events.flatMap(rulesBehindWall), ...decidedRules(events, new Set(own.map(({ file }) => file)))]
}

/** Rules of these files that match nothing but what an earlier rule denies, patterns compared as they are written. */
function decidedRules(events: readonly EventRules[], files: ReadonlySet<string>): readonly Diagnostic[] {
  const decided = new Map<string, { readonly rule: Rule; readonly by: Rule }>()
  const reached = new Set<string>()
  for (const [, rules] of events) {
    const deciders = new Map<string, Decider[]>()
    for (const rule of rules) {
      const parts = rule.match === undefined ? [] : partsOf(rule.match)
      const by = rule.always || !files.has(rule.at.file) ? undefined : deciderOf(rule, parts, deciders)
      const id = `${rule.at.file}:${rule.at.line}:${rule.at.column}`
      if (by === undefined) reached.add(id)
      else decided.set(id, { rule, by })
      if (denies(rule)) addDecider({ rule, parts }, deciders)
    }
  }
  return [...decided].flatMap(([id, { rule, by }]) => (reached.has(id) ? [] : [decidedBy(rule, by)]))
}

function decidedBy(rule: Rule, by: Rule): Diagnostic {
  return createDiagnostic('unreachable', rule.at, {
    message: `the rule is never reached: "${by.name}" denies all that it matches`,
    hint: `remove it, or give it a higher priority than "${by.name}"`,
    related: [{ message: `"${by.name}" is defined`, at: by.at }],
    rule: rule.name,
  })
}

function deciderOf(
  rule: Rule,
  parts: readonly PatternPart[],
  deciders: ReadonlyMap<string, readonly Decider[]>,
): Rule | undefined {
  for (const { name, yes } of parts) {
    const found = deciders.get(`${name} ${yes[0] ?? ''}`)?.find((decider) => covers(decider, rule, parts))
    if (found !== undefined) return found.rule
  }
  return undefined
}

function covers(decider: Decider, rule: Rule, parts: readonly PatternPart[]): boolean {
  const same = decider.rule.on_unresolved === rule.on_unresolved || rule.on_unresolved === 'proceed'
  return same && decider.parts.every((wide) => parts.some((narrow) => isWithin(narrow, wide)))
}

function isWithin(narrow: PatternPart, wide: PatternPart): boolean {
  return (
    narrow.name === wide.name &&
    narrow.yes.every((item) => wide.yes.includes(item)) &&
    wide.no.every((item) => narrow.no.includes(item))
  )
}

/** Filed by the alternatives of the part that has the fewest. */
function addDecider(decider: Decider, deciders: Map<string, Decider[]>): void {
  const [main] = decider.parts.toSorted((one, two) => one.yes.length - two.yes.length)
  for (const item of main?.yes ?? []) {
    const key = `${main?.name} ${item}`
    const filed = deciders.get(key) ?? []
    if (filed.length < MAX_COMPARED) deciders.set(key, [...filed, decider])
  }
}

function partsOf(condition: Condition): readonly PatternPart[] {
  if (condition.kind === 'all') return condition.of.flatMap(partsOf)
  if (condition.kind !== 'key' || !isPattern(condition.pattern))
    return [{ name: condition.kind, yes: [JSON.stringify(condition)], no: [] }]
  const { yes, no } = condition.pattern
  return [{ name: `key ${condition.key}`, yes: yes.length === 0 ? ['*'] : texts(yes), no: texts(no) }]
}

const texts = (items: readonly unknown[]): readonly string[] => items.map((item) => JSON.stringify(item))

function isPattern(pattern: unknown): pattern is Pattern {
  return isObject(pattern) && Array.isArray(pattern['yes']) && Array.isArray(pattern['no'])
}

/** Rules after one that denies everything. */
function rulesBehindWall([event, rules]: EventRules): readonly Diagnostic[] {
  const wall = rules.findIndex(deniesAll)
  const blocker = rules[wall]
  if (blocker === undefined) return []
  const [first, ...more] = rules.slice(wall + 1).filter((rule) => !rule.always && isWritten(rule))
  if (first === undefined) return []
  const message = `the rule is never reached: "${blocker.name}" denies every ${event} before it`
  const notes =
    more.length === 0
      ? {}
      : { notes: [`nor ${more.length === 1 ? 'is' : 'are'} ${more.length} more behind it`] }
  return [
    createDiagnostic('unreachable', first.at, {
      message,
      ...notes,
      hint: `give "${blocker.name}" a match, or this rule a higher priority`,
      related: [{ message: `"${blocker.name}" is defined`, at: blocker.at }],
      rule: first.name,
    }),
  ]
}

function deniesAll(rule: Rule): boolean {
  return rule.match === undefined && denies(rule)
}

/** Does it deny whatever it matches, whenever it does? */
function denies({ handler, mode, once, always, quarantined }: Rule): boolean {
  const isDeny = handler.kind === 'inline' && handler.inline.says === 'deny'
  return isDeny && mode === 'enforce' && once === undefined && !always && quarantined === undefined
}
