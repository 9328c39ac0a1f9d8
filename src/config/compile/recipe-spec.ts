import { argumentProblems } from '../../recipes/arguments.ts'
import type { HandlerSpec, Recipe } from '../../model/types.ts'
import type { RuleContext } from './compile-context.ts'
import { isKeys } from '../read/config-file.ts'
import { nearest } from '../check/diagnostics/similar.ts'

/** A rule that calls a recipe; undefined when there is no such recipe. */
export function recipeSpec(rule: RuleContext): HandlerSpec | undefined {
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
export function resolveRecipe(
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
