import type { Diagnostic, Place, Plan, RecipeSettings, Settings, Untrusted } from '../../model/types.ts'
import { frontMatter } from '../../recipes/front-matter.ts'
import type { CompileOptions } from './layer-context.ts'
import { orderDiagnostics } from '../diagnostics/diagnostics.ts'
import { wholeDenies, createRuleLocator, ruleKey } from './quarantine.ts'
import { type ConfigFile, lineage } from '../read/config-file.ts'
import type { LayerLock } from '../read/lock-file.ts'
import { groupByEvent, orderRules, sessionRules, withSessionRules } from './order.ts'
import type { UnorderedRule } from '../trust/gate.ts'
import { unreachableRules } from './unreachable.ts'
import { cutTimeouts, deadRules, type LayerRules, limitRules } from './plan-limits.ts'
import { createRecipeIndex, type RecipeIndex } from '../expand/recipe-rules.ts'
import { selfProtection } from './self-protection.ts'
import { answerToBroken, mergeSettings, settingsOf } from './settings.ts'
import { isOfProject } from '../../model/layers.ts'
import { createTrustGate } from '../trust/gate.ts'
import type { JudgedUnit } from '../trust/trust.ts'
import { type CompiledLayer, compileLayer, type OpenLayer, openLayer, withRules } from './layer.ts'
import type { CompileInfo } from '../diagnostics/formats.ts'
import { countRules } from '../../model/rule-counts.ts'
import type { RuleDraft } from '../expand/expand.ts'

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

// Numbers about the compiled files, for people.
interface LayerCounts extends Pick<LayerRules, 'file' | 'rules'> {
  readonly drafts: readonly RuleDraft[]
  readonly diagnostics: readonly Diagnostic[]
}

function infoOf(layers: readonly LayerCounts[], plan: Plan): CompileInfo {
  const files = layers.flatMap(({ file }) => (file === undefined ? [] : lineage(file)))
  const drafts = layers.flatMap(({ drafts: own, rules }) => {
    const names = new Set(rules.map(({ name }) => name))
    return own.filter(({ name }) => name !== undefined && names.has(name))
  })
  const all = layers.flatMap((layer) => layer.drafts)
  return {
    counts: countRules(Object.values(plan.events).flat()),
    written: countWritten(all),
    faulty: countFaulty(layers),
    dead: countWritten(layers.flatMap(deadDrafts)),
    presets: files.filter(({ prefix, recipe, stack }) => prefix !== '' && recipe === undefined && !stack)
      .length,
    with_examples: countWritten(drafts.filter(({ keys }) => Object.hasOwn(keys, 'examples'))),
    files: files.filter(({ stack }) => !stack).map(({ file }) => file),
  }
}

/** What a broken text leaves of a match is no pattern that somebody wrote. */
function deadDrafts({ drafts, rules, diagnostics }: LayerCounts): readonly RuleDraft[] {
  const told = new Set(diagnostics.flatMap(({ code, rule }) => (code === 'dead-pattern' ? [rule] : [])))
  const dead = new Set(
    rules.flatMap((rule) => (rule.dead === true && told.has(rule.name) ? [rule.name] : [])),
  )
  return drafts.filter(({ name }) => name !== undefined && dead.has(name))
}

function countFaulty(layers: readonly LayerCounts[]): number {
  const faulty = layers.flatMap(({ file, drafts, diagnostics }) => {
    const errors = diagnostics.filter(({ severity }) => severity === 'error')
    if (errors.length === 0) return []
    return (file === undefined ? [] : lineage(file)).flatMap((each) => {
      const locate = createRuleLocator(each, drafts)
      return errors.map(({ at }) => locate(at)).flatMap((rule) => rule && `${each.path}:${rule}`)
    })
  })
  return new Set(faulty.filter((rule) => rule !== undefined)).size
}

/** The steps of one rule count once. */
function countWritten(drafts: readonly RuleDraft[]): number {
  return new Set(drafts.map(({ file, path }) => `${file.path}:${ruleKey(path)}`)).size
}
