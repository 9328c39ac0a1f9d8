import path from 'node:path'
import type { Files, Recipe, RecipeSettings, RunnerSpec } from '../../model/types.ts'
import { writeDuration } from '../../patterns/text/duration.ts'
import { lines, visible, wrap } from '../../patterns/text/terminal-text.ts'
import { runnerName } from '../../recipes/runner.ts'
import { type Host, type Program, writeFailure } from '../../run/call.ts'
import { choosePaint, pageWidth, shortPath } from '../page/page.ts'
import { listRecipes, lookUpRecipe } from '../../recipes/read-recipes.ts'
import { drawRows, type Row } from '../page/columns.ts'
import { nearest } from '../../config/diagnostics/diagnostics.ts'
import { createFiles } from '../../store/disk/files.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../open-project.ts'

interface Json {
  readonly json?: true
}

export function recipeShow(host: Host, name: string, { json }: Json): number {
  const open = openRecipes(host)
  const loaded = loadRecipe(host, name, open)
  if ('problem' in loaded) return writeFailure(host, loaded.problem)
  const { recipe } = loaded
  if (json === true) {
    host.out(`${JSON.stringify(recipe, null, 2)}\n`)
    return 0
  }
  const paint = choosePaint(host)
  const place = shortPath(recipe.file, { cwd: host.cwd, home: open.here.dirs.home })
  const facts = factsOf(recipe, recipe.runner ?? open.settings.runner)
  const width = Math.max(...facts.map(([label]) => label.length))
  const drawn = facts.flatMap(([label, value]) =>
    wrap(value, pageWidth(host.columns) - width - 4).map(
      (line, at) => `  ${paint('dim', (at === 0 ? label : '').padEnd(width))}  ${line}`,
    ),
  )
  const head = `${paint('bold', visible(recipe.name))}  ${paint('dim', visible(place))}`
  host.out(`${[head, ...drawn, '', ...lines(recipe.body).map(bodyLine)].join('\n')}\n`)
  return 0
}

/** Escapes control characters, but keeps tabs. */
function bodyLine(line: string): string {
  return line.split('\t').map(visible).join('\t')
}

type RecipeFact = readonly [label: string, value: string]

function factsOf(recipe: Recipe, runner: RunnerSpec | undefined): readonly RecipeFact[] {
  const { description, profile, output, timeout_ms: timeout, arguments: known } = recipe
  const { allowed_tools: tools, allowed_commands: commands } = recipe
  return [
    ...(description === undefined ? [] : [['description', description] as const]),
    ...Object.entries(known ?? {}).map(([name, row]): RecipeFact => ['argument', argumentLine(name, row)]),
    ['allowed tools', tools === undefined ? 'any' : listed(tools)],
    ...(commands === undefined ? [] : [['allowed commands', listed(commands)] as const]),
    ...(profile === undefined ? [] : [['profile', profile] as const]),
    ['output', output],
    ...(timeout === undefined ? [] : [['timeout', writeDuration(timeout)] as const]),
    ['runner', runner === undefined ? 'none: the host runs it' : runnerName(runner)],
  ]
}

function argumentLine(name: string, row: NonNullable<Recipe['arguments']>[string]): string {
  const extra = [
    ...(row.required === true ? ['required'] : []),
    ...(row.default === undefined ? [] : [`default ${JSON.stringify(row.default)}`]),
  ]
  return [name, ...(extra.length === 0 ? [] : [`(${extra.join(', ')})`]), row.description ?? '']
    .join(' ')
    .trim()
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ')
}

interface ListedRecipe {
  readonly name: string
  readonly file: string
  readonly description?: string
  readonly output?: string
  /** An earlier file of this name hides it. */
  readonly hidden?: true
  readonly problem?: string
}

export function recipeList(host: Host, { json }: Json): number {
  const open = openRecipes(host)
  const seen = new Set<string>()
  const list = listRecipes(open.settings.dirs, open.files).map(({ name, file }): ListedRecipe => {
    if (seen.has(name)) return { name, file, hidden: true }
    seen.add(name)
    const loaded = loadRecipe(host, name, open)
    if ('problem' in loaded) return { name, file, problem: loaded.problem }
    const { description, output } = loaded.recipe
    return { name, file, ...(description === undefined ? {} : { description }), output }
  })
  const from = { cwd: host.cwd, home: open.here.dirs.home, shipped: host.packageDir }
  if (json) host.out(`${JSON.stringify(list, null, 2)}\n`)
  else if (list.length === 0) host.out('no recipes\n')
  else
    host.out(
      `${drawRows(
        list.map((each) => rowOf(each, from)),
        pageWidth(host.columns),
        choosePaint(host),
      ).join('\n')}\n`,
    )
  return 0
}

function rowOf(
  { name, file, description, output, hidden, problem }: ListedRecipe,
  { shipped, ...from }: { readonly cwd: string; readonly home: string; readonly shipped: string },
): Row {
  const isShipped = file.startsWith(`${shipped}${path.sep}`)
  const place = isShipped ? 'shipped' : shortPath(file, from)
  const base = { name, place, whole: true, word: output ?? '' }
  if (hidden === true) return { ...base, glyph: '·', colour: 'dim', text: 'hidden by the one above' }
  if (problem !== undefined) return { ...base, glyph: '✗', colour: 'red', text: problem }
  return { ...base, glyph: '✓', colour: 'green', text: description ?? '' }
}

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

type LoadedRecipe = { readonly recipe: Recipe } | { readonly problem: string }

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
