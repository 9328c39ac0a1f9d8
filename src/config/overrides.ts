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
    if (!names.has(target)) reportUnknown(target, file, { names, report })
  }
  return drafts.map((draft) => (parents.has(draft.file) ? overridden(draft, file) : draft))
}

function overridden(draft: Draft, file: ConfigFile): Draft {
  const { overrides } = file.keys
  if (!isKeys(overrides)) return draft
  return [...new Set([draft.target, draft.name])].reduce((changed, target) => {
    const change = target === undefined || !Object.hasOwn(overrides, target) ? undefined : overrides[target]
    if (target === undefined || !isKeys(change)) return changed
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
