import type { Recipe, RunnerSpec } from '../../model/types.ts'
import { writeDuration } from '../../patterns/text/duration.ts'
import { lines, visible, wrap } from '../../patterns/text/terminal-text.ts'
import { runnerName } from '../../recipes/runner.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { pageWidth, shortPath, choosePaint } from '../print/page.ts'
import { loadRecipe, openRecipes } from './open.ts'

export function recipeShow(host: Host, name: string, json: boolean): number {
  const open = openRecipes(host)
  const loaded = loadRecipe(host, name, open)
  if ('problem' in loaded) return writeFailure(host, loaded.problem)
  const { recipe } = loaded
  if (json) {
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

type Fact = readonly [label: string, value: string]

function factsOf(recipe: Recipe, runner: RunnerSpec | undefined): readonly Fact[] {
  const { description, profile, output, timeout_ms: timeout, arguments: known } = recipe
  const { allowed_tools: tools, allowed_commands: commands } = recipe
  return [
    ...(description === undefined ? [] : [['description', description] as const]),
    ...Object.entries(known ?? {}).map(([name, row]): Fact => ['argument', argumentLine(name, row)]),
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
