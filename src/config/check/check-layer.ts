import { events, eventNamed, isEventName } from '../../model/events.ts'
import { type CompileContext, reportProblem } from '../compile/compile-context.ts'
import {
  listOf,
  placeOf,
  type ConfigFile,
  isKeys,
  diagnosticAt,
  type ReportDiagnostic,
  type Keys,
  type Path,
} from '../read/config-file.ts'
import { nearest } from './diagnostics/similar.ts'
import { type RuleDraft, keyLocation } from '../expand/rule-drafts.ts'
import { runnerProblem } from '../../recipes/runner.ts'
import { patternOf } from '../../builtins/tool-schemas/json-schema.ts'
import { unsupportedKeywords } from '../../builtins/tool-schemas/unsupported-keywords.ts'
import { unsafeBecause } from '../../patterns/regex/regex-cost.ts'
import type { Code, Detail } from './diagnostics/diagnostic.ts'

/** The events that a rule names for itself. */
export function checkOn(drafts: readonly RuleDraft[], context: CompileContext): void {
  const seen = new Set<unknown>()
  for (const draft of drafts) {
    const { on } = draft.keys
    // The steps of one rule share its list.
    if (draft.path[0] !== 'rules' || on === undefined || on === '*' || seen.has(draft.path)) continue
    seen.add(draft.path)
    checkList(on, draft, context)
  }
}

function checkList(on: unknown, draft: RuleDraft, context: CompileContext): void {
  if (Array.isArray(on) && on.length === 0) {
    reportProblem(context, draft, {
      code: 'empty-list',
      key: 'on',
      on: 'value',
      message: '"on" lists no events',
      hint: "add on: [PreToolUse], or on: '*'",
    })
  }
  for (const [index, name] of listOf(on).entries()) {
    if (typeof name !== 'string' || isEventName(name)) continue
    const own = name === '*' ? undefined : eventNamed(name)
    const meant = own ?? nearest(name, Object.keys(events))
    reportProblem(context, draft, {
      code: own === undefined ? 'unknown-event' : 'event-alias',
      key: 'on',
      below: Array.isArray(on) ? [index] : [],
      on: 'value',
      message:
        own === undefined ? `there is no event "${name}"` : `"${name}" is an agent's name for "${own}"`,
      hint:
        name === '*'
          ? "write on: '*'"
          : meant === undefined
            ? `use one of ${Object.keys(events).join(', ')}`
            : `rename it to "${meant}"`,
    })
  }
}

/** Names are unique in a file, and with what it extends: overrides, texts and traces go by them. */
export function checkNames(drafts: readonly RuleDraft[], context: CompileContext): void {
  const first = new Map<string, RuleDraft>()
  for (const draft of drafts) {
    if (draft.name === undefined) continue
    const known = first.get(draft.name)
    if (known === undefined) first.set(draft.name, draft)
    else reportDuplicate(draft, known, context)
  }
}

function reportDuplicate(draft: RuleDraft, known: RuleDraft, context: CompileContext): void {
  // Steps repeat with the rule whose steps they are.
  if (draft.step !== undefined && draft.step > 0) return
  const at = placeOf(keyLocation(known, 'name', 'value'))
  reportProblem(context, draft, {
    code: 'duplicate-name',
    key: 'name',
    on: 'value',
    message: `a rule "${draft.target ?? ''}" exists already`,
    hint: 'give one of them another name',
    related: [{ message: 'first defined', at }],
  })
}

/** What a file's runner lacks, beyond its shape. */
export function checkRunner(file: ConfigFile, report: ReportDiagnostic): void {
  const runner = isKeys(file.keys.recipes) ? file.keys.recipes.runner : undefined
  const problem = isKeys(runner) ? runnerProblem(runner) : undefined
  if (problem === undefined) return
  const { code, key, message, hint } = problem
  const path = ['recipes', 'runner', ...(key === undefined ? [] : [key])]
  report(diagnosticAt({ file, path, on: key === undefined ? 'key' : 'value' }, code, { message, hint }))
}

/** What is wrong below `schemas`, `path` counting from there. */
export interface SchemaProblem extends Detail {
  readonly code: Code
  readonly path: Path
}

/** What the JSON Schemas of tools ask for that would not be checked, or not in time. */
export function schemaProblems(schemas: unknown): readonly SchemaProblem[] {
  if (!isKeys(schemas)) return []
  return Object.entries(schemas).flatMap(([tool, entry]) => {
    const schema = isKeys(entry) ? entry.schema : undefined
    return isKeys(schema) ? problemsOfSchema(schema, [tool, 'schema']) : []
  })
}

/** The same of a file's own `schemas`. */
export function checkFileSchemas(file: ConfigFile, report: ReportDiagnostic): void {
  for (const { code, path, ...detail } of schemaProblems(file.keys.schemas))
    report(diagnosticAt({ file, path: ['schemas', ...path], on: 'key' }, code, detail))
}

function problemsOfSchema(schema: Keys, path: Path): readonly SchemaProblem[] {
  const unsupported = unsupportedKeywords(schema).map(({ path: below, message }): SchemaProblem => ({
    code: 'unsupported-keyword',
    path: [...path, ...below],
    message,
    hint: 'remove it, or say the same with keywords that are checked',
  }))
  return [...unsupported, ...slowPatterns(schema, path)]
}

/** Only those that compile: the others were named already. */
function slowPatterns(value: unknown, path: Path): readonly SchemaProblem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => slowPatterns(item, [...path, index]))
  if (!isKeys(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = [...path, key]
    if (key !== 'pattern' || typeof inner !== 'string') return slowPatterns(inner, at)
    const regex = patternOf(inner)
    const why = regex === undefined ? undefined : unsafeBecause(regex.source, regex.flags)
    if (why === undefined) return []
    return [
      {
        code: 'unsafe-regex',
        path: at,
        message: `regex "${inner}" is refused: ${why}`,
        hint: 'repeat only once',
      },
    ]
  })
}
