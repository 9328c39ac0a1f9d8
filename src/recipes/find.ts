import { basename, join } from 'node:path'
import type { Context, Files } from '../model/types.ts'
import { readRecipe, type ReadRecipe } from './read.ts'

/** No segment begins with a dot, so a name cannot lead out of its directory. */
const NAME = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/
/** Including the file's name. */
const MAX_SEGMENTS = 4
const MAX_RECIPES = 1_000

export interface FoundRecipe {
  /** The path below its directory, without `.md`. */
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly dir: string
}

/** The first file `name.md` or `name`, directory by directory. */
export function findRecipe(name: string, dirs: readonly string[], files: Files): FoundRecipe | undefined {
  if (!NAME.test(name)) return undefined
  for (const dir of dirs) {
    const path = pathIn(dir, name)
    const file =
      path && [`${path}.md`, path].find((each) => isRecipe(basename(each)) && files.kind(each) === 'file')
    if (file !== undefined) return { name, file, dir }
  }
  return undefined
}

/** In the settings, stars stand for a plugin's organisation and repository. */
const PLUGIN_DIRS = join('*', '*', 'recipes')

/** The recipes of plugins are called `organisation/repository/name`. */
export function pluginRecipes(plugins: string): string {
  return join(plugins, PLUGIN_DIRS)
}

function pathIn(dir: string, name: string): string | undefined {
  const parts = name.split('/')
  if (!dir.endsWith(PLUGIN_DIRS)) return parts.length > MAX_SEGMENTS ? undefined : join(dir, name)
  const [organisation, repository, ...rest] = parts
  if (organisation === undefined || repository === undefined) return undefined
  if (rest.length === 0 || rest.length > MAX_SEGMENTS) return undefined
  return join(dir.slice(0, -PLUGIN_DIRS.length), organisation, repository, 'recipes', ...rest)
}

/** Every recipe below the directories, also those that an earlier directory shadows. */
export function listRecipes(dirs: readonly string[], files: Files): readonly FoundRecipe[] {
  return dirs.flatMap((dir) =>
    (dir.endsWith(PLUGIN_DIRS) ? pluginNames(dir, files) : listNames(dir, '', files))
      .filter((name) => NAME.test(name))
      .slice(0, MAX_RECIPES)
      .map((name) => ({ name: name.replace(/\.md$/, ''), file: pathIn(dir, name) ?? '', dir })),
  )
}

function pluginNames(dir: string, files: Files): readonly string[] {
  const plugins = dir.slice(0, -PLUGIN_DIRS.length)
  const dirsIn = (at: string) => files.list(at).filter((entry) => entry.endsWith('/'))
  return dirsIn(plugins).flatMap((organisation) =>
    dirsIn(join(plugins, organisation)).flatMap((repository) =>
      listNames(join(plugins, organisation, repository, 'recipes'), '', files).map(
        (name) => organisation + repository + name,
      ),
    ),
  )
}

function listNames(dir: string, below: string, files: Files): readonly string[] {
  if (below.split('/').length > MAX_SEGMENTS) return []
  return files.list(join(dir, below)).flatMap((entry) => {
    if (entry.endsWith('/')) return listNames(dir, below + entry, files)
    return isRecipe(entry) ? [below + entry] : []
  })
}

/** Listing and finding agree, so that every recipe that can run is known. */
function isRecipe(file: string): boolean {
  return (file.endsWith('.md') || !file.includes('.')) && file !== 'README.md'
}

export interface RecipeFiles {
  readonly dirs: readonly string[]
  readonly files: Files
  readonly frontMatter: Context['frontMatter']
}

/** The recipe in the file of this name, else the first whose front matter has the name. */
export function lookUpRecipe(
  name: string,
  { dirs, files, frontMatter }: RecipeFiles,
): { readonly file: string; readonly read: ReadRecipe } | undefined {
  const found = findRecipe(name, dirs, files)
  const file = found?.file ?? fileWithName(name, { dirs, files, frontMatter })
  const text = file === undefined ? undefined : files.read(file)
  if (file === undefined || text === undefined) return undefined
  const read = readRecipe({ name, file, text }, frontMatter)
  return { file, read: 'recipe' in read ? { recipe: { ...read.recipe, name } } : read }
}

function fileWithName(name: string, { dirs, files, frontMatter }: RecipeFiles): string | undefined {
  return listRecipes(dirs, files).find(({ file }) => {
    const text = files.read(file)
    return text !== undefined && frontMatter(text).data?.['name'] === name
  })?.file
}
