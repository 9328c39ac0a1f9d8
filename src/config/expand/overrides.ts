import {
  type ConfigFile,
  isKeys,
  type Keys,
  diagnosticAt,
  type ReportDiagnostic,
  lineage,
} from '../read/config-file.ts'
import { nearest, listNames } from '../diagnostics/diagnostics.ts'
import { isEventName } from '../../model/events.ts'
import { eventsOfRule } from '../read/default-stack.ts'
import type { RuleDraft } from './expand.ts'

/** The rules of a layer with the overrides of its files: each changes only rules of its own extends, an heir's win. */
export function applyOverrides(
  drafts: readonly RuleDraft[],
  files: readonly ConfigFile[],
  report: ReportDiagnostic,
): readonly RuleDraft[] {
  return files.reduce((changed, file) => applyFileOverrides(file, changed, report), drafts).map(whereAsked)
}

/** The options of a rule of the stack decide where it is asked. */
function whereAsked(draft: RuleDraft): RuleDraft {
  const { file, keys } = draft
  if (file.stack !== true || !isKeys(keys.with)) return draft
  const on = eventsOfRule(String(keys.name), keys.with)
  return on === undefined || on === '*'
    ? draft
    : { ...draft, when: { events: on.filter(isEventName), by: 'picked' } }
}

function applyFileOverrides(
  file: ConfigFile,
  drafts: readonly RuleDraft[],
  report: ReportDiagnostic,
): readonly RuleDraft[] {
  const { overrides } = file.keys
  if (!isKeys(overrides)) return drafts
  const parents = new Set(file.parents.flatMap(lineage))
  const known: OverrideTargets = {
    names: namesOf(drafts.filter((draft) => parents.has(draft.file))),
    own: namesOf(drafts.filter((draft) => draft.file === file)),
    presets: [...new Set([...parents].map(({ prefix }) => prefix))],
  }
  // The wider before the narrower, and both before a rule's name, which has the last word.
  const targets = Object.keys(overrides).toSorted(
    (one, other) => Number(isPresetWide(other)) - Number(isPresetWide(one)) || one.length - other.length,
  )
  for (const target of targets) {
    if (known.names.some((name) => covers(target, name))) continue
    const message = `nothing that this file extends has a rule "${target}"`
    const location = { file, path: ['overrides', target], on: 'key' as const }
    report(diagnosticAt(location, 'unknown-override', { message, hint: hintFor(target, known) }))
  }
  return drafts.map((draft) => {
    if (!parents.has(draft.file)) return draft
    const names = namesOf([draft])
    return targets
      .filter((target) => names.some((name) => covers(target, name)))
      .reduce((changed, target) => overrideDraft(changed, target, { file, overrides }), draft)
  })
}

/** A rule's own name after the name without its step. */
function namesOf(drafts: readonly RuleDraft[]): readonly string[] {
  const names = drafts.flatMap(({ name, target }) => [target, name])
  return [...new Set(names.filter((name) => name !== undefined))]
}

function overrideDraft(
  draft: RuleDraft,
  target: string,
  { file, overrides }: { readonly file: ConfigFile; readonly overrides: Keys },
): RuleDraft {
  const change = overrides[target]
  if (!isKeys(change)) return draft
  const locations = Object.keys(change).map((key) => [key, { file, path: ['overrides', target, key] }])
  return {
    ...draft,
    keys: mergeKeys(draft.keys, change),
    elsewhere: { ...draft.elsewhere, ...Object.fromEntries(locations) },
  }
}

/** `recommended/*` speaks of every rule of the preset. */
const isPresetWide = (target: string): boolean => target.endsWith('/*')

function covers(target: string, name: string): boolean {
  return isPresetWide(target) ? name.startsWith(target.slice(0, -1)) : name === target
}

/** Options that an override does not name stay as they are. */
function mergeKeys(keys: Keys, change: Keys): Keys {
  const options = isKeys(keys.with) && isKeys(change.with) ? { with: { ...keys.with, ...change.with } } : {}
  return { ...keys, ...change, ...options }
}

interface OverrideTargets {
  /** Of the rules that can be overridden, and of the file's own. */
  readonly names: readonly string[]
  readonly own: readonly string[]
  /** What stands before the names of each extended file. */
  readonly presets: readonly string[]
}

function hintFor(target: string, known: OverrideTargets): string {
  const { names, own } = known
  if (names.length === 0 || own.includes(target))
    return 'overrides change rules of "extends"; change your own rules where they are'
  const meant = target.includes('*') ? suggestPreset(target, known) : suggestRule(target, known)
  if (meant !== undefined) return `write "${meant}"`
  return target.includes('*')
    ? `a "*" stands for all rules of a preset: ${listNames(wholes(known))}`
    : `use one of ${listNames(names)}`
}

const wholes = ({ presets }: OverrideTargets): readonly string[] => presets.map((prefix) => `${prefix}*`)

/** Of several presets a bare `*` means none more than another. */
function suggestPreset(target: string, known: OverrideTargets): string | undefined {
  const all = wholes(known)
  return nearest(target, all) ?? (all.length === 1 ? all[0] : undefined)
}

/** The preset's name and the rule's are compared each for itself: of two long names most may be the preset's. */
function suggestRule(target: string, known: OverrideTargets): string | undefined {
  const { names, presets } = known
  const whole = `${target}/`
  if (presets.includes(whole)) return `${whole}*`
  const cut = target.lastIndexOf('/') + 1
  const prefix = presets.findLast((each) => target.startsWith(each)) ?? nearest(target.slice(0, cut), presets)
  if (prefix === undefined) return cut === 0 ? names.find((name) => name.endsWith(`/${target}`)) : undefined
  const rest = target.slice(target.startsWith(prefix) ? prefix.length : cut)
  const rules = names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  const meant = nearest(rest, rules)
  return meant === undefined ? undefined : prefix + meant
}
