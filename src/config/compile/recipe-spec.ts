import { argumentProblems } from '../../recipes/arguments.ts'
import type { RecipeProblem } from '../../recipes/read.ts'
import type { HandlerSpec, Recipe } from '../../model/types.ts'
import { type CompileContext, reportProblem } from './compile-context.ts'
import { isKeys, type Path } from '../read/config-file.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { RuleDraft } from '../expand/rule-drafts.ts'

/** A rule that calls a recipe; undefined when there is no such recipe. */
export function recipeSpec(draft: RuleDraft, context: CompileContext): HandlerSpec | undefined {
  const { recipe: name, args, async: isAsync } = draft.keys
  if (typeof name !== 'string') return undefined
  const recipe = resolveRecipe({ name, key: 'recipe' }, draft, context)
  if (recipe === undefined) return undefined
  checkArguments(recipe, draft, context)
  return {
    kind: 'recipe',
    name,
    ...(isKeys(args) ? { args } : {}),
    ...(isAsync === true ? { async: true } : {}),
    recipe,
  }
}

interface RecipeReference {
  readonly name: string
  /** Where the name stands. */
  readonly key: string
  readonly below?: Path
}

/** The recipe of a name that a rule gives; what is wrong with it is reported where the name stands. */
export function resolveRecipe(
  { name, ...place }: RecipeReference,
  draft: RuleDraft,
  context: CompileContext,
): Recipe | undefined {
  const found = context.recipes.find(name, draft.file.layer)
  if (found === undefined) {
    const names = context.recipes.names(draft.file.layer)
    const meant = nearest(name, names)
    const known = [...new Set(names)].slice(0, 10).join(', ')
    const message = `there is no recipe "${name}"`
    const hint =
      meant === undefined ? `create recipes/${name}.md, or use one of: ${known}` : `write "${meant}"`
    reportProblem(context, draft, { code: 'unknown-recipe', ...place, on: 'value', message, hint })
    return undefined
  }
  if ('recipe' in found.read) return found.read.recipe
  reportBad(found.read.problem, { file: found.file, ...place }, { draft, context })
  return undefined
}

function reportBad(
  { message, later }: RecipeProblem,
  { file, ...place }: Omit<RecipeReference, 'name'> & { readonly file: string },
  { draft, context }: { readonly draft: RuleDraft; readonly context: CompileContext },
): void {
  const code = later === true ? 'not-supported' : 'bad-recipe'
  reportProblem(context, draft, {
    code,
    ...place,
    on: 'value',
    message: `${file} cannot be used: ${message}`,
    hint: `correct ${file}`,
  })
}

function checkArguments(recipe: Recipe, draft: RuleDraft, context: CompileContext): void {
  const args = isKeys(draft.keys.args) ? draft.keys.args : {}
  const known = Object.keys(recipe.arguments ?? {})
  const problems = argumentProblems(recipe, args)
  const meantBy = new Set(
    problems.flatMap(({ kind, name }) => (kind === 'unknown' ? [nearest(name, known)] : [])),
  )
  for (const { kind, name } of problems) {
    if (kind === 'missing') {
      if (meantBy.has(name)) continue
      const message = `recipe "${recipe.name}" needs the argument "${name}"`
      reportProblem(context, draft, {
        code: 'missing-argument',
        key: 'recipe',
        on: 'value',
        message,
        hint: `add args: {${name}: …}`,
      })
      continue
    }
    const meant = nearest(name, known)
    reportProblem(context, draft, {
      code: 'unknown-argument',
      key: 'args',
      below: [name],
      on: 'key',
      message: `recipe "${recipe.name}" has no argument "${name}"`,
      hint:
        meant !== undefined
          ? `rename it to "${meant}"`
          : known.length === 0
            ? 'remove it: the recipe takes none'
            : `use one of ${known.join(', ')}`,
    })
  }
}
