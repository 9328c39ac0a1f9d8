// Rules that stand in a recipe's front matter: in force while that recipe runs.
import path from 'node:path'
import {
  type ConfigFile,
  isKeys,
  type LayerReader,
  lineage,
  noteSources,
  placeOf,
  stringsOf,
} from '../read/config-file.ts'
import { parseConfig } from '../read/parse.ts'
import { shortPath } from '../../patterns/paths/paths.ts'
import { functionRecipe } from '../../recipes/prepare-recipe.ts'
import {
  findRecipe,
  type FoundRecipe,
  listRecipes,
  lookUpRecipe,
  pluginRecipes,
  type RecipeFiles,
  type ReadRecipe,
} from '../../recipes/read-recipes.ts'
import { runnerFrom } from '../../recipes/runner.ts'
import type { Context, Files, Layer, Place, RecipeSettings, RunnerSpec } from '../../model/types.ts'
import { isOfProject } from '../../model/layers.ts'

/** The layer's file with the rules of recipes below it, each called `recipe/rule`. */
export function withRecipeRules(
  file: ConfigFile,
  recipes: readonly RecipeFile[],
  reader: LayerReader,
): ConfigFile {
  const more = recipes.flatMap((recipe) => recipeConfig(recipe, file, reader))
  return more.length === 0 ? file : { ...file, parents: [...file.parents, ...more] }
}

function recipeConfig(
  { names, file: absolute, shown: file, text }: RecipeFile,
  { layer }: ConfigFile,
  { shapeOf, texts, report }: LayerReader,
): readonly ConfigFile[] {
  const hooks = hooksYaml(text)
  if (hooks === undefined) return []
  texts.set(file, text)
  const { document, diagnostics } = parseConfig({ file, path: absolute, text: hooks })
  const shape = document === undefined ? diagnostics : [...diagnostics, ...shapeOf(document)]
  shape.forEach(report)
  if (document === undefined) return []
  const keys = isKeys(document.value) ? document.value : {}
  const source = { layer, path: absolute, dir: path.dirname(absolute), file, prefix: `${names[0]}/` }
  return [{ ...source, document, keys, shape, chain: [], parents: [], recipe: names }]
}

/** The front matter with all but its hooks left empty, so that every line keeps its number. */
function hooksYaml(text: string): string | undefined {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.findIndex((line, at) => at > 0 && /^---[ \t]*$/.test(line))
  const start = lines.findIndex((line, at) => at < end && line.startsWith('hooks:'))
  if (!/^---[ \t]*$/.test(lines[0] ?? '') || start === -1) return undefined
  const next = lines.findIndex((line, at) => at > start && (at >= end || /^[^\s#]/.test(line)))
  return lines.map((line, at) => (at >= start && at < next ? line : '')).join('\n')
}

// Where the recipes of a plan are, what runs them, and those that rules name.

/** What the recipes of a plan are looked up in. */
export interface RecipeIndex {
  readonly settings: RecipeSettings
  /** The recipe of a name as a layer's rules see it, with the file that was read; undefined when there is none. */
  find(name: string, layer: Layer): { readonly file: string; readonly read: ReadRecipe } | undefined
  names(layer: Layer): readonly string[]
  /** The recipes in a layer's own directories, as far as nothing stands before them. */
  filesOf(layer: Layer): readonly RecipeFile[]
  /** Absolute paths of the recipes that a project brings. */
  own(): readonly string[]
}

export interface RecipeFile {
  /** Its file's name, and the one that it gives itself, where it is found by that. */
  readonly names: readonly [string, ...string[]]
  /** Absolute. */
  readonly file: string
  /** As people see it. */
  readonly shown: string
  readonly text: string
}

/** A directory with more files probably holds something else. */
const MAX_FILES = 100

export interface RecipeSources {
  readonly root: string
  readonly files: Files
  /** The user's directory, then the shipped one. */
  readonly recipeDirs?: readonly string[]
  /** Recipes that need no file. */
  readonly recipeNames?: readonly string[]
  frontMatter: Context['frontMatter']
  /** Why a body is no template. */
  templateProblem?(body: string): string | undefined
  /** Collects every path that was looked at. */
  readonly sources: Set<string>
  /** Absent: everything is trusted. */
  readonly gate?: { mayRun(runner: RunnerSpec, at: Place): boolean } | undefined
}

interface RecipeLayer {
  readonly layer: Layer
  readonly file: ConfigFile | undefined
}

const all: readonly Layer[] = ['managed', 'project', 'user']

/** Whose recipes a layer's rules see, the first before the others. */
const upTo: Readonly<Record<Layer, readonly Layer[]>> = {
  managed: ['managed'],
  user: ['managed', 'user'],
  project: all,
  local: all,
}

export function createRecipeIndex(layers: readonly RecipeLayer[], from: RecipeSources): RecipeIndex {
  const { root, sources, recipeDirs = [] } = from
  const of = (...names: readonly Layer[]): readonly ConfigFile[] =>
    names.flatMap((name) =>
      layers.flatMap(({ layer, file }) => (layer === name && file ? lineage(file).toReversed() : [])),
    )
  const own = of('local', 'project').flatMap(pathsOf)
  const trusted = (placed: PlacedRunner): readonly PlacedRunner[] =>
    from.gate?.mayRun(placed.spec, placed.at) === false ? [] : [placed]
  const managed = of('managed').flatMap(pathsOf)
  const [users = '', ...shipped] = recipeDirs
  const ownDirs: Readonly<Record<Layer, readonly string[]>> = {
    managed,
    project: [...(own.length === 0 ? [path.join(root, 'recipes')] : own), plugins(path.join(root, '.hooks'))],
    local: [],
    user:
      recipeDirs.length === 0 ? [] : [...of('user').flatMap(pathsOf), users, plugins(path.dirname(users))],
  }
  // What a project puts into its directories cannot stand in for what a rule above it means.
  const dirsOf = (layer: Layer) => unique([...upTo[layer].flatMap((each) => ownDirs[each]), ...shipped])
  const [runner] = [
    ...of('managed').flatMap(runnerOf),
    ...of('local', 'project').flatMap(runnerOf).slice(0, 1).flatMap(trusted),
    ...of('user').flatMap(runnerOf),
  ]
  const files = noteSources(from.files, sources)
  return {
    settings: {
      dirs: dirsOf('project'),
      ...dirsAbove(layers, dirsOf),
      ...(runner !== undefined && { runner: runner.spec }),
    },
    find: (name, layer) => {
      const found = lookUpRecipe(name, { ...from, dirs: dirsOf(layer), files })
      if (found === undefined && from.recipeNames?.includes(name) === true)
        return { file: name, read: { recipe: functionRecipe(name) } }
      return found && { file: shortPath(found.file, root), read: checkTemplate(found.read, from) }
    },
    names: (layer) => listRecipes(dirsOf(layer), from.files).map(({ name }) => name),
    own: () => listRecipes(ownDirs.project, files).map(({ file }) => file),
    filesOf: (layer) => {
      const list = listRecipes(ownDirs[layer], files)
      if (list.length > MAX_FILES) return []
      const lookUp = { ...from, dirs: dirsOf(layer), files }
      return list.flatMap((found) =>
        readRecipeFile(found, lookUp).map((each) => ({ ...each, shown: shortPath(each.file, root) })),
      )
    },
  }
}

function dirsAbove(
  layers: readonly RecipeLayer[],
  dirsOf: (layer: Layer) => readonly string[],
): Pick<RecipeSettings, 'dirs_above'> {
  const above = layers.filter(({ layer, file }) => file !== undefined && !isOfProject(layer))
  if (above.length === 0) return {}
  return { dirs_above: Object.fromEntries(above.map(({ layer }) => [layer, dirsOf(layer)])) }
}

/** A file that holds rules, with the names that lead to it; nothing when its file's name leads elsewhere. */
function readRecipeFile(
  { name, file }: FoundRecipe,
  lookUp: RecipeFiles,
): readonly Omit<RecipeFile, 'shown'>[] {
  const { dirs, files } = lookUp
  const text = findRecipe(name, dirs, files)?.file === file ? files.read(file) : undefined
  if (text === undefined || !/^hooks:/m.test(text)) return []
  const own = lookUp.frontMatter(text).data?.['name']
  const others = [`${name}.md`, ...(typeof own === 'string' && own !== name ? [own] : [])]
  const leading = others.filter((other) => lookUpRecipe(other, lookUp)?.file === file)
  return [{ names: [name, ...leading], file, text }]
}

function pathsOf({ keys, dir }: ConfigFile): readonly string[] {
  return isKeys(keys.recipes) ? stringsOf(keys.recipes.paths).map((each) => path.resolve(dir, each)) : []
}

interface PlacedRunner {
  readonly spec: RunnerSpec
  readonly at: Place
}

function runnerOf(file: ConfigFile): readonly PlacedRunner[] {
  const { keys, dir } = file
  const written = isKeys(keys.recipes) ? keys.recipes.runner : undefined
  const spec = isKeys(written) ? runnerFrom(written, dir) : undefined
  return spec === undefined ? [] : [{ spec, at: placeOf({ file, path: ['recipes', 'runner'] }) }]
}

const plugins = (dir: string): string => pluginRecipes(path.join(dir, 'plugins'))

function unique(list: readonly string[]): readonly string[] {
  return [...new Set(list)]
}

function checkTemplate(read: ReadRecipe, from: RecipeSources): ReadRecipe {
  const message = 'recipe' in read ? from.templateProblem?.(read.recipe.body) : undefined
  return message === undefined ? read : { problem: { message: `its text is no template: ${message}` } }
}
