import { basename, join } from 'node:path'
import type { Files } from '../model/types.ts'

/** Parts of letters, digits, `.`, `_` and `-`, none beginning with a dot: nothing that leads out of a directory. */
const NAME = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/
/** A file's name counts as one. */
const DEEPEST = 4
const MOST = 1_000

export interface FoundRecipe {
  /** As a rule names it: the path below its directory, without `.md`. */
  readonly name: string
  /** Absolute. */
  readonly file: string
  readonly dir: string
}

/** The first file of a name, `name.md` before `name`, directory by directory; nothing but names is looked at. */
export function findRecipe(name: string, dirs: readonly string[], files: Files): FoundRecipe | undefined {
  if (!NAME.test(name)) return undefined
  for (const dir of dirs) {
    const place = placeIn(dir, name)
    const file =
      place && [`${place}.md`, place].find((each) => isRecipe(basename(each)) && files.kind(each) === 'file')
    if (file !== undefined) return { name, file, dir }
  }
  return undefined
}

/** Plugins lie below their organisation and repository; such a directory is written with stars for both. */
const OF_PLUGINS = join('*', '*', 'recipes')

/** Recipes of plugins, each called `organisation/repository/name`. */
export function pluginRecipes(plugins: string): string {
  return join(plugins, OF_PLUGINS)
}

function placeIn(dir: string, name: string): string | undefined {
  const parts = name.split('/')
  if (!dir.endsWith(OF_PLUGINS)) return parts.length > DEEPEST ? undefined : join(dir, name)
  const [organisation, repository, ...rest] = parts
  if (organisation === undefined || repository === undefined) return undefined
  if (rest.length === 0 || rest.length > DEEPEST) return undefined
  return join(dir.slice(0, -OF_PLUGINS.length), organisation, repository, 'recipes', ...rest)
}

/** Every recipe below the directories, also those that an earlier directory hides. */
export function listRecipes(dirs: readonly string[], files: Files): readonly FoundRecipe[] {
  return dirs.flatMap((dir) =>
    (dir.endsWith(OF_PLUGINS) ? namesOfPlugins(dir, files) : namesBelow(dir, '', files))
      .filter((name) => NAME.test(name))
      .slice(0, MOST)
      .map((name) => ({ name: name.replace(/\.md$/, ''), file: placeIn(dir, name) ?? '', dir })),
  )
}

function namesOfPlugins(dir: string, files: Files): readonly string[] {
  const plugins = dir.slice(0, -OF_PLUGINS.length)
  const dirsIn = (at: string) => files.list(at).filter((entry) => entry.endsWith('/'))
  return dirsIn(plugins).flatMap((organisation) =>
    dirsIn(join(plugins, organisation)).flatMap((repository) =>
      namesBelow(join(plugins, organisation, repository, 'recipes'), '', files).map(
        (name) => organisation + repository + name,
      ),
    ),
  )
}

function namesBelow(dir: string, below: string, files: Files): readonly string[] {
  if (below.split('/').length > DEEPEST) return []
  return files.list(join(dir, below)).flatMap((entry) => {
    if (entry.endsWith('/')) return namesBelow(dir, below + entry, files)
    return isRecipe(entry) ? [below + entry] : []
  })
}

/** What is listed is found and nothing else, so that the rules of whatever runs are known. */
function isRecipe(file: string): boolean {
  return (file.endsWith('.md') || !file.includes('.')) && file !== 'README.md'
}
