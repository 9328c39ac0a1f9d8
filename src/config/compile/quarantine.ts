// A rule with a key that this version does not know is quarantined alone: the rest of the plan holds, and what the
// rule would have denied or asked about is asked about.
import type { Diagnostic, Place } from '../../model/types.ts'
import { canCarry } from './contract.ts'
import { suggestKey } from '../check/check-keys.ts'
import { type ConfigFile, isKeys, type Path } from '../read/config-file.ts'
import { handlerParts } from '../../model/handler-keys.ts'
import type { UnorderedRule } from '../trust/gate.ts'
import { ruleKeys } from '../check/schema.ts'
import { type RuleDraft, handlerKeyOf } from '../expand/expand.ts'

/** Which rules of a file have unknown keys: the reason by the rule's path. */
type QuarantineReasons = ReadonlyMap<string, string>

/** Finds the rule that a place in a file belongs to. */
type RuleLocator = (at: Place) => string | undefined

export function ruleKey(path: Path): string {
  return JSON.stringify(path)
}

export function findQuarantined(file: ConfigFile, drafts: readonly RuleDraft[]): QuarantineReasons {
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

/** A pattern that nothing meets answers no: what stands beside it goes on. */
export const isFatal = ({ severity, code }: Diagnostic): boolean =>
  severity === 'error' && code !== 'dead-pattern'

/** Whether the rest of the plan holds in spite of the problem. */
export function isContained(diagnostic: Diagnostic, locate: RuleLocator): boolean {
  return !isFatal(diagnostic) || (diagnostic.code === 'unknown-key' && locate(diagnostic.at) !== undefined)
}

/** Finds rules by place: each ends where the next rule or section begins. */
export function createRuleLocator(file: ConfigFile, drafts: readonly RuleDraft[]): RuleLocator {
  // What was found in a directory is written nowhere.
  const written = drafts.filter((draft) => draft.file === file && draft.path[0] !== 'discover')
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

/** Keys that end the rule before them. */
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

interface CheckedRules {
  readonly files: readonly ConfigFile[]
  readonly drafts: readonly RuleDraft[]
  readonly diagnostics: readonly Diagnostic[]
}

/** The denies that no error of their files lies in. */
export function wholeDenies(
  rules: readonly UnorderedRule[],
  { files, drafts, diagnostics }: CheckedRules,
): readonly UnorderedRule[] {
  const errors = diagnostics.filter(isFatal)
  if (files.some((file) => isUsedElsewhere(file, errors))) return []
  const marks = files.map((file) => ({ file, locate: createRuleLocator(file, drafts) }))
  const isWhole = ({ at, name }: UnorderedRule): boolean =>
    marks.every(({ file, locate }) => {
      const rule = locate(at)
      const isIn = (error: Diagnostic): boolean =>
        locate(error.at) === rule && (error.rule === name || !isNextItem(error.at, file))
      return rule === undefined || !errors.some(isIn)
    })
  return rules.filter((rule) => isDeny(rule) && isWhole(rule))
}

/** Whether what an error spoils may stand in any rule: by an alias, or by a key that rules use. */
function isUsedElsewhere({ file, document, keys }: ConfigFile, errors: readonly Diagnostic[]): boolean {
  const own = errors.filter(({ at, code }) => at.file === file && !waits.has(code))
  if (
    own.length > 0 &&
    /(?:^|[\s,[:])\*[\w-]+/m.test(document.source.text.replaceAll(/'[^']*'|"[^"]*"/g, ''))
  )
    return true
  const starts = Object.keys(keys).map((key) => ({ key, at: document.place([key], 'key') }))
  starts.sort((one, other) => compare(one.at, other.at))
  return own.some(({ at }) => {
    const section = starts.findLast((start) => compare(start.at, at) <= 0)
    return section !== undefined && shared.has(section.key)
  })
}

const shared: ReadonlySet<string> = new Set(['groups', 'schemas', 'defaults', 'overrides', 'extends'])

/** A preset that waits for its person was read whole. */
const waits: ReadonlySet<string> = new Set(['preset-new', 'preset-changed'])

/** A rule that cannot be read at all lies behind the one before it. */
function isNextItem({ line }: Place, { document }: ConfigFile): boolean {
  return /^\s*- /.test(document.source.text.split('\n')[line - 1] ?? '')
}

function isDeny({ handler }: UnorderedRule): boolean {
  return handler.kind === 'inline' && handler.inline.says === 'deny'
}

/** A misspelt `deny` or `ask` becomes `ask`. */
export function addIntendedHandler(draft: RuleDraft): RuleDraft {
  if (handlerKeyOf(draft) !== undefined) return draft
  const strange = Object.keys(draft.keys).filter((key) => !ruleKeys.includes(key))
  const meant = strange.map((key) => suggestKey(key, Object.keys(handlerParts)))
  const guards = meant.some((key) => key === 'deny' || key === 'ask')
  // A rule whose handler is unknown notifies when it matches.
  return { ...draft, keys: { ...draft.keys, [guards ? 'ask' : 'notify']: '' } }
}

/** A guard asks about whatever its match names; any other rule is only reported. */
export function quarantineRules(rules: readonly UnorderedRule[], reason: string): readonly UnorderedRule[] {
  return rules.map((rule) => {
    const says = canCarry(rule.event, 'ask') ? 'ask' : 'deny'
    if (!isGuard(rule) || !canCarry(rule.event, says)) return { ...rule, quarantined: reason }
    const text = `Rule ${rule.name} cannot be judged: it has an ${reason}, which this version of hooks does not have. Correct the rule or update hooks.`
    return { ...rule, handler: { kind: 'inline', inline: { says, text } }, quarantined: reason }
  })
}

/** It denies or asks, or has to when it fails. */
function isGuard({ handler, on_error: onError }: UnorderedRule): boolean {
  if (handler.kind !== 'inline') return onError !== 'proceed'
  return handler.inline.says === 'deny' || handler.inline.says === 'ask'
}

// Drops diagnostics that only follow from an error of shape.

/** Codes that follow from a rule of the wrong shape, such as `matchr:`. */
const consequences: ReadonlySet<string> = new Set(['bad-pattern', 'unknown-placeholder'])

/** The names of the rules with errors of shape, as in the plan. */
function misshapenRules(files: readonly ConfigFile[]): ReadonlySet<string> {
  const named = files.flatMap(({ prefix, shape }) =>
    shape.map(({ severity, rule }) =>
      severity === 'error' && rule !== undefined ? prefix + rule : undefined,
    ),
  )
  return new Set(named.filter((name) => name !== undefined))
}

/** One mistake, one diagnostic: places that the shape check reported are not reported again. */
export function dropRedundantDiagnostics(
  diagnostics: readonly Diagnostic[],
  files: readonly ConfigFile[],
): readonly Diagnostic[] {
  const shape = new Set(files.flatMap((file) => file.shape))
  const errors = [...shape].filter(({ severity }) => severity === 'error')
  const places = new Set(errors.map(keyOf))
  const rules = misshapenRules(files)
  const isEcho = (each: Diagnostic) => {
    if (shape.has(each)) return false
    const rule = each.rule?.replace(/\/\d+$/, '')
    if (consequences.has(each.code) && rule !== undefined && rules.has(rule)) return true
    return (
      places.has(keyOf(each)) ||
      files.some(({ file, document }) => file === each.at.file && document.isHidden(each.at))
    )
  }
  return diagnostics.filter((each) => !isEcho(each))
}

function keyOf({ at }: Diagnostic): string {
  return `${at.file}:${at.line}:${at.column}`
}
