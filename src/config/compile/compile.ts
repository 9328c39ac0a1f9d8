import type {
  Catalog,
  Diagnostic,
  Env,
  Files,
  Layer,
  Place,
  Plan,
  Programs,
  RecipeSettings,
  Settings,
  Untrusted,
} from '../../model/types.ts'
import { frontMatter } from '../../recipes/front-matter.ts'
import { type CompileContext, createCompileContext } from './compile-context.ts'
import { checkDrafts, checkFile } from '../check/check-layer.ts'
import { type CompileInfo, infoOf } from './compile-info.ts'
import { orderDiagnostics } from '../check/diagnostics/diagnostic.ts'
import { discoverRules } from '../expand/discover.ts'
import { dropRedundantDiagnostics } from '../check/redundant-diagnostics.ts'
import { type ConfigFile, lineage, type LayerSource, type LayerReader } from '../read/config-file.ts'
import { readLayer, packageSearchRoot } from '../read/layers.ts'
import { checkLock, type LayerLock } from '../read/lock-file.ts'
import { lockRules } from '../read/rule-locks.ts'
import { groupByEvent, orderRules, type UnorderedRule } from './order.ts'
import { applyOverrides } from '../expand/overrides.ts'
import {
  createRuleLocator,
  isContained,
  wholeDenies,
  findQuarantined,
  ruleKey,
  quarantineRules,
  addIntendedHandler,
} from '../check/quarantine.ts'
import type { PatternCache } from './patterns/compile-pattern.ts'
import { unreachableRules } from '../check/unreachable.ts'
import { cutTimeouts, deadRules, type LayerRules, limitRules } from '../check/check-plan.ts'
import { createRecipeIndex, type RecipeIndex } from '../expand/recipe-index.ts'
import { withRecipeRules } from '../expand/recipe-rules.ts'
import { compileRule } from './rule.ts'
import { type ProtectedPlaces, selfProtection } from './self-protection.ts'
import { sessionRules, withSessionRules } from './session-rules.ts'
import { answerToBroken, mergeSettings, settingsOf } from './settings.ts'
import { type RuleDraft, draftsWith } from '../expand/rule-drafts.ts'
import { isOfProject } from '../../model/layers.ts'
import { createTrustGate, type TrustGate } from '../trust/trust-gate.ts'
import type { JudgedUnit, Trust } from '../trust/trust.ts'

export interface CompileOptions {
  readonly root: string
  /** The top of the repository that the root is in: packages are looked for up to there. Absent: the root. */
  readonly repository?: string
  /** Highest first. */
  readonly layers: readonly LayerSource[]
  readonly env: Env
  readonly files: Files
  readonly catalog: Catalog
  /** Where the shipped presets are. */
  readonly presetDir?: string
  /** Where the build stored the compiled presets; absent: they are compiled here. */
  readonly presetDataDir?: string
  /** Patterns that are compiled already; those that are compiled now are added. */
  readonly patterns?: PatternCache
  /** Our own version, for `requires`. */
  readonly version?: string
  /** The user's recipes, then the shipped ones. */
  readonly recipeDirs?: readonly string[]
  /** Recipes that need no file, because functions answer them. */
  readonly recipeNames?: readonly string[]
  /** Why the text of a recipe is no template. */
  readonly templateProblem?: (body: string) => string | undefined
  /** What asks hook programs what they are for; absent: nothing may be started. */
  readonly programs?: Programs
  /** What no tool call may change beside the files of the configuration. Absent: nothing is protected at all. */
  readonly protects?: ProtectedPlaces
  /** Whose word the project's own rules have. */
  readonly trust: Trust
  /** Called before each rule. */
  readonly onRule?: () => void
}

export interface CompileResult {
  /** Absent when there is an error that concerns more than one rule. */
  readonly plan?: Plan
  /** When there is no plan: what the layers without an error make by themselves. */
  readonly sound?: Plan
  readonly diagnostics: readonly Diagnostic[]
  /** Every absolute path that was looked at, missing ones too. */
  readonly sources: readonly string[]
  /** The text of every file that was read, by the name in its diagnostics. */
  readonly texts: ReadonlyMap<string, string>
  /** What the files say, as far as they can be read. */
  readonly on_config_error?: Settings['on_config_error']
  readonly info: CompileInfo
  /** Every file that could be parsed, parents before heirs, layer by layer. */
  readonly parsed: readonly ConfigFile[]
  /** Of each layer that extends presets of packages. */
  readonly locks: readonly LayerLock[]
  /** What needs its user's trust; empty where everything has it. */
  readonly units: readonly JudgedUnit[]
}

/** hooks.yaml of every layer and all they extend, made into one plan. The same files make the same bytes. */
export function compilePlan(options: CompileOptions): CompileResult {
  const sources = new Set<string>()
  const texts = new Map<string, string>()
  const opened = options.layers.map((source) => openLayer(source, options, { sources, texts }))
  const { root, catalog } = options
  const builtins = new Map(catalog.builtins.map((builtin) => [builtin.name, builtin]))
  const gate = createTrustGate(options.trust, { root, builtins })
  const recipes = createRecipeIndex(opened, { ...options, sources, frontMatter, gate })
  const compiled = opened.map((layer) => compileLayer(withRules(layer, recipes), options, { recipes, gate }))
  const covers = gate?.recipes(calledRecipes(compiled, recipes), topOf(opened))
  const layers = compiled.map((layer) => ({ ...layer, rules: gate?.finish(layer.rules) ?? layer.rules }))
  const parsed = layers.flatMap(({ file }) => (file === undefined ? [] : lineage(file)))
  const isBroken = layers.some(({ broken }) => broken)
  const untrusted = gate?.untrusted()
  const own = protectionFor(layers, options)
  const whole = joinLayers(isBroken ? layers.map(soundPart) : layers, {
    root,
    recipes: { ...recipes.settings, ...covers },
    own,
    ...(untrusted !== undefined && { untrusted }),
  })
  const diagnostics = orderDiagnostics([
    ...layers.flatMap((layer) => layer.diagnostics),
    ...(isBroken ? [] : whole.diagnostics),
  ])
  const onConfigError = answerToBroken(layers)
  let info: CompileInfo | undefined
  return {
    ...(isBroken ? { sound: whole.plan } : { plan: whole.plan }),
    diagnostics,
    sources: [...sources],
    texts,
    ...(onConfigError !== undefined && { on_config_error: onConfigError }),
    get info() {
      info ??= infoOf(layers, whole.plan)
      return info
    },
    parsed,
    locks: opened.flatMap(({ lock }) => lock ?? []),
    units: gate?.judged() ?? [],
  }
}

/** Of a broken file the denies that are whole; none of its settings. */
function soundPart(layer: CompiledLayer): CompiledLayer {
  const { file, rules } = layer
  if (!layer.broken || file === undefined) return layer
  return { ...layer, file: undefined, rules: wholeDenies(rules, { ...layer, files: lineage(file) }) }
}

function protectionFor(
  layers: readonly CompiledLayer[],
  { protects, root, env, files, catalog, presetDir, recipeDirs = [] }: CompileOptions,
): readonly UnorderedRule[] {
  if (protects === undefined) return []
  return selfProtection(layers, {
    root,
    home: env.HOME,
    files,
    matchers: new Map(catalog.matchers.map((matcher) => [matcher.key, matcher])),
    settings: catalog.hookSettings,
    places: protects,
    shipped: [...(presetDir === undefined ? [] : [presetDir]), ...recipeDirs.slice(1)],
  })
}

/** The recipes in the project, when there are scripts that may ask for one. */
function calledRecipes(layers: readonly LayerRules[], recipes: RecipeIndex): readonly string[] {
  const scripts = layers.some(({ rules }) => rules.some(({ handler }) => handler.kind === 'run'))
  return scripts ? recipes.own() : []
}

function topOf(layers: readonly OpenLayer[]): Place {
  const file = layers.find(({ layer }) => isOfProject(layer))?.file?.file ?? 'hooks.yaml'
  return { file, line: 1, column: 1 }
}

interface CompiledLayer extends LayerRules {
  readonly drafts: readonly RuleDraft[]
  readonly diagnostics: readonly Diagnostic[]
  /** It has an error that cannot be contained in one rule. */
  readonly broken: boolean
}

interface OpenLayer {
  readonly layer: Layer
  readonly file: ConfigFile | undefined
  readonly lock: LayerLock | undefined
  readonly diagnostics: Diagnostic[]
  readonly reader: LayerReader
}

/** The rules of recipes apply when their layer has a file. */
function withRules(opened: OpenLayer, recipes: RecipeIndex): OpenLayer {
  const { layer, file, reader } = opened
  return file === undefined
    ? opened
    : { ...opened, file: withRecipeRules(file, recipes.filesOf(layer), reader) }
}

function openLayer(
  source: LayerSource,
  options: CompileOptions,
  { sources, texts }: Pick<LayerReader, 'sources' | 'texts'>,
): OpenLayer {
  const diagnostics: Diagnostic[] = []
  const { root, files, presetDir, presetDataDir, version } = options
  const reader: LayerReader = {
    root,
    files,
    presetDir,
    presetDataDir,
    version,
    sources,
    texts,
    top: packageSearchRoot(source, options),
    matchers: new Set(options.catalog.matchers.map(({ key }) => key)),
    seen: new Map(),
    report: (diagnostic) => void diagnostics.push(diagnostic),
  }
  const file = readLayer(source, reader)
  return { layer: source.layer, file, lock: checkLock(source, file, reader), diagnostics, reader }
}

function compileLayer(
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
  context: CompileContext,
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

function joinLayers(
  layers: readonly CompiledLayer[],
  {
    root,
    recipes,
    untrusted,
    own,
  }: {
    readonly root: string
    readonly recipes: RecipeSettings
    readonly untrusted?: Untrusted
    readonly own: readonly UnorderedRule[]
  },
): { readonly plan: Plan; readonly diagnostics: readonly Diagnostic[] } {
  const limited = limitRules(layers)
  const inOrder = groupByEvent([...limited.rules, ...own]).map(
    ([event, rules]) => [event, orderRules(rules)] as const,
  )
  const ordered = withSessionRules(inOrder, sessionRules(limited.rules))
  const settings = mergeSettings(
    layers.map(({ layer, file }) => ({ layer, settings: file === undefined ? {} : settingsOf(file) })),
  )
  const all = layers.flatMap(({ diagnostics }) => diagnostics)
  const programs = all.filter(({ code, severity }) => code === 'hook-left-out' && severity === 'warning')
  const leftOut = [
    ...[...programs, ...limited.diagnostics].map(({ message }) => message),
    ...deadRules(limited.rules),
  ]
  const said = {
    ...(ordered.some(([, rules]) => rules.some(({ background }) => background)) && {
      background: true as const,
    }),
    ...(leftOut.length > 0 && { left_out: leftOut }),
    ...(untrusted !== undefined && { untrusted }),
  }
  return {
    plan: { root, settings: { ...settings, recipes, ...said }, events: Object.fromEntries(ordered) },
    diagnostics: [
      ...limited.diagnostics,
      ...cutTimeouts(layers, settings),
      ...unreachableRules(ordered, layers),
    ],
  }
}
