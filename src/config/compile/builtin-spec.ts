import { optionValidators } from '../check/generated/option-validators.ts'
import type { ShapeError } from '../check/generated/validate.ts'
import type { Builtin, HandlerSpec, Recipe } from '../../model/types.ts'
import { type Bench, complain } from './bench.ts'
import { schemaProblems } from '../check/check-tool-schemas.ts'
import { isKeys, type Keys } from '../read/file.ts'
import { compilePattern } from './patterns/compile-pattern.ts'
import { namedRecipe } from './recipe-spec.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import { quoted } from '../check/diagnostics/wording.ts'
import type { Draft } from '../expand/sugar.ts'

/** A built-in with its options, defaults filled in; undefined when there is none of this name. */
export function builtinSpec(draft: Draft, bench: Bench): HandlerSpec | undefined {
  const name = draft.keys.use
  if (typeof name !== 'string') return undefined
  const builtin = bench.builtins.get(name)
  if (builtin === undefined) {
    reportUnknown(name, draft, bench)
    return undefined
  }
  const options = optionsOf(builtin, draft, bench)
  return { kind: 'use', name, with: options, ...recipePart(builtin, options, { draft, bench }) }
}

/** The recipe that the built-in may call, so that a run need not look for it. */
function recipePart(
  builtin: Builtin<never>,
  options: Keys,
  { draft, bench }: { draft: Draft; bench: Bench },
): { readonly recipe?: Recipe } {
  const name = builtin.recipe?.(options as never) // options of this very built-in, checked by its schema
  if (name === undefined) return {}
  const isWritten = isKeys(draft.keys.with) && Object.hasOwn(draft.keys.with, 'recipe')
  const place = isWritten ? { key: 'with', below: ['recipe'] } : { key: 'use' }
  const recipe = namedRecipe({ name, ...place }, draft, bench)
  return recipe === undefined ? {} : { recipe }
}

/** The built-in that a rule uses. */
export function builtinOf(draft: Draft, bench: Bench): Builtin<never> | undefined {
  return typeof draft.keys.use === 'string' ? bench.builtins.get(draft.keys.use) : undefined
}

function reportUnknown(name: string, draft: Draft, bench: Bench): void {
  const meant = nearest(name, [...bench.builtins.keys()])
  complain(bench, draft, {
    code: 'unknown-builtin',
    key: 'use',
    on: 'value',
    message: `there is no built-in "${name}"`,
    hint: meant === undefined ? `use one of ${[...bench.builtins.keys()].join(', ')}` : `write use: ${meant}`,
  })
}

function optionsOf(builtin: Builtin<never>, draft: Draft, bench: Bench): Keys {
  const shared = Object.fromEntries(
    (builtin.uses ?? []).flatMap((key) =>
      isKeys(draft.file.keys[key]) ? [[key, draft.file.keys[key]]] : [],
    ),
  )
  const written = isKeys(draft.keys.with) ? draft.keys.with : {}
  if ((builtin.uses ?? []).includes('schemas'))
    for (const { path, ...said } of schemaProblems(written.schemas))
      complain(bench, draft, { ...said, key: 'with', below: ['schemas', ...path], on: 'key' })
  checkPatterns(builtin, written, { draft, bench })
  // A copy: the validator fills in defaults, and the document is shared.
  const options = structuredClone({ ...shared, ...written })
  const validate = Object.hasOwn(optionValidators, builtin.name) ? optionValidators[builtin.name] : undefined
  const isSound = validate?.(options) ?? true
  // What stands under "with" is judged where the file is checked, but there is none.
  if (!isSound && draft.keys.with === undefined && builtin.uses === undefined)
    reportMissing(builtin, validate?.errors ?? [], { draft, bench })
  const problem = isSound ? builtin.problem?.(options as never) : undefined // they are sound
  if (problem !== undefined) {
    const { option, message, hint } = problem
    complain(bench, draft, { code: 'bad-value', key: 'with', below: [option], on: 'value', message, hint })
  }
  warnOfNoSchemas(builtin, options, { draft, bench })
  return options
}

function reportMissing(
  { name }: Builtin<never>,
  errors: readonly ShapeError[],
  { draft, bench }: { draft: Draft; bench: Bench },
): void {
  const missing = errors.flatMap(({ params }) =>
    typeof params['missingProperty'] === 'string' ? [params['missingProperty']] : [],
  )
  complain(bench, draft, {
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
  { draft, bench }: { draft: Draft; bench: Bench },
): void {
  const list = key === undefined ? undefined : written[key]
  if (key === undefined || !Array.isArray(list)) return
  for (const [index, pattern] of list.entries()) {
    if (typeof pattern !== 'string' || !pattern.startsWith('/')) continue
    for (const { code, message, hint } of compilePattern('text', pattern, { groups: {} }).problems)
      complain(bench, draft, {
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
  { draft, bench }: { draft: Draft; bench: Bench },
): void {
  if (!(builtin.uses ?? []).includes('schemas')) return
  if (isKeys(options.schemas) && Object.keys(options.schemas).length > 0) return
  complain(bench, draft, {
    code: 'empty-schemas',
    key: 'use',
    on: 'value',
    message: `${quoted([builtin.name])} has no schemas to check a call against`,
    hint: 'add schemas: {Write: {required: [file_path, content]}} at the top of the file',
  })
}
