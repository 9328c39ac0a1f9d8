import type { Builtin, Catalog, Dialect, Files, Matcher } from '../../model/types.ts'
import { createDiagnostic } from '../check/diagnostics/diagnostic.ts'
import {
  type ConfigFile,
  isKeys,
  type Keys,
  type Path,
  placeOf,
  type Report,
  stringsOf,
} from '../read/file.ts'
import { shippedGroups } from '../../model/tool-groups.ts'
import type { Groups, PatternMemo } from './patterns/compile-pattern.ts'
import type { RecipeBook } from '../expand/recipe-book.ts'
import type { Code, Detail } from '../check/diagnostics/wording.ts'
import { type Draft, spotOf } from '../expand/sugar.ts'
import { placeWithin, type Within } from '../check/within.ts'

/** What rules are compiled against. */
export interface Bench {
  readonly root: string
  readonly home: string | undefined
  readonly files: Files
  readonly matchers: ReadonlyMap<string, Matcher<never>>
  readonly builtins: ReadonlyMap<string, Builtin<never>>
  readonly dialects: readonly Dialect[]
  readonly recipes: RecipeBook
  /** For files that bring none of their own. */
  readonly patterns: PatternMemo | undefined
  readonly scopes: Map<ConfigFile, Scope>
  readonly report: Report
}

/** What is local to a file. */
export interface Scope {
  readonly groups: Groups
  readonly defaults: Keys
  readonly patterns: PatternMemo | undefined
}

interface Complaint extends Detail {
  readonly code: Code
  /** The rule's key that it concerns; absent: the whole rule. */
  readonly key?: string
  /** Further down from that key. */
  readonly below?: Path
  readonly on?: 'key' | 'value'
  /** A part of the text that stands there. */
  readonly within?: Within
}

export function createBench(
  catalog: Catalog,
  given: Pick<Bench, 'root' | 'home' | 'files' | 'recipes' | 'patterns' | 'report'>,
): Bench {
  return {
    ...given,
    matchers: new Map(catalog.matchers.map((matcher) => [matcher.key, matcher])),
    builtins: new Map(catalog.builtins.map((builtin) => [builtin.name, builtin])),
    dialects: catalog.dialects,
    scopes: new Map(),
  }
}

/** Reports a problem of a rule at one of its keys. */
export function complain(bench: Bench, draft: Draft, complaint: Complaint): void {
  const { code, key, below = [], on, within, ...detail } = complaint
  const spot = spotOf(draft, key, on)
  const path = [...spot.path, ...below]
  const whole = placeOf({ ...spot, path })
  const at = within === undefined ? whole : placeWithin(whole, spot.file.document.text(path), within)
  bench.report(
    createDiagnostic(code, at, { ...detail, ...(draft.name === undefined ? {} : { rule: draft.name }) }),
  )
}

export function scopeOf(file: ConfigFile, bench: Bench): Scope {
  const known = bench.scopes.get(file)
  if (known !== undefined) return known
  const scope = {
    groups: groupsOf(file.keys),
    defaults: isKeys(file.keys.defaults) ? file.keys.defaults : {},
    patterns: file.patterns ?? bench.patterns,
  }
  bench.scopes.set(file, scope)
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
