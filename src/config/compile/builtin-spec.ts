import { optionValidators } from '../check/generated/option-validators.ts'
import type { ShapeError } from '../check/generated/validate.ts'
import type { Builtin, HandlerSpec, Recipe } from '../../model/types.ts'
import { type CompileContext, reportProblem } from './compile-context.ts'
import { schemaProblems } from '../check/check-layer.ts'
import { isKeys, type Keys } from '../read/config-file.ts'
import { compilePattern } from './patterns/compile-pattern.ts'
import { resolveRecipe } from './recipe-spec.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import { quoted } from '../check/diagnostics/diagnostic.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** A built-in with its options, defaults filled in; undefined when there is none of this name. */
export function builtinSpec(draft: RuleDraft, context: CompileContext): HandlerSpec | undefined {
  const name = draft.keys.use
  if (typeof name !== 'string') return undefined
  const builtin = context.builtins.get(name)
  if (builtin === undefined) {
    reportUnknown(name, draft, context)
    return undefined
  }
  const options = optionsOf(builtin, draft, context)
  return { kind: 'use', name, with: options, ...recipePart(builtin, options, { draft, context }) }
}

/** The recipe that the built-in may call, so that a run need not look for it. */
function recipePart(
  builtin: Builtin<never>,
  options: Keys,
  { draft, context }: { draft: RuleDraft; context: CompileContext },
): { readonly recipe?: Recipe } {
  const name = builtin.recipe?.(options as never) // options of this very built-in, checked by its schema
  if (name === undefined) return {}
  const isWritten = isKeys(draft.keys.with) && Object.hasOwn(draft.keys.with, 'recipe')
  const place = isWritten ? { key: 'with', below: ['recipe'] } : { key: 'use' }
  const recipe = resolveRecipe({ name, ...place }, draft, context)
  return recipe === undefined ? {} : { recipe }
}

/** The built-in that a rule uses. */
export function builtinOf(draft: RuleDraft, context: CompileContext): Builtin<never> | undefined {
  return typeof draft.keys.use === 'string' ? context.builtins.get(draft.keys.use) : undefined
}

function reportUnknown(name: string, draft: RuleDraft, context: CompileContext): void {
  const meant = nearest(name, [...context.builtins.keys()])
  reportProblem(context, draft, {
    code: 'unknown-builtin',
    key: 'use',
    on: 'value',
    message: `there is no built-in "${name}"`,
    hint:
      meant === undefined ? `use one of ${[...context.builtins.keys()].join(', ')}` : `write use: ${meant}`,
  })
}

function optionsOf(builtin: Builtin<never>, draft: RuleDraft, context: CompileContext): Keys {
  const shared = Object.fromEntries(
    (builtin.uses ?? []).flatMap((key) =>
      isKeys(draft.file.keys[key]) ? [[key, draft.file.keys[key]]] : [],
    ),
  )
  const written = isKeys(draft.keys.with) ? draft.keys.with : {}
  if ((builtin.uses ?? []).includes('schemas'))
    for (const { path, ...said } of schemaProblems(written.schemas))
      reportProblem(context, draft, { ...said, key: 'with', below: ['schemas', ...path], on: 'key' })
  checkPatterns(builtin, written, { draft, context })
  // A copy: the validator fills in defaults, and the document is shared.
  const options = structuredClone({ ...shared, ...written })
  const validate = Object.hasOwn(optionValidators, builtin.name) ? optionValidators[builtin.name] : undefined
  const isSound = validate?.(options) ?? true
  // What stands under "with" is judged where the file is checked, but there is none.
  if (!isSound && draft.keys.with === undefined && builtin.uses === undefined)
    reportMissing(builtin, validate?.errors ?? [], { draft, context })
  const problem = isSound ? builtin.problem?.(options as never) : undefined // they are sound
  if (problem !== undefined) {
    const { option, message, hint } = problem
    reportProblem(context, draft, {
      code: 'bad-value',
      key: 'with',
      below: [option],
      on: 'value',
      message,
      hint,
    })
  }
  warnOfNoSchemas(builtin, options, { draft, context })
  return options
}

function reportMissing(
  { name }: Builtin<never>,
  errors: readonly ShapeError[],
  { draft, context }: { draft: RuleDraft; context: CompileContext },
): void {
  const missing = errors.flatMap(({ params }) =>
    typeof params['missingProperty'] === 'string' ? [params['missingProperty']] : [],
  )
  reportProblem(context, draft, {
    code: 'missing-key',
    key: 'use',
    on: 'value',
    message: `${quoted([name])} needs ${quoted(missing)}`,
    hint: `add with: { ${missing.map((key) => `${key}: …`).join(', ')} }`,
  })
}

/** Regexes among a built-in's options take as long as those of a match may. */
function checkPatterns(
  { patterns: key }: Builtin<never>,
  written: Keys,
  { draft, context }: { draft: RuleDraft; context: CompileContext },
): void {
  const list = key === undefined ? undefined : written[key]
  if (key === undefined || !Array.isArray(list)) return
  for (const [index, pattern] of list.entries()) {
    if (typeof pattern !== 'string' || !pattern.startsWith('/')) continue
    for (const { code, message, hint } of compilePattern('text', pattern, { groups: {} }).problems)
      reportProblem(context, draft, {
        code,
        key: 'with',
        below: [key, index],
        on: 'value',
        message,
        hint: hint ?? 'correct it',
      })
  }
}

function warnOfNoSchemas(
  builtin: Builtin<never>,
  options: Keys,
  { draft, context }: { draft: RuleDraft; context: CompileContext },
): void {
  if (!(builtin.uses ?? []).includes('schemas')) return
  if (isKeys(options.schemas) && Object.keys(options.schemas).length > 0) return
  reportProblem(context, draft, {
    code: 'empty-schemas',
    key: 'use',
    on: 'value',
    message: `${quoted([builtin.name])} has no schemas to check a call against`,
    hint: 'add schemas: {Write: {required: [file_path, content]}} at the top of the file',
  })
}
