import { optionValidators } from '../check/generated/option-validators.ts'
import type { ShapeError } from '../check/generated/validate.ts'
import type { Builtin, HandlerSpec, Recipe } from '../../model/types.ts'
import type { RuleContext } from './compile-context.ts'
import { schemaProblems } from '../check/check-layer.ts'
import { isKeys, type Keys } from '../read/config-file.ts'
import { compilePattern } from './patterns/compile-pattern.ts'
import { resolveRecipe } from './recipe-spec.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import { quoted } from '../check/diagnostics/diagnostic.ts'

/** A built-in with its options, defaults filled in; undefined when there is none of this name. */
export function builtinSpec(rule: RuleContext): HandlerSpec | undefined {
  const name = rule.draft.keys.use
  if (typeof name !== 'string') return undefined
  const builtin = builtinOf(rule)
  if (builtin === undefined) {
    const names = [...rule.builtins.keys()]
    const meant = nearest(name, names)
    rule.report('unknown-builtin', 'use', {
      message: `there is no built-in "${name}"`,
      hint: meant === undefined ? `use one of ${names.join(', ')}` : `write use: ${meant}`,
    })
    return undefined
  }
  const options = optionsOf(builtin, rule)
  const recipe = recipeOf(builtin, options, rule)
  return { kind: 'use', name, with: options, ...(recipe !== undefined && { recipe }) }
}

/** The recipe that the built-in may call, so that a run need not look for it. */
function recipeOf(builtin: Builtin<never>, options: Keys, rule: RuleContext): Recipe | undefined {
  const name = builtin.recipe?.(options as never) // options of this very built-in, checked by its schema
  if (name === undefined) return undefined
  const { with: written } = rule.draft.keys
  return resolveRecipe(
    name,
    isKeys(written) && Object.hasOwn(written, 'recipe') ? ['with', 'recipe'] : 'use',
    rule,
  )
}

/** The built-in that a rule uses. */
export function builtinOf({ draft, builtins }: RuleContext): Builtin<never> | undefined {
  return typeof draft.keys.use === 'string' ? builtins.get(draft.keys.use) : undefined
}

function optionsOf(builtin: Builtin<never>, rule: RuleContext): Keys {
  const { draft, report } = rule
  const { name, uses = [] } = builtin
  const shared = uses.flatMap((key) => (isKeys(draft.file.keys[key]) ? [[key, draft.file.keys[key]]] : []))
  const written = isKeys(draft.keys.with) ? draft.keys.with : {}
  if (uses.includes('schemas'))
    for (const { code, path, ...detail } of schemaProblems(written.schemas))
      report(code, ['with', 'schemas', ...path], { ...detail, on: 'key' })
  checkPatterns(builtin, written, rule)
  // A copy: the validator fills in defaults, and the document is shared.
  const options = structuredClone({ ...Object.fromEntries(shared), ...written })
  const validate = Object.hasOwn(optionValidators, name) ? optionValidators[name] : undefined
  const isSound = validate?.(options) ?? true
  // The shape check reports problems under "with", but there is none.
  if (!isSound && draft.keys.with === undefined && builtin.uses === undefined)
    reportMissing(name, validate?.errors ?? [], rule)
  const problem = isSound ? builtin.problem?.(options as never) : undefined // they are sound
  if (problem !== undefined) {
    const { option, message, hint } = problem
    report('bad-value', ['with', option], { message, hint })
  }
  if (uses.includes('schemas') && !(isKeys(options.schemas) && Object.keys(options.schemas).length > 0))
    report('empty-schemas', 'use', {
      message: `${quoted([name])} has no schemas to check a call against`,
      hint: 'add schemas: {Write: {required: [file_path, content]}} at the top of the file',
    })
  return options
}

function reportMissing(name: string, errors: readonly ShapeError[], { report }: RuleContext): void {
  const missing = errors.flatMap(({ params }) =>
    typeof params['missingProperty'] === 'string' ? [params['missingProperty']] : [],
  )
  report('missing-key', 'use', {
    message: `${quoted([name])} needs ${quoted(missing)}`,
    hint: `add with: { ${missing.map((key) => `${key}: …`).join(', ')} }`,
  })
}

/** Regexes among a built-in's options take as long as those of a match may. */
function checkPatterns({ patterns: key }: Builtin<never>, written: Keys, { report }: RuleContext): void {
  const list = key === undefined ? undefined : written[key]
  if (key === undefined || !Array.isArray(list)) return
  for (const [index, pattern] of list.entries()) {
    if (typeof pattern !== 'string' || !pattern.startsWith('/')) continue
    for (const { code, message, hint = 'correct it' } of compilePattern('text', pattern, { groups: {} })
      .problems)
      report(code, ['with', key, index], { message, hint })
  }
}
