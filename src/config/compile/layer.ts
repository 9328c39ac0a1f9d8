// One layer of the configuration: read with all that it extends, then compiled rule by rule.
import type { Diagnostic, Layer } from '../../model/types.ts'
import { type LayerContext, createCompileContext } from './layer-context.ts'
import { checkDrafts, checkFile } from './check-layer.ts'
import { discoverRules } from '../expand/discover.ts'
import {
  dropRedundantDiagnostics,
  createRuleLocator,
  isContained,
  findQuarantined,
  ruleKey,
  quarantineRules,
  addIntendedHandler,
} from './quarantine.ts'
import { type ConfigFile, lineage, type LayerSource, type LayerReader } from '../read/config-file.ts'
import { readLayer, packageSearchRoot } from '../read/read.ts'
import { checkLock, type LayerLock } from '../read/lock-file.ts'
import { lockRules } from './order.ts'
import type { UnorderedRule } from '../trust/gate.ts'
import { applyOverrides } from '../expand/overrides.ts'
import type { LayerRules } from './plan-limits.ts'
import { type RecipeIndex, withRecipeRules } from '../expand/recipe-rules.ts'
import { compileRule } from './rule.ts'
import { type RuleDraft, draftsWith } from '../expand/expand.ts'
import type { TrustGate } from '../trust/gate.ts'
import { checkShape } from '../check/check.ts'
import type { CompileOptions } from './layer-context.ts'

export interface CompiledLayer extends LayerRules {
  readonly drafts: readonly RuleDraft[]
  readonly diagnostics: readonly Diagnostic[]
  /** It has an error that cannot be contained in one rule. */
  readonly broken: boolean
}

export interface OpenLayer {
  readonly layer: Layer
  readonly file: ConfigFile | undefined
  readonly lock: LayerLock | undefined
  readonly diagnostics: Diagnostic[]
  readonly reader: LayerReader
}

/** The rules of recipes apply when their layer has a file. */
export function withRules(opened: OpenLayer, recipes: RecipeIndex): OpenLayer {
  const { layer, file, reader } = opened
  return file === undefined
    ? opened
    : { ...opened, file: withRecipeRules(file, recipes.filesOf(layer), reader) }
}

export function openLayer(
  source: LayerSource,
  options: CompileOptions,
  { sources, texts }: Pick<LayerReader, 'sources' | 'texts'>,
): OpenLayer {
  const diagnostics: Diagnostic[] = []
  const { root, files, presetDir, presetDataDir, version } = options
  const matchers = new Set(options.catalog.matchers.map(({ key }) => key))
  const reader: LayerReader = {
    root,
    files,
    presetDir,
    presetDataDir,
    version,
    sources,
    texts,
    top: packageSearchRoot(source, options),
    shapeOf: (document) => checkShape(document, matchers),
    seen: new Map(),
    report: (diagnostic) => void diagnostics.push(diagnostic),
  }
  const file = readLayer(source, reader)
  return { layer: source.layer, file, lock: checkLock(source, file, reader), diagnostics, reader }
}

export function compileLayer(
  { layer, file, diagnostics, reader: { sources, report } }: OpenLayer,
  { catalog, root, files, env, programs, patterns, onRule }: CompileOptions,
  { recipes, gate }: { readonly recipes: RecipeIndex; readonly gate: TrustGate | undefined },
): CompiledLayer {
  if (file === undefined) {
    const broken = diagnostics.some(({ severity }) => severity === 'error')
    return { layer, file, rules: [], drafts: [], diagnostics, broken }
  }
  const context = createCompileContext(catalog, { root, home: env.HOME, files, recipes, patterns, report })
  const all = lineage(file)
  for (const each of all) checkFile(each, report)
  const { dialects, protectedPaths } = catalog
  const found = {
    root,
    home: env.HOME,
    files,
    dialects,
    sources,
    ...(programs && { programs }),
    gate,
    report,
  }
  const written = new Map(
    all.map((each) => [
      each,
      draftsWith(each, { discover: () => discoverRules(each, found), protectedPaths }),
    ]),
  )
  const drafts = applyOverrides([...written.values()].flat(), all, report)
  checkDrafts(drafts, file, context)
  const rules = lockRules(compileDrafts(drafts, context, { gate, onRule }), {
    file,
    drafts,
    report,
  })
  const kept = dropRedundantDiagnostics(diagnostics, all)
  return { layer, file, rules, drafts, diagnostics: kept, broken: isBroken(kept, written) }
}

function compileDrafts(
  drafts: readonly RuleDraft[],
  context: LayerContext,
  { gate, onRule }: { readonly gate: TrustGate | undefined; readonly onRule: CompileOptions['onRule'] },
): readonly UnorderedRule[] {
  const files = new Set(drafts.map(({ file }) => file))
  const quarantines = new Map([...files].map((file) => [file, findQuarantined(file, drafts)]))
  return drafts.flatMap((draft) => {
    onRule?.()
    const reason = quarantines.get(draft.file)?.get(ruleKey(draft.path))
    const rules =
      reason === undefined
        ? compileRule(draft, context)
        : quarantineRules(compileRule(addIntendedHandler(draft), context), reason)
    gate?.add(draft, rules)
    return rules
  })
}

function isBroken(
  diagnostics: readonly Diagnostic[],
  written: ReadonlyMap<ConfigFile, readonly RuleDraft[]>,
): boolean {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return false
  const locates = [...written].map(([file, drafts]) => createRuleLocator(file, drafts))
  return errors.some((error) => !locates.some((locate) => isContained(error, locate)))
}
