// A rule with a key that this version does not know stands aside alone: the rest of the plan holds, and what it
// would have denied or asked about is asked about.
import type { Diagnostic, HandlerSpec, Place } from '../../model/types.ts'
import { canCarry } from './contract.ts'
import { suggestKey } from './shape/check-keys.ts'
import { type ConfigFile, isKeys, type Path } from '../read/config-file.ts'
import { handlerKeyOf } from '../compile/handler-spec.ts'
import { handlerParts } from '../compile/handlers.ts'
import type { UnorderedRule } from '../compile/order.ts'
import { ruleKeys } from './shape/schema.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** Which rules of a file have unknown keys: the reason by the rule's path. */
type Quarantine = ReadonlyMap<string, string>

/** Finds the rule that a place in a file belongs to. */
type RuleLocator = (at: Place) => string | undefined

export function ruleKey(path: Path): string {
  return JSON.stringify(path)
}

export function findQuarantined(file: ConfigFile, drafts: readonly RuleDraft[]): Quarantine {
  const unknown = file.shape.filter(({ code }) => code === 'unknown-key')
  if (unknown.length === 0) return new Map()
  const locate = createRuleLocator(file, drafts)
  const reasons = new Map<string, string>()
  for (const { at, message } of unknown) {
    const rule = locate(at)
    if (rule !== undefined && !reasons.has(rule))
      reasons.set(rule, /unknown key "[^"]*"/.exec(message)?.[0] ?? message)
  }
  return reasons
}

/** Whether a problem leaves the rest of the plan standing. */
export function isContained(diagnostic: Diagnostic, locate: RuleLocator): boolean {
  return (
    diagnostic.severity !== 'error' ||
    (diagnostic.code === 'unknown-key' && locate(diagnostic.at) !== undefined)
  )
}

/** Rules begin where they are written and end where something else begins. */
export function createRuleLocator(file: ConfigFile, drafts: readonly RuleDraft[]): RuleLocator {
  // What was found in a directory is written nowhere.
  const written = drafts.filter(({ path }) => path[0] !== 'discover')
  const marks = [
    ...written.map((draft) => ({ at: file.document.place(draft.path, 'value'), rule: ruleKey(draft.path) })),
    ...sections(file),
  ]
  marks.sort((a, b) => compare(a.at, b.at))
  return (place) => (place.file === file.file ? lastBefore(marks, place)?.rule : undefined)
}

function lastBefore(marks: readonly SectionStart[], place: Place): SectionStart | undefined {
  let low = 0
  let high = marks.length
  while (low < high) {
    const middle = (low + high) >> 1
    const mark = marks[middle]
    if (mark !== undefined && compare(mark.at, place) <= 0) low = middle + 1
    else high = middle
  }
  return marks[low - 1]
}

interface SectionStart {
  readonly at: Place
  readonly rule: string | undefined
}

/** The keys that a rule cannot reach across. */
function sections(file: ConfigFile): readonly SectionStart[] {
  const paths = Object.keys(file.keys).flatMap((top) => {
    const below = top === 'hooks' || top === 'wrap' ? file.keys[top] : undefined
    return [[top], ...(isKeys(below) ? Object.keys(below).map((key) => [top, key]) : [])]
  })
  return paths.map((path) => ({ at: file.document.place(path, 'key'), rule: undefined }))
}

function compare(one: Place, other: Place): number {
  return one.line - other.line || one.column - other.column
}

/** A misspelt `deny` or `ask` still guards. */
export function addIntendedHandler(draft: RuleDraft): RuleDraft {
  if (handlerKeyOf(draft) !== undefined) return draft
  const strange = Object.keys(draft.keys).filter((key) => !ruleKeys.includes(key))
  const meant = strange.map((key) => suggestKey(key, Object.keys(handlerParts)))
  const guards = meant.some((key) => key === 'deny' || key === 'ask')
  // One of a handler that nobody knows is told of when it matches.
  return { ...draft, keys: { ...draft.keys, [guards ? 'ask' : 'notify']: '' } }
}

/** What guards asks for what its match names; any other rule is only told of. */
export function quarantineRules(rules: readonly UnorderedRule[], reason: string): readonly UnorderedRule[] {
  return rules.map((rule) => {
    const says = canCarry(rule.event, 'ask') ? 'ask' : 'deny'
    const speaks = isGuard(rule) && canCarry(rule.event, says)
    return {
      ...rule,
      ...(speaks && { handler: quarantineHandler(rule.name, reason, says) }),
      quarantined: reason,
    }
  })
}

/** It denies or asks, or has to when it fails. */
function isGuard({ handler, on_error: onError }: UnorderedRule): boolean {
  if (handler.kind !== 'inline') return onError !== 'proceed'
  return handler.inline.says === 'deny' || handler.inline.says === 'ask'
}

function quarantineHandler(name: string, reason: string, says: 'ask' | 'deny'): HandlerSpec {
  const text = `Rule ${name} cannot be judged: it has an ${reason}, which this version of hooks does not have. Correct the rule or update hooks.`
  return { kind: 'inline', inline: { says, text } }
}
