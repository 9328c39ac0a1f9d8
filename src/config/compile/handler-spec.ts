import type { HandlerSpec, InlineSpec, SystemChange, Builtin, Recipe } from '../../model/types.ts'
import type { RuleContext } from './layer-context.ts'
import { isKeys, type Keys } from '../read/config-file.ts'
import { type HandlerKey, isHandlerKey, ownerOf } from '../../model/handler-keys.ts'
import { quoted, nearest } from '../diagnostics/diagnostics.ts'
import { runSpec } from './run-spec.ts'
import { ruleKeys } from '../check/schema.ts'
import { type RuleDraft, handlerKeyOf } from '../expand/expand.ts'
import { optionValidators } from '../check/generated/option-validators.ts'
import type { ShapeError } from '../check/generated/validate.ts'
import { schemaProblems } from './check-layer.ts'
import { compilePattern } from './patterns/compile-pattern.ts'
import { argumentProblems } from '../../recipes/prompt.ts'

/** No handler, more than one, a key without its handler. */
export function checkHandlerKeys({ draft, report }: RuleContext): void {
  const { keys, beside, step } = draft
  const inStep = step !== undefined
  if (handlerKeyOf(draft) === undefined && isUnderstood(draft))
    report('no-handler', inStep || draft.name === undefined ? undefined : 'name', {
      message: `this ${inStep ? 'step' : 'rule'} does nothing: it has no handler`,
      hint: 'add deny:, ask:, context:, run: or another handler',
    })
  const own = Object.keys(keys).filter(isHandlerKey)
  const several = beside.length > 0 ? ['steps', ...beside] : own
  if (several.length > 1)
    report('several-handlers', several.find((key) => key !== several[0] && key !== 'steps') ?? several[0], {
      on: 'key',
      message: `a rule has one handler, this one has ${quoted(several)}`,
      hint: 'make it several rules, or list the handlers under "steps"',
    })
  for (const key of Object.keys(keys)) {
    const owner = ownerOf(key)
    if (owner === undefined || own.includes(owner)) continue
    const message = `"${key}" means nothing without "${owner}"`
    report('useless-key', key, { on: 'key', message, hint: 'remove it' })
  }
}

/** Whether all keys are known: an unknown one was meant as the handler. */
function isUnderstood({ keys }: RuleDraft): boolean {
  return !Object.hasOwn(keys, 'steps') && Object.keys(keys).every((key) => ruleKeys.includes(key))
}

/** The rule's handler in the plan; undefined when it is invalid. */
export function handlerSpec(rule: RuleContext): HandlerSpec | undefined {
  const key = handlerKeyOf(rule.draft)
  if (key === undefined) return undefined
  if (key === 'use') return builtinSpec(rule)
  if (key === 'run') return runSpec(rule)
  if (key === 'recipe') return recipeSpec(rule)
  const inline = inlineSpec(key, rule.draft.keys[key])
  return inline === undefined ? undefined : { kind: 'inline', inline }
}

function inlineSpec(
  key: Exclude<HandlerKey, 'use' | 'run' | 'recipe'> | 'notify',
  value: unknown,
): InlineSpec | undefined {
  switch (key) {
    case 'set_output':
      return { says: key, value }
    case 'set_input':
    case 'set_request':
      return isKeys(value) ? { says: key, patch: value } : undefined
    case 'set_system':
      return isKeys(value) ? { says: key, change: systemChange(value) } : undefined
    case 'deny':
    case 'ask':
    case 'continue': {
      const texts = isKeys(value) ? textsOf(value) : { text: value }
      return typeof texts.text === 'string' ? { says: key, ...texts, text: texts.text } : undefined
    }
    case 'set_prompt':
    case 'allow':
    case 'context':
    case 'notify':
    case 'stop':
      return typeof value === 'string' ? { says: key, text: value } : undefined
  }
}

/** The model's text, and the user's where it is another. A guard with unknown keys only is still a guard. */
function textsOf({ user, model = user ?? '' }: Keys): { readonly text: unknown; readonly user?: string } {
  return { text: model, ...(typeof user === 'string' && user !== model && { user }) }
}

function systemChange({ append, prepend, replace }: Keys): SystemChange {
  return {
    ...(typeof append === 'string' && { append }),
    ...(typeof prepend === 'string' && { prepend }),
    ...(typeof replace === 'string' && { replace }),
  }
}

/** A built-in with its options, defaults filled in; undefined when there is none of this name. */
function builtinSpec(rule: RuleContext): HandlerSpec | undefined {
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

/** A rule that calls a recipe; undefined when there is no such recipe. */
function recipeSpec(rule: RuleContext): HandlerSpec | undefined {
  const { recipe: name, args, async: isAsync } = rule.draft.keys
  if (typeof name !== 'string') return undefined
  const recipe = resolveRecipe(name, 'recipe', rule)
  if (recipe === undefined) return undefined
  checkArguments(recipe, rule)
  return {
    kind: 'recipe',
    name,
    ...(isKeys(args) && { args }),
    ...(isAsync === true && { async: true }),
    recipe,
  }
}

/** The recipe of a name that a rule gives; what is wrong with it is reported where the name stands. */
function resolveRecipe(
  name: string,
  at: 'recipe' | 'use' | readonly ['with', 'recipe'],
  { draft, recipes, report }: RuleContext,
): Recipe | undefined {
  const found = recipes.find(name, draft.file.layer)
  if (found === undefined) {
    const names = recipes.names(draft.file.layer)
    const meant = nearest(name, names)
    const known = [...new Set(names)].slice(0, 10).join(', ')
    report('unknown-recipe', at, {
      message: `there is no recipe "${name}"`,
      hint: meant === undefined ? `create recipes/${name}.md, or use one of: ${known}` : `write "${meant}"`,
    })
    return undefined
  }
  const { file, read } = found
  if ('recipe' in read) return read.recipe
  const { message, later } = read.problem
  report(later === true ? 'not-supported' : 'bad-recipe', at, {
    message: `${file} cannot be used: ${message}`,
    hint: `correct ${file}`,
  })
  return undefined
}

function checkArguments(recipe: Recipe, { draft, report }: RuleContext): void {
  const args = isKeys(draft.keys.args) ? draft.keys.args : {}
  const known = Object.keys(recipe.arguments ?? {})
  const problems = argumentProblems(recipe, args)
  const unknown = problems.flatMap(({ kind, name }) => (kind === 'unknown' ? [name] : []))
  const meant = new Map(unknown.map((name) => [name, nearest(name, known)]))
  for (const name of unknown) {
    const hint = known.length === 0 ? 'remove it: the recipe takes none' : `use one of ${known.join(', ')}`
    report('unknown-argument', ['args', name], {
      on: 'key',
      message: `recipe "${recipe.name}" has no argument "${name}"`,
      hint: meant.get(name) === undefined ? hint : `rename it to "${meant.get(name)}"`,
    })
  }
  const misspelt = new Set(meant.values())
  for (const { kind, name } of problems)
    if (kind === 'missing' && !misspelt.has(name))
      report('missing-argument', 'recipe', {
        message: `recipe "${recipe.name}" needs the argument "${name}"`,
        hint: `add args: {${name}: …}`,
      })
}
