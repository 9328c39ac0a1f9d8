import type { Catalog, Diagnostic, Env, Files, Plan, Settings } from '../types.ts'
import { type Bench, createBench } from './bench.ts'
import { orderDiagnostics } from './diagnostic.ts'
import { type ConfigFile } from './file.ts'
import { readLayer } from './layers.ts'
import { lineage } from './lineage.ts'
import { checkNames } from './names.ts'
import { checkOn } from './on.ts'
import { groupByEvent, orderRules } from './order.ts'
import { applyOverrides } from './overrides.ts'
import {
  createLocate,
  isContained,
  quarantineOf,
  ruleKey,
  standAside,
  withMeantHandler,
} from './quarantine.ts'
import { unreachableRules } from './reach.ts'
import type { LayerSource, Reader } from './reader.ts'
import { compileRule, type UnorderedRule } from './rule.ts'
import { type LayerRules, limitRules } from './rule-limit.ts'
import { mergeSettings, ownSettings, settingsOf, strictest } from './settings.ts'
import { type Draft, draftsOf } from './sugar.ts'

export interface CompileOptions {
  readonly root: string
  /** Highest first. */
  readonly layers: readonly LayerSource[]
  readonly env: Env
  readonly files: Files
  readonly catalog: Catalog
  /** Where the shipped presets are. */
  readonly presetDir?: string
  /** Our own version, for `requires`. */
  readonly version?: string
}

interface CompileInfo {
  /** Written rules that are in force. */
  readonly rules: number
  /** Files that were extended. */
  readonly presets: number
  /** Written rules with examples. */
  readonly with_examples: number
  /** Files that were read, as people see them. */
  readonly files: readonly string[]
}

export interface CompileResult {
  /** Absent when there is an error that concerns more than one rule. */
  readonly plan?: Plan
  /** When there is no plan: what the layers without an error make by themselves. */
  readonly sound?: Plan
  readonly diagnostics: readonly Diagnostic[]
  /** Every absolute path that was looked at, absent ones too. */
  readonly sources: readonly string[]
  /** The text of every file that was read, by the name in its diagnostics. */
  readonly texts: ReadonlyMap<string, string>
  /** What the files say, as far as they can be read. */
  readonly on_config_error?: Settings['on_config_error']
  readonly info: CompileInfo
}

/** hooks.yaml of every layer and all they extend, made into one plan. The same files make the same bytes. */
export function compilePlan(options: CompileOptions): CompileResult {
  const sources = new Set<string>()
  const texts = new Map<string, string>()
  const layers = options.layers.map((source) => compileLayer(source, { options, sources, texts }))
  const isBroken = layers.some(({ broken }) => broken)
  const whole = joinLayers(options.root, isBroken ? layers.filter(({ broken }) => !broken) : layers)
  const diagnostics = orderDiagnostics([
    ...layers.flatMap((layer) => layer.diagnostics),
    ...(isBroken ? [] : whole.diagnostics),
  ])
  const onConfigError = strictest(
    layers.flatMap(({ file }) =>
      file === undefined ? [] : lineage(file).map(({ keys }) => ownSettings(keys)),
    ),
  )
  return {
    ...(isBroken ? { sound: whole.plan } : { plan: whole.plan }),
    diagnostics,
    sources: [...sources],
    texts,
    ...(onConfigError === undefined ? {} : { on_config_error: onConfigError }),
    info: infoOf(layers),
  }
}

interface Compilation {
  readonly options: CompileOptions
  readonly sources: Set<string>
  readonly texts: Map<string, string>
}

interface CompiledLayer extends LayerRules {
  readonly drafts: readonly Draft[]
  readonly diagnostics: readonly Diagnostic[]
  /** It has an error that cannot be contained in one rule. */
  readonly broken: boolean
}

function compileLayer(source: LayerSource, { options, sources, texts }: Compilation): CompiledLayer {
  const diagnostics: Diagnostic[] = []
  const report = (diagnostic: Diagnostic) => void diagnostics.push(diagnostic)
  const { root, files, presetDir, version } = options
  const reader: Reader = { root, files, presetDir, version, sources, texts, seen: new Map(), report }
  const file = readLayer(source, reader)
  if (file === undefined) {
    const broken = diagnostics.some(({ severity }) => severity === 'error')
    return { layer: source.layer, file, rules: [], drafts: [], diagnostics, broken }
  }
  const bench = createBench(options.catalog, { root, home: options.env.HOME, files, report })
  const all = lineage(file)
  const written = new Map(all.map((each) => [each, draftsOf(each)]))
  const drafts = applyOverrides([...written.values()].flat(), all, report)
  checkNames(drafts, bench)
  checkOn(drafts, bench)
  const rules = compileDrafts(drafts, bench)
  const kept = withoutEchoes(diagnostics, all)
  return { layer: source.layer, file, rules, drafts, diagnostics: kept, broken: isBroken(kept, written) }
}

function compileDrafts(drafts: readonly Draft[], bench: Bench): readonly UnorderedRule[] {
  const byFile = new Map<ConfigFile, readonly Draft[]>()
  for (const { file } of drafts)
    if (!byFile.has(file))
      byFile.set(
        file,
        drafts.filter((draft) => draft.file === file),
      )
  const quarantines = new Map([...byFile].map(([file, own]) => [file, quarantineOf(file, own)]))
  return drafts.flatMap((draft) => {
    const reason = quarantines.get(draft.file)?.get(ruleKey(draft.path))
    return reason === undefined
      ? compileRule(draft, bench)
      : standAside(compileRule(withMeantHandler(draft), bench), reason)
  })
}

/** One mistake, one diagnostic: what the shape's check says about a place is not said again. */
function withoutEchoes(
  diagnostics: readonly Diagnostic[],
  files: readonly ConfigFile[],
): readonly Diagnostic[] {
  const shape = new Set(files.flatMap((file) => file.shape))
  const errors = [...shape].filter(({ severity }) => severity === 'error')
  const places = new Set(errors.map(keyOf))
  const rules = new Set(errors.map(({ rule }) => rule))
  const isEcho = (each: Diagnostic) => {
    if (shape.has(each)) return false
    if (each.code === 'bad-pattern' && rules.has(each.rule)) return true
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

function isBroken(
  diagnostics: readonly Diagnostic[],
  written: ReadonlyMap<ConfigFile, readonly Draft[]>,
): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return false
  const locates = [...written].map(([file, drafts]) => createLocate(file, drafts))
  return errors.some((error) => !locates.some((locate) => isContained(error, locate)))
}

function joinLayers(
  root: string,
  layers: readonly CompiledLayer[],
): { readonly plan: Plan; readonly diagnostics: readonly Diagnostic[] } {
  const limited = limitRules(layers)
  const ordered = groupByEvent(limited.rules).map(([event, rules]) => [event, orderRules(rules)] as const)
  const settings = mergeSettings(
    layers.map(({ layer, file }) => ({ layer, settings: file === undefined ? {} : settingsOf(file) })),
  )
  const unreachable = ordered.flatMap(([event, rules]) => unreachableRules(event, rules))
  return {
    plan: { root, settings, events: Object.fromEntries(ordered) },
    diagnostics: [...limited.diagnostics, ...unreachable],
  }
}

function infoOf(layers: readonly CompiledLayer[]): CompileInfo {
  const files = layers.flatMap(({ file }) => (file === undefined ? [] : lineage(file)))
  const drafts = layers.flatMap(({ drafts: own, rules }) => {
    const names = new Set(rules.map(({ name }) => name))
    return own.filter(({ name }) => name !== undefined && names.has(name))
  })
  return {
    rules: countWritten(drafts),
    presets: files.filter(({ prefix }) => prefix !== '').length,
    with_examples: countWritten(drafts.filter(({ keys }) => Object.hasOwn(keys, 'examples'))),
    files: files.map(({ file }) => file),
  }
}

/** The steps of one rule count once. */
function countWritten(drafts: readonly Draft[]): number {
  return new Set(drafts.map(({ file, path }) => `${file.path}:${ruleKey(path)}`)).size
}
