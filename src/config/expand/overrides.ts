import {
  type ConfigFile,
  isKeys,
  type Keys,
  diagnosticAt,
  type ReportDiagnostic,
  lineage,
} from '../read/config-file.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { RuleDraft } from './rule-drafts.ts'
import { listNames } from '../check/diagnostics/diagnostic.ts'

/** The rules of a layer with the overrides of its files: each changes only rules of its own extends, an heir's win. */
export function applyOverrides(
  drafts: readonly RuleDraft[],
  files: readonly ConfigFile[],
  report: ReportDiagnostic,
): readonly RuleDraft[] {
  return files.reduce((changed, file) => applyFileOverrides(file, changed, report), drafts)
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
  const names = new Set(known.names)
  const targets = Object.keys(overrides)
  for (const target of targets) {
    if (names.has(target) || (isPresetWide(target) && known.names.some((name) => covers(target, name))))
      continue
    const message = `nothing that this file extends has a rule "${target}"`
    const spot = { file, path: ['overrides', target], on: 'key' as const }
    report(diagnosticAt(spot, 'unknown-override', { message, hint: hintFor(target, known) }))
  }
  const presetTargets = targets.filter(isPresetWide).toSorted((one, other) => one.length - other.length)
  return drafts.map((draft) =>
    parents.has(draft.file)
      ? overrideDraft(draft, targetsOf(draft, overrides, presetTargets), { file, overrides })
      : draft,
  )
}

function namesOf(drafts: readonly RuleDraft[]): readonly string[] {
  const names = drafts.flatMap(({ name, target }) => [target, name])
  return [...new Set(names.filter((name) => name !== undefined))]
}

interface Overriding {
  readonly file: ConfigFile
  readonly overrides: Keys
}

function overrideDraft(
  draft: RuleDraft,
  targets: readonly string[],
  { file, overrides }: Overriding,
): RuleDraft {
  return targets.reduce((changed, target) => {
    const change = overrides[target]
    if (!isKeys(change)) return changed
    const places = Object.keys(change).map(
      (key) => [key, { file, path: ['overrides', target, key] }] as const,
    )
    return {
      ...changed,
      keys: mergeKeys(changed.keys, change),
      elsewhere: { ...changed.elsewhere, ...Object.fromEntries(places) },
    }
  }, draft)
}

/** The overrides of a rule: those of whole presets first, the wider before the narrower, so that a name has the last word. */
function targetsOf(
  { target, name }: RuleDraft,
  overrides: Keys,
  wholes: readonly string[],
): readonly string[] {
  const names = [...new Set([target, name])].filter((each) => each !== undefined)
  const whole = wholes.filter((each) => names.some((one) => covers(each, one)))
  return [...whole, ...names.filter((each) => Object.hasOwn(overrides, each) && !isPresetWide(each))]
}

/** `recommended/*` speaks of every rule of the preset. */
const isPresetWide = (target: string): boolean => target.endsWith('/*')

function covers(whole: string, name: string): boolean {
  return name.startsWith(whole.slice(0, -1))
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
