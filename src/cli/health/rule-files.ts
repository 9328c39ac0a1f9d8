// What `hooks status` says about the files that rules come from.
import type { CompileResult } from '../../config/compile/compile.ts'
import { type ConfigFile, isKeys } from '../../config/read/config-file.ts'
import type { LockedFile } from '../../config/read/lock-file.ts'
import { rulesOf } from '../../config/read/rules-of.ts'
import { tilde } from '../page/page.ts'
import type { Diagnostic, Rule } from '../../model/types.ts'
import type { ProjectConfig } from '../open-project.ts'

export interface FileFigures {
  /** For display. */
  readonly file: string
  /** What people call it: its path, or the name of a preset. */
  readonly name: string
  readonly layer: string
  readonly rules: number
  readonly errors: number
  readonly warnings: number
  /** Names of rules that are set aside. */
  readonly quarantined: readonly string[]
  /** Rules that are not run until their user trusts them. */
  readonly untrusted: number
  /** How many of its rules another file overrides. */
  readonly overridden: number
  /** How many of its rules nobody below can pause or switch off. */
  readonly locked: number
  /** Of a preset that a package brings. */
  readonly package?: { readonly name: string; readonly version: string; readonly is: LockedFile['is'] }
}

/** The nearest file first, each before what it extends. */
export function filesOf(result: CompileResult, here: ProjectConfig): readonly FileFigures[] {
  const { diagnostics, parsed, locks } = result
  const names = [...new Set([...parsed.map(({ file }) => file), ...diagnostics.map(({ at }) => at.file)])]
  const lockFiles = new Set(locks.map(({ file }) => file))
  return names
    .filter((file) => !lockFiles.has(file))
    .toReversed()
    .map((file) => figuresOf(file, result, here))
}

function figuresOf(file: string, result: CompileResult, here: ProjectConfig): FileFigures {
  const { plan, sound, diagnostics, parsed, locks } = result
  const config = parsed.find((each) => each.file === file)
  const rules = Object.values((plan ?? sound)?.events ?? {}).flat()
  const own = rules.filter(({ at }) => at.file === file)
  const count = (severity: Diagnostic['severity']): number =>
    diagnostics.filter((each) => each.at.file === file && each.severity === severity).length
  const aside = own.filter(({ quarantined }) => quarantined !== undefined).map(({ name }) => name)
  const locked = locks.flatMap(({ files }) => files).find((each) => each.config === config)
  return {
    file,
    name: nameOf(file, config, here),
    layer: config?.layer ?? here.layers.find((each) => each.file === file)?.layer ?? 'project',
    rules: plan === undefined && config !== undefined ? writtenIn(config) : written(own),
    errors: count('error'),
    warnings: count('warning'),
    quarantined: [...new Set(aside)],
    untrusted: written(own.filter(({ withheld }) => withheld !== undefined)),
    locked: written(own.filter((rule) => rule.locked === true)),
    overridden: config === undefined ? 0 : overriddenIn(config, parsed),
    ...(locked && {
      package: { name: locked.now.package, version: locked.now.version, is: locked.is },
    }),
  }
}

/** A preset by what is written under `extends`. */
function nameOf(file: string, config: ConfigFile | undefined, { dirs }: ProjectConfig): string {
  if (config?.package !== undefined) return config.prefix.slice(0, -1)
  const shipped = /^hooks-yaml\/presets\/(.*)\.yaml$/.exec(file)?.[1]
  return shipped ?? (file.startsWith('/') ? tilde(file, dirs.home) : file)
}

/** A rule of several events or steps was written once. */
function written(rules: readonly Rule[]): number {
  return new Set(rules.map(({ at }) => `${at.line}:${at.column}`)).size
}

function writtenIn({ keys }: ConfigFile): number {
  return [...rulesOf(keys)].filter(({ path }) => !path.includes('steps')).length
}

/** Rules that an override of the same layer names, alone or one of their steps. */
function overriddenIn({ prefix, layer }: ConfigFile, parsed: readonly ConfigFile[]): number {
  if (prefix === '') return 0
  const overrides = parsed.filter((each) => each.layer === layer).map(({ keys }) => keys.overrides)
  const targets = overrides.flatMap((each) => (isKeys(each) ? Object.keys(each) : []))
  const below = targets
    .filter((target) => target.startsWith(prefix))
    .map((target) => target.slice(prefix.length))
  return new Set(below.map((name) => name.replace(/\/\d+$/, '')).filter((name) => !name.includes('/'))).size
}
