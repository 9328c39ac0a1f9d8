import type { Builtin, Catalog, Dialect, Files, Matcher, Fix, Env, Programs } from '../../model/types.ts'
import { createDiagnostic, type Detail, placeOfRange, type TextRange } from '../diagnostics/diagnostics.ts'
import type { DiagnosticCode } from '../../model/errors.ts'
import {
  type ConfigFile,
  type ConfigLocation,
  isKeys,
  type Keys,
  type Path,
  placeOf,
  type ReportDiagnostic,
  stringsOf,
  type PatternCache,
  type LayerSource,
} from '../read/config-file.ts'
import { shippedGroups } from '../../model/tool-groups.ts'
import type { Groups } from './patterns/compile-pattern.ts'
import type { RecipeIndex } from '../expand/recipe-rules.ts'
import { type RuleDraft, keyLocation } from '../expand/expand.ts'
import type { Mended } from '../check/domains/misfit.ts'
import type { ProtectedPlaces } from './self-protection.ts'
import type { Trust } from '../trust/trust.ts'

export interface LayerContext {
  readonly root: string
  readonly home: string | undefined
  readonly files: Files
  readonly matchers: ReadonlyMap<string, Matcher<never>>
  readonly builtins: ReadonlyMap<string, Builtin<never>>
  readonly dialects: readonly Dialect[]
  readonly recipes: RecipeIndex
  /** For files without their own. */
  readonly patterns: PatternCache | undefined
  readonly scopes: Map<ConfigFile, FileScope>
  readonly report: ReportDiagnostic
}

/** What is local to a file. */
export interface FileScope {
  readonly groups: Groups
  readonly defaults: Keys
  readonly patterns: PatternCache | undefined
}

/** A rule that is compiled, and what it is compiled against. */
export interface RuleContext extends Omit<LayerContext, 'report'> {
  readonly draft: RuleDraft
  /** Reports a problem at one of the rule's keys, or below it; without a key the problem is the whole rule's. */
  readonly report: (code: DiagnosticCode, at: RulePath, problem: RuleProblem) => void
}

type RulePath = string | readonly [key: string, ...below: Path] | undefined

interface RuleProblem extends Detail {
  /** Absent: at the value. */
  readonly on?: 'key' | 'value'
  /** A part of the text that stands there. */
  readonly within?: TextRange
  /** What to write there. */
  readonly mended?: Mended
}

export function createCompileContext(
  catalog: Catalog,
  given: Pick<LayerContext, 'root' | 'home' | 'files' | 'recipes' | 'patterns' | 'report'>,
): LayerContext {
  return {
    ...given,
    matchers: new Map(catalog.matchers.map((matcher) => [matcher.key, matcher])),
    builtins: new Map(catalog.builtins.map((builtin) => [builtin.name, builtin])),
    dialects: catalog.dialects,
    scopes: new Map(),
  }
}

export function ruleContext(draft: RuleDraft, context: LayerContext): RuleContext {
  const report: RuleContext['report'] = (code, at, { on = 'value', within, mended, ...detail }) => {
    const location = locationOf(draft, typeof at === 'object' ? at : [at], on)
    const whole = placeOf(location)
    const place =
      within === undefined ? whole : placeOfRange(whole, location.file.document.text(location.path), within)
    const { name: rule } = draft
    const fix = mended && fixAt(location, mended)
    context.report(
      createDiagnostic(code, place, { ...detail, ...(fix && { fix }), ...(rule !== undefined && { rule }) }),
    )
  }
  return { ...context, draft, report }
}

/** What was written elsewhere, and is found there. */
function locationOf(
  draft: RuleDraft,
  [key, ...below]: readonly [string | undefined, ...Path],
  on: 'key' | 'value',
): ConfigLocation {
  const [nest, index, ...rest] = below
  const inner = draft.elsewhere[`${key}/${nest}/${index}`]
  if (inner !== undefined) return { ...inner, path: [...inner.path, ...rest], on }
  const location = keyLocation(draft, key, on)
  return { ...location, path: [...location.path, ...below] }
}

/** What is local to the rule's file. */
export function fileScope({ draft: { file }, scopes, patterns }: RuleContext): FileScope {
  const known = scopes.get(file)
  if (known !== undefined) return known
  const scope = {
    groups: groupsOf(file.keys),
    defaults: isKeys(file.keys.defaults) ? file.keys.defaults : {},
    patterns: file.patterns ?? patterns,
  }
  scopes.set(file, scope)
  return scope
}

/** The shipped groups with what the file adds, and its own. */
export function groupsOf(keys: Keys): Groups {
  const own = isKeys(keys.groups) ? keys.groups : {}
  const groups: Record<string, readonly string[]> = { ...shippedGroups }
  for (const name of Object.keys(own)) {
    const shipped = Object.hasOwn(groups, name) ? (groups[name] ?? []) : []
    groups[name] = [...new Set([...shipped, ...stringsOf(own[name])])]
  }
  return groups
}

// The text edits that put a mended pattern in the place of what is written.

/** Undefined where no single place of a file of one's own says it. */
function fixAt({ file, path }: ConfigLocation, { patterns, key }: Mended): Fix | undefined {
  const { document } = file
  const old = document.text(path)
  const isOwn = file.data === undefined && file.package === undefined
  if (!isOwn || old === undefined || old === '' || /^[&*|>!]|\n/.test(old)) return undefined
  const last = path.at(-1)
  const { line, column } = document.place(path)
  const edit = (text: string) => ({ line, column, old, new: text })
  const texts = patterns.map(asYaml)
  const value = texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`
  if (key === undefined) {
    if (typeof last !== 'number') return { path: file.path, edits: [edit(value)] }
    const before = document.source.text.split('\n')[line - 1]?.slice(0, column - 1) ?? ''
    const between = /^[\s-]*- +$/.test(before) ? `\n${before.replace(/-(?=.*-)/g, ' ')}` : ', '
    return { path: file.path, edits: [edit(texts.join(between))] }
  }
  if (last === 'match') return { path: file.path, edits: [edit(`{ ${key}: ${value} }`)] }
  if (last !== 'tool') return undefined
  const { line: at, column: from } = document.place(path, 'key')
  return { path: file.path, edits: [{ line: at, column: from, old: 'tool', new: key }, edit(value)] }
}

/** Plain where that is sure to mean the same. */
function asYaml(text: string): string {
  const isPlain =
    /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|[yn])$/i.test(text)
  return isPlain ? text : `'${text.replaceAll("'", "''")}'`
}

/** What a plan is compiled from, and what that may look at. */
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
