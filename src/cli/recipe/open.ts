import { nearest } from '../../config/diagnostics/diagnostics.ts'
import type { Files, Recipe, RecipeSettings } from '../../model/types.ts'
import { listRecipes, lookUpRecipe } from '../../recipes/read-recipes.ts'
import type { Host, Program } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../shared/project-config.ts'

export interface OpenRecipes {
  readonly here: ProjectConfig
  readonly settings: RecipeSettings
  readonly files: Files
}

/** Rules with problems do not stand in the way of recipes. */
export function openRecipes(host: Host): OpenRecipes {
  const here = findProjectConfig(host)
  const { plan, sound } = compileLayers(host, here, { asks: false })
  return { here, settings: (plan ?? sound)?.settings.recipes ?? { dirs: [] }, files: createFiles() }
}

export type LoadedRecipe = { readonly recipe: Recipe } | { readonly problem: string }

export function loadRecipe(host: Program, name: string, { settings, files }: OpenRecipes): LoadedRecipe {
  const frontMatter = (text: string) => host.load('yaml').frontMatter(text)
  const found = lookUpRecipe(name, { dirs: settings.dirs, files, frontMatter })
  if (found === undefined) {
    const names = [...new Set(listRecipes(settings.dirs, files).map((each) => each.name))]
    const meant = nearest(name, names)
    const more = meant === undefined ? 'hooks recipe list shows them all' : `did you mean "${meant}"?`
    return { problem: `there is no recipe "${name}"; ${more}` }
  }
  const { read } = found
  const problem =
    'problem' in read ? read.problem.message : host.load('liquid').templateProblem(read.recipe.body)
  if (problem !== undefined || 'problem' in read)
    return { problem: `${found.file} cannot be used: ${problem ?? ''}` }
  return read
}
