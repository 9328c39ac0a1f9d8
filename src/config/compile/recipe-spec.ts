import { argumentProblems } from '../../recipes/arguments.ts'
import type { RecipeProblem } from '../../recipes/read.ts'
import type { HandlerSpec, Recipe } from '../../model/types.ts'
import { type Bench, complain } from './bench.ts'
import { isKeys, type Path } from '../read/file.ts'
import { nearest } from '../check/diagnostics/similar.ts'
import type { Draft } from '../expand/sugar.ts'

/** A rule that calls a recipe; undefined when there is no such recipe. */
export function recipeSpec(draft: Draft, bench: Bench): HandlerSpec | undefined {
  const { recipe: name, args, async: isAsync } = draft.keys
  if (typeof name !== 'string') return undefined
  const recipe = namedRecipe({ name, key: 'recipe' }, draft, bench)
  if (recipe === undefined) return undefined
  checkArguments(recipe, draft, bench)
  return {
    kind: 'recipe',
    name,
    ...(isKeys(args) ? { args } : {}),
    ...(isAsync === true ? { async: true } : {}),
    recipe,
  }
}

interface Named {
  readonly name: string
  /** Where the name stands. */
  readonly key: string
  readonly below?: Path
}

/** The recipe of a name that a rule gives; what is wrong with it is reported where the name stands. */
export function namedRecipe({ name, ...place }: Named, draft: Draft, bench: Bench): Recipe | undefined {
  const found = bench.recipes.find(name, draft.file.layer)
  if (found === undefined) {
    const names = bench.recipes.names(draft.file.layer)
    const meant = nearest(name, names)
    const known = [...new Set(names)].slice(0, 10).join(', ')
    const message = `there is no recipe "${name}"`
    const hint =
      meant === undefined ? `create recipes/${name}.md, or use one of: ${known}` : `write "${meant}"`
    complain(bench, draft, { code: 'unknown-recipe', ...place, on: 'value', message, hint })
    return undefined
  }
  if ('recipe' in found.read) return found.read.recipe
  reportBad(found.read.problem, { file: found.file, ...place }, { draft, bench })
  return undefined
}

function reportBad(
  { message, later }: RecipeProblem,
  { file, ...place }: Omit<Named, 'name'> & { readonly file: string },
  { draft, bench }: { readonly draft: Draft; readonly bench: Bench },
): void {
  const code = later === true ? 'not-supported' : 'bad-recipe'
  complain(bench, draft, {
    code,
    ...place,
    on: 'value',
    message: `${file} cannot be used: ${message}`,
    hint: `correct ${file}`,
  })
}

function checkArguments(recipe: Recipe, draft: Draft, bench: Bench): void {
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
      complain(bench, draft, {
        code: 'missing-argument',
        key: 'recipe',
        on: 'value',
        message,
        hint: `add args: {${name}: …}`,
      })
      continue
    }
    const meant = nearest(name, known)
    complain(bench, draft, {
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
