import type { Context, Files } from '../model/types.ts'
import { findRecipe, listRecipes } from './find.ts'
import { readRecipe, type ReadRecipe } from './read.ts'

export interface LookUp {
  readonly dirs: readonly string[]
  readonly files: Files
  frontMatter: Context['frontMatter']
}

export interface LookedUp {
  /** Absolute. */
  readonly file: string
  readonly read: ReadRecipe
}

/** The recipe in the file of this name, else the first that gives itself the name; it is called by the name it was asked for. */
export function lookUpRecipe(name: string, { dirs, files, ...from }: LookUp): LookedUp | undefined {
  const frontMatter: Context['frontMatter'] = (text) => from.frontMatter(text)
  const found = findRecipe(name, dirs, files)
  const file = found?.file ?? fileCalled(name, { dirs, files, frontMatter })
  const text = file === undefined ? undefined : files.read(file)
  if (file === undefined || text === undefined) return undefined
  const read = readRecipe({ name, file, text }, frontMatter)
  return { file, read: 'recipe' in read ? { recipe: { ...read.recipe, name } } : read }
}

function fileCalled(name: string, { dirs, files, frontMatter }: LookUp): string | undefined {
  return listRecipes(dirs, files).find(({ file }) => {
    const text = files.read(file)
    return text !== undefined && frontMatter(text).data?.['name'] === name
  })?.file
}
