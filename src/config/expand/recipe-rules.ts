// Rules that stand in a recipe's front matter: in force while that recipe runs.
import path from 'node:path'
import { checkShape } from '../check/shape/check.ts'
import { type ConfigFile, isKeys, type LayerReader } from '../read/config-file.ts'
import { parseConfig } from '../read/parse.ts'
import type { RecipeFile } from './recipe-index.ts'

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
  { matchers, texts, report }: LayerReader,
): readonly ConfigFile[] {
  const hooks = hooksYaml(text)
  if (hooks === undefined) return []
  texts.set(file, text)
  const { document, diagnostics } = parseConfig({ file, path: absolute, text: hooks })
  const shape = document === undefined ? diagnostics : [...diagnostics, ...checkShape(document, matchers)]
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
