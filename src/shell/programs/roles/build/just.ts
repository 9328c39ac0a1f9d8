// What `just` runs: the lines of a recipe, and of those that it needs.
import { posix } from 'node:path'
import { textToRun } from '../../../run-files.ts'
import { addRun, optionValue, type CommandState } from '../../command-state.ts'
import { absolute } from '../place.ts'

const MAX_RECIPES = 100
const names = ['justfile', 'Justfile', '.justfile']

interface JustRecipe {
  readonly needs: readonly string[]
  readonly lines: readonly string[]
}

/** Recipes by name; the first one runs where none is named. */
function recipesIn(text: string): ReadonlyMap<string, JustRecipe> {
  const found = new Map<string, JustRecipe & { readonly lines: string[] }>()
  let last: string[] | undefined
  for (const line of text.split('\n')) {
    const [, name, needs = ''] = /^@?([\w-]+)(?:\s+[^:=]*)?:(?!=)\s*(.*)$/.exec(line) ?? []
    if (/^\s/.test(line)) last?.push(line.trim().replace(/^[@-]+/, ''))
    else if (name !== undefined) {
      last = []
      found.set(name, { needs: needs.match(/[\w-]+/g) ?? [], lines: last })
    } else if (line !== '' && !line.startsWith('#')) last = undefined
  }
  return found
}

/** A word that is no recipe is an argument of the one before. */
export function runJust(word: string, state: CommandState): void {
  const { command, world } = state
  const given = optionValue(state, '--justfile')
  const path = (given === undefined ? names : [given])
    .map((name) => absolute(name, state))
    .find((each) => each !== undefined && world.files.kind(each) === 'file')
  if (path === undefined || command.remote === true) return
  const recipes = recipesIn(textToRun(path, world) ?? '')
  const [first = ''] = recipes.keys()
  const open = [word === '' ? first : word]
  const seen = new Set<string>()
  for (let name = open.pop(); name !== undefined && seen.size < MAX_RECIPES; name = open.pop()) {
    const recipe = recipes.get(name)
    if (recipe === undefined || seen.has(name)) continue
    seen.add(name)
    open.push(...recipe.needs)
    const text = recipe.lines.filter((line) => !line.includes('{{')).join('\n')
    if (text !== '')
      addRun(state, { kind: 'shell', file: path, text, cwd: posix.dirname(path), beside: true })
  }
}
