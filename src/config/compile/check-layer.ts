import { isOfProject } from '../../model/layers.ts'
import { events, eventNamed, isEventName } from '../../model/events.ts'
import { type LayerContext, type RuleContext, ruleContext } from './layer-context.ts'
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
import { nearest, createDiagnostic, type Detail } from '../diagnostics/diagnostics.ts'
import { type RuleDraft, keyLocation } from '../expand/expand.ts'
import { runnerProblem } from '../../recipes/runner.ts'
import { patternOf } from '../../builtins/tool-schemas/json-schema.ts'
import { unsupportedKeywords } from '../../builtins/tool-schemas/unsupported-keywords.ts'
import { unsafeReason } from '../../patterns/regex/regex-cost.ts'
import type { DiagnosticCode } from '../../model/errors.ts'

/** What a file says besides its rules, beyond its shape. */
export function checkFile(file: ConfigFile, report: ReportDiagnostic): void {
  checkFileSchemas(file, report)
  checkRunner(file, report)
  warnOfUselessEngine(file, report)
}

/** One process answers for all projects: whether it stays is its person's to say. */
function warnOfUselessEngine(file: ConfigFile, report: ReportDiagnostic): void {
  if (!isOfProject(file.layer) || !Object.hasOwn(file.keys, 'engine')) return
  const message = "only a person's own hooks.yaml and the managed one say whether the engine stays"
  const hint = 'move it to ~/.config/hooks/hooks.yaml'
  const location = { file, path: ['engine'], on: 'key' as const }
  report(diagnosticAt(location, 'useless-key', { message, hint, severity: 'warning' }))
}

/** The rules of a layer together. */
export function checkDrafts(drafts: readonly RuleDraft[], file: ConfigFile, context: LayerContext): void {
  if (drafts.length === 0) warnOfNoRules(file, context.report)
  checkNames(drafts, context)
  checkOn(drafts, context)
}

/** The events that a rule names for itself. */
function checkOn(drafts: readonly RuleDraft[], context: LayerContext): void {
  const seen = new Set<unknown>()
  for (const draft of drafts) {
    const { on } = draft.keys
    // The steps of one rule share its list.
    if (draft.path[0] !== 'rules' || on === undefined || on === '*' || seen.has(draft.path)) continue
    seen.add(draft.path)
    checkEvents(on, ruleContext(draft, context))
  }
}

function checkEvents(on: unknown, { report }: RuleContext): void {
  if (Array.isArray(on) && on.length === 0)
    report('empty-list', 'on', {
      message: '"on" lists no events',
      hint: "add on: [PreToolUse], or on: '*'",
    })
  for (const [index, name] of listOf(on).entries()) {
    if (typeof name !== 'string' || isEventName(name)) continue
    const at = Array.isArray(on) ? (['on', index] as const) : 'on'
    const own = name === '*' ? undefined : eventNamed(name)
    const meant = own ?? nearest(name, Object.keys(events))
    const known =
      meant === undefined ? `use one of ${Object.keys(events).join(', ')}` : `rename it to "${meant}"`
    const hint = name === '*' ? "write on: '*'" : known
    if (own === undefined) report('unknown-event', at, { message: `there is no event "${name}"`, hint })
    else report('event-alias', at, { message: `"${name}" is an agent's name for "${own}"`, hint })
  }
}

/** An empty file looks like one that guards. */
function warnOfNoRules(file: ConfigFile, report: ReportDiagnostic): void {
  const says = Object.entries(file.keys).some(
    ([key, value]) => key !== '$schema' && key !== 'version' && !isEmpty(value),
  )
  if (says || file.parents.length > 0 || file.shape.length > 0) return
  report(
    createDiagnostic('no-rules', placeOf({ file, path: [] }), {
      message: 'there are no rules in this file',
      hint: 'write a rule under hooks:, or delete the file and run hooks init',
    }),
  )
}

function isEmpty(value: unknown): boolean {
  return isKeys(value) ? Object.values(value).every(isEmpty) : listOf(value).length === 0
}

/** Names are unique in a file, and with what it extends: overrides, texts and traces go by them. */
function checkNames(drafts: readonly RuleDraft[], context: LayerContext): void {
  const first = new Map<string, RuleDraft>()
  for (const draft of drafts) {
    if (draft.name === undefined) continue
    const known = first.get(draft.name)
    if (known === undefined) first.set(draft.name, draft)
    // The first step of a rule is reported for all of them.
    else if (draft.step === undefined || draft.step === 0)
      ruleContext(draft, context).report('duplicate-name', 'name', {
        message: `a rule "${draft.target ?? ''}" exists already`,
        hint: 'give one of them another name',
        related: [{ message: 'first defined', at: placeOf(keyLocation(known, 'name', 'value')) }],
      })
  }
}

/** What a file's runner lacks, beyond its shape. */
function checkRunner(file: ConfigFile, report: ReportDiagnostic): void {
  const runner = isKeys(file.keys.recipes) ? file.keys.recipes.runner : undefined
  const problem = isKeys(runner) ? runnerProblem(runner) : undefined
  if (problem === undefined) return
  const { code, key, message, hint } = problem
  const path = ['recipes', 'runner', ...(key === undefined ? [] : [key])]
  report(diagnosticAt({ file, path, on: key === undefined ? 'key' : 'value' }, code, { message, hint }))
}

/** `path` begins below `schemas`. */
export interface SchemaProblem extends Detail {
  readonly code: DiagnosticCode
  readonly path: Path
}

/** Keywords in the JSON Schemas of tools that are not supported, and patterns that are too slow. */
export function schemaProblems(schemas: unknown): readonly SchemaProblem[] {
  if (!isKeys(schemas)) return []
  return Object.entries(schemas).flatMap(([tool, entry]) => {
    const schema = isKeys(entry) ? entry.schema : undefined
    return isKeys(schema) ? problemsOfSchema(schema, [tool, 'schema']) : []
  })
}

/** The same of a file's own `schemas`. */
function checkFileSchemas(file: ConfigFile, report: ReportDiagnostic): void {
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
    const why = regex === undefined ? undefined : unsafeReason(regex.source, regex.flags)
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
