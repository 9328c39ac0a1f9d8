import { type ConfigFile, isKeys, type Keys, problemAt, type Report } from '../read/file.ts'
import { lineage } from '../read/lineage.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { Draft } from './sugar.ts'
import { listNames } from '../check/diagnostics/wording.ts'

/** The rules of a layer with the overrides of its files: each changes only rules of its own extends, an heir's win. */
export function applyOverrides(
  drafts: readonly Draft[],
  files: readonly ConfigFile[],
  report: Report,
): readonly Draft[] {
  return files.reduce((changed, file) => overriddenBy(file, changed, report), drafts)
}

function overriddenBy(file: ConfigFile, drafts: readonly Draft[], report: Report): readonly Draft[] {
  const { overrides } = file.keys
  if (!isKeys(overrides)) return drafts
  const parents = new Set(file.parents.flatMap(lineage))
  const known: Known = {
    names: namesOf(drafts.filter((draft) => parents.has(draft.file))),
    own: namesOf(drafts.filter((draft) => draft.file === file)),
    presets: [...new Set([...parents].map(({ prefix }) => prefix))],
  }
  const names = new Set(known.names)
  const targets = Object.keys(overrides)
  for (const target of targets) {
    if (names.has(target) || (isWhole(target) && known.names.some((name) => holds(target, name)))) continue
    const message = `nothing that this file extends has a rule "${target}"`
    const spot = { file, path: ['overrides', target], on: 'key' as const }
    report(problemAt(spot, 'unknown-override', { message, hint: hintFor(target, known) }))
  }
  const wholes = targets.filter(isWhole).toSorted((one, other) => one.length - other.length)
  return drafts.map((draft) =>
    parents.has(draft.file)
      ? overridden(draft, targetsOf(draft, overrides, wholes), { file, overrides })
      : draft,
  )
}

function namesOf(drafts: readonly Draft[]): readonly string[] {
  const names = drafts.flatMap(({ name, target }) => [target, name])
  return [...new Set(names.filter((name) => name !== undefined))]
}

interface Overriding {
  readonly file: ConfigFile
  readonly overrides: Keys
}

function overridden(draft: Draft, targets: readonly string[], { file, overrides }: Overriding): Draft {
  return targets.reduce((changed, target) => {
    const change = overrides[target]
    if (!isKeys(change)) return changed
    const places = Object.keys(change).map(
      (key) => [key, { file, path: ['overrides', target, key] }] as const,
    )
    return {
      ...changed,
      keys: merged(changed.keys, change),
      elsewhere: { ...changed.elsewhere, ...Object.fromEntries(places) },
    }
  }, draft)
}

/** The overrides of a rule: those of whole presets first, the wider before the narrower, so that a name has the last word. */
function targetsOf({ target, name }: Draft, overrides: Keys, wholes: readonly string[]): readonly string[] {
  const names = [...new Set([target, name])].filter((each) => each !== undefined)
  const whole = wholes.filter((each) => names.some((one) => holds(each, one)))
  return [...whole, ...names.filter((each) => Object.hasOwn(overrides, each) && !isWhole(each))]
}

/** `recommended/*` speaks of every rule of the preset. */
const isWhole = (target: string): boolean => target.endsWith('/*')

function holds(whole: string, name: string): boolean {
  return name.startsWith(whole.slice(0, -1))
}

/** Options that an override does not name stay as they are. */
function merged(keys: Keys, change: Keys): Keys {
  const options = isKeys(keys.with) && isKeys(change.with) ? { with: { ...keys.with, ...change.with } } : {}
  return { ...keys, ...change, ...options }
}

interface Known {
  /** Of the rules that can be overridden, and of the file's own. */
  readonly names: readonly string[]
  readonly own: readonly string[]
  /** What stands before the names of each extended file. */
  readonly presets: readonly string[]
}

function hintFor(target: string, known: Known): string {
  const { names, own } = known
  if (names.length === 0 || own.includes(target))
    return 'overrides change rules of "extends"; change your own rules where they are'
  const meant = target.includes('*') ? meantPreset(target, known) : meantRule(target, known)
  if (meant !== undefined) return `write "${meant}"`
  return target.includes('*')
    ? `a "*" stands for all rules of a preset: ${listNames(wholes(known))}`
    : `use one of ${listNames(names)}`
}

const wholes = ({ presets }: Known): readonly string[] => presets.map((prefix) => `${prefix}*`)

/** Of several presets a bare `*` means none more than another. */
function meantPreset(target: string, known: Known): string | undefined {
  const all = wholes(known)
  return nearest(target, all) ?? (all.length === 1 ? all[0] : undefined)
}

/** The preset's name and the rule's are compared each for itself: of two long names most may be the preset's. */
function meantRule(target: string, known: Known): string | undefined {
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
