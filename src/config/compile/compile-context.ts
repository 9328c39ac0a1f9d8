import type { Builtin, Catalog, Dialect, Files, Matcher } from '../../model/types.ts'
import { createDiagnostic, type Code, type Detail } from '../check/diagnostics/diagnostic.ts'
import {
  type ConfigFile,
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
import { placeOfRange, type TextRange } from '../check/text-range.ts'

/** What rules are compiled against. */
export interface CompileContext {
  readonly root: string
  readonly home: string | undefined
  readonly files: Files
  readonly matchers: ReadonlyMap<string, Matcher<never>>
  readonly builtins: ReadonlyMap<string, Builtin<never>>
  readonly dialects: readonly Dialect[]
  readonly recipes: RecipeIndex
  /** For files that bring none of their own. */
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

interface RuleProblem extends Detail {
  readonly code: Code
  /** The rule's key that it concerns; absent: the whole rule. */
  readonly key?: string
  /** Further down from that key. */
  readonly below?: Path
  readonly on?: 'key' | 'value'
  /** A part of the text that stands there. */
  readonly within?: TextRange
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

/** Reports a problem of a rule at one of its keys. */
export function reportProblem(context: CompileContext, draft: RuleDraft, complaint: RuleProblem): void {
  const { code, key, below = [], on, within, ...detail } = complaint
  const spot = keyLocation(draft, key, on)
  const path = [...spot.path, ...below]
  const whole = placeOf({ ...spot, path })
  const at = within === undefined ? whole : placeOfRange(whole, spot.file.document.text(path), within)
  context.report(
    createDiagnostic(code, at, { ...detail, ...(draft.name === undefined ? {} : { rule: draft.name }) }),
  )
}

export function fileScope(file: ConfigFile, context: CompileContext): FileScope {
  const known = context.scopes.get(file)
  if (known !== undefined) return known
  const scope = {
    groups: groupsOf(file.keys),
    defaults: isKeys(file.keys.defaults) ? file.keys.defaults : {},
    patterns: file.patterns ?? context.patterns,
  }
  context.scopes.set(file, scope)
  return scope
}

/** The shipped groups with what the file adds, and its own. */
function groupsOf(keys: Keys): Groups {
  const own = isKeys(keys.groups) ? keys.groups : {}
  const groups: Record<string, readonly string[]> = { ...shippedGroups }
  for (const name of Object.keys(own)) {
    const shipped = Object.hasOwn(groups, name) ? (groups[name] ?? []) : []
    groups[name] = [...new Set([...shipped, ...stringsOf(own[name])])]
  }
  return groups
}
