import type { Builtin, Catalog, Dialect, Files, Matcher } from '../../model/types.ts'
import { createDiagnostic, type Detail } from '../check/diagnostics/diagnostic.ts'
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
} from '../read/config-file.ts'
import { shippedGroups } from '../../model/tool-groups.ts'
import type { Groups, PatternCache } from './patterns/compile-pattern.ts'
import type { RecipeIndex } from '../expand/recipe-index.ts'
import { type RuleDraft, keyLocation } from '../expand/rule-drafts.ts'
import type { Mended } from '../check/domains/misfit.ts'
import { fixAt } from '../check/fix.ts'
import { placeOfRange, type TextRange } from '../check/text-range.ts'

export interface CompileContext {
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
export interface RuleContext extends Omit<CompileContext, 'report'> {
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
  given: Pick<CompileContext, 'root' | 'home' | 'files' | 'recipes' | 'patterns' | 'report'>,
): CompileContext {
  return {
    ...given,
    matchers: new Map(catalog.matchers.map((matcher) => [matcher.key, matcher])),
    builtins: new Map(catalog.builtins.map((builtin) => [builtin.name, builtin])),
    dialects: catalog.dialects,
    scopes: new Map(),
  }
}

export function ruleContext(draft: RuleDraft, context: CompileContext): RuleContext {
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
