import { type ConfigFile, isKeys, type Keys, problemAt, type Report } from './file.ts'
import { lineage } from './lineage.ts'
import { nearest } from './similar.ts'
import type { Draft } from './sugar.ts'

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
  const own = drafts.filter((draft) => parents.has(draft.file))
  const names = new Set(
    own.flatMap(({ name, target }) => [name, target]).filter((name) => name !== undefined),
  )
  for (const target of Object.keys(overrides)) {
    if (![...names].some((name) => targets(target, name))) reportUnknown(target, file, { names, report })
  }
  return drafts.map((draft) => (parents.has(draft.file) ? overridden(draft, file) : draft))
}

function overridden(draft: Draft, file: ConfigFile): Draft {
  const { overrides } = file.keys
  if (!isKeys(overrides)) return draft
  return targetsOf(draft, Object.keys(overrides)).reduce((changed, target) => {
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

/** The overrides that speak of a rule: those of whole presets first, so that a name has the last word. */
function targetsOf({ target, name }: Draft, written: readonly string[]): readonly string[] {
  const names = [...new Set([target, name])].filter((each) => each !== undefined)
  const whole = written.filter((each) => isWhole(each) && names.some((one) => targets(each, one)))
  return [...whole, ...names.filter((each) => written.includes(each))]
}

/** `recommended/*` speaks of every rule of the preset. */
const isWhole = (target: string): boolean => target.endsWith('/*')

function targets(target: string, name: string): boolean {
  return isWhole(target) ? name.startsWith(target.slice(0, -1)) : target === name
}

/** Options that an override does not name stay as they are. */
function merged(keys: Keys, change: Keys): Keys {
  const options = isKeys(keys.with) && isKeys(change.with) ? { with: { ...keys.with, ...change.with } } : {}
  return { ...keys, ...change, ...options }
}

interface Known {
  readonly names: ReadonlySet<string>
  readonly report: Report
}

function reportUnknown(target: string, file: ConfigFile, { names, report }: Known): void {
  const meant = nearest(target, [...names]) ?? [...names].find((name) => name.endsWith(`/${target}`))
  const message = `nothing that this file extends has a rule "${target}"`
  const hint =
    meant !== undefined
      ? `write "${meant}"`
      : names.size === 0
        ? 'overrides change rules of "extends"; change your own rules where they are'
        : 'remove it'
  report(problemAt({ file, path: ['overrides', target], on: 'key' }, 'unknown-override', { message, hint }))
}
