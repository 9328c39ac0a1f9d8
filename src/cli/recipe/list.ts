import path from 'node:path'
import { listRecipes } from '../../recipes/read-recipes.ts'
import type { Host } from '../../run/call.ts'
import { pageWidth, shortPath, choosePaint } from '../print/page.ts'
import { drawRows, type Row } from '../print/rows.ts'
import { loadRecipe, openRecipes } from './open.ts'

interface ListedRecipe {
  readonly name: string
  readonly file: string
  readonly description?: string
  readonly output?: string
  /** An earlier file of this name hides it. */
  readonly hidden?: true
  readonly problem?: string
}

export function recipeList(host: Host, json: boolean): number {
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
