// Parses a recipe's file; reports the first problem.
import { dirname, basename, join } from 'node:path'
import { parseDuration } from '../patterns/text/duration.ts'
import { HooksError, isHooksError } from '../model/errors.ts'
import { unsupportedKeywords } from '../builtins/tool-schemas/unsupported-keywords.ts'
import type { Context, Recipe, RecipeArgument, RecipeOutput, Files } from '../model/types.ts'
import { hasCommands } from './template-commands.ts'
import { runnerFrom, runnerProblem } from './runner.ts'
import { isObject, type PlainObject as Plain } from '../model/plain-object.ts'

interface RecipeProblem {
  readonly message: string
  /** Valid, but not supported by this version. */
  readonly later?: true
}

export type ReadRecipe = { readonly recipe: Recipe } | { readonly problem: RecipeProblem }

const MAX_CHARS = 256 * 1024
const outputs: readonly RecipeOutput[] = ['messages', 'context', 'decision', 'text']
const keys = [
  'name',
  'description',
  'arguments',
  'allowed_tools',
  'allowed_commands',
  'allow_commands',
  'profile',
  'output',
  'result_schema',
  'timeout',
  'runner',
  'hooks',
]
const laterKeys = ['workflow']

/** A name in the front matter replaces the given one. */
export function readRecipe(
  { name, file, text }: { readonly name: string; readonly file: string; readonly text: string },
  frontMatter: Context['frontMatter'],
): ReadRecipe {
  if (text.length > MAX_CHARS) return wrong(`it is longer than ${MAX_CHARS / 1024} KiB`)
  const { data, body } = frontMatter(text)
  if (data === undefined && /^\uFEFF?---[ \t]*\r?\n/.test(text))
    return wrong('its front matter is not a YAML mapping')
  if (body.trim() === '') return wrong('it has no text below its front matter')
  const later = Object.keys(data ?? {}).find((key) => laterKeys.includes(key))
  if (later !== undefined)
    return {
      problem: { message: `this version of hooks does not support "${later}" in a recipe yet`, later: true },
    }
  if (data?.['hooks'] !== undefined && !/^hooks:/m.test(text.slice(0, -body.length)))
    return wrong('"hooks" has to begin a line of its own')
  try {
    return { recipe: recipeFrom(data ?? {}, { name, file, body: body.trim() }) }
  } catch (error) {
    if (isHooksError(error)) return wrong(error.message)
    throw error
  }
}

function wrong(message: string): { readonly problem: RecipeProblem } {
  return { problem: { message } }
}

function refuse(message: string): never {
  throw new HooksError('recipe', message)
}

function recipeFrom(data: Plain, found: Pick<Recipe, 'name' | 'file' | 'body'>): Recipe {
  refuseUnknown(data)
  const { name, description, output } = data
  return {
    name: textIn(data, 'name') === undefined || name === '' ? found.name : String(name),
    file: found.file,
    ...(textIn(data, 'description') !== undefined && { description: String(description).trim() }),
    ...argumentsIn(data),
    ...listIn(data, 'allowed_tools'),
    ...listIn(data, 'allowed_commands'),
    ...(textIn(data, 'profile') !== undefined && { profile: String(data['profile']) }),
    ...commandsIn(data, found.body),
    output: outputs.find((each) => each === (output ?? 'messages')) ?? refuse(expectedOutput(output)),
    ...schemaIn(data),
    ...timeoutIn(data),
    ...runnerIn(data, found.file),
    body: found.body,
  }
}

function refuseUnknown(data: Plain): void {
  for (const key of Object.keys(data)) {
    if (!keys.includes(key)) refuse(`unknown key "${key}". expected one of ${keys.join(', ')}`)
  }
}

function expectedOutput(given: unknown): string {
  return `"output" is ${JSON.stringify(given)}, expected one of ${outputs.join(', ')}`
}

function textIn(data: Plain, key: string): string | undefined {
  const value = data[key]
  if (value === undefined || value === null) return undefined
  return typeof value === 'string' ? value : refuse(`"${key}" is not text`)
}

const reserved = ['event', 'messages']

function argumentsIn({ arguments: given }: Plain): Pick<Recipe, 'arguments'> {
  if (given === undefined || given === null) return {}
  if (!isObject(given)) return refuse('"arguments" is not a mapping of names')
  return {
    arguments: Object.fromEntries(Object.entries(given).map(([name, row]) => [name, argumentIn(name, row)])),
  }
}

function argumentIn(name: string, row: unknown): RecipeArgument {
  if (!/^[A-Za-z_]\w*$/.test(name)) refuse(`"${name}" cannot be an argument: letters, digits and _ only`)
  if (reserved.includes(name)) refuse(`"${name}" cannot be an argument: every recipe sees ${name} itself`)
  if (row === null || row === undefined) return {}
  if (!isObject(row)) return refuse(`argument "${name}" is not a mapping of description, default, required`)
  const unknown = Object.keys(row).find((key) => !['description', 'default', 'required'].includes(key))
  if (unknown !== undefined)
    refuse(`unknown key "${unknown}" of argument "${name}". expected description, default or required`)
  const { description, required } = row
  if (required !== undefined && typeof required !== 'boolean')
    refuse(`"required" of argument "${name}" is neither true nor false`)
  return {
    ...(typeof description === 'string' ? { description } : {}),
    ...(Object.hasOwn(row, 'default') ? { default: row['default'] } : {}),
    ...(required === true ? { required } : {}),
  }
}

/** A list, or names separated by commas; an empty one allows nothing. */
function listIn(
  data: Plain,
  key: 'allowed_tools' | 'allowed_commands',
): Pick<Recipe, 'allowed_tools' | 'allowed_commands'> {
  const given = data[key]
  if (given === undefined || given === null) return {}
  const list: unknown = typeof given === 'string' ? given.split(',').map((each) => each.trim()) : given
  if (!isTexts(list)) return refuse(`"${key}" is not a list of names`)
  return { [key]: list.filter((name) => name !== '') }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

/** Commands need an explicit opt-in. */
function commandsIn({ allow_commands: given }: Plain, body: string): Pick<Recipe, 'allow_commands'> {
  if (given !== undefined && given !== null && typeof given !== 'boolean')
    return refuse('"allow_commands" is neither true nor false')
  if (given === true) return { allow_commands: true }
  return hasCommands(body) ? refuse('its text runs commands, which needs "allow_commands: true"') : {}
}

function schemaIn({ result_schema: given }: Plain): Pick<Recipe, 'result_schema'> {
  if (given === undefined || given === null) return {}
  if (!isObject(given)) return refuse('"result_schema" is not a mapping')
  const [first] = unsupportedKeywords(given)
  return first === undefined ? { result_schema: given } : refuse(first.message)
}

function timeoutIn({ timeout }: Plain): Pick<Recipe, 'timeout_ms'> {
  if (timeout === undefined || timeout === null) return {}
  return { timeout_ms: parseDuration(timeout) ?? refuse(`"timeout" is no duration such as 90s or 5m`) }
}

/** A program that begins with ./ is relative to the recipe. */
function runnerIn({ runner }: Plain, file: string): Pick<Recipe, 'runner'> {
  if (runner === undefined || runner === null) return {}
  const problem = isObject(runner) ? runnerProblem(runner)?.message : undefined
  const read = isObject(runner) ? runnerFrom(runner, dirname(file)) : undefined
  if (read !== undefined) return { runner: read }
  const example = 'runner: {command: [llm, -m, small]} or {provider: anthropic, model: …}'
  return refuse(`"runner" is none: ${problem ?? `write ${example}`}`)
}

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
