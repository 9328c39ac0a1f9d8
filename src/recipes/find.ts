import { join } from 'node:path'
import type { Files } from '../types.ts'

/** Parts of letters, digits, `.`, `_` and `-`, none beginning with a dot: nothing that leads out of a directory. */
const NAME = /^[A-Za-z0-9_][\w.-]*(?:\/[A-Za-z0-9_][\w.-]*)*$/
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
    const file = [`${name}.md`, name]
      .map((each) => join(dir, each))
      .find((each) => files.kind(each) === 'file')
    if (file !== undefined) return { name, file, dir }
  }
  return undefined
}

/** Every recipe below the directories, also those that an earlier directory hides. */
export function listRecipes(dirs: readonly string[], files: Files): readonly FoundRecipe[] {
  return dirs.flatMap((dir) =>
    namesBelow(dir, '', files)
      .filter((name) => NAME.test(name))
      .slice(0, MOST)
      .map((name) => ({ name: name.replace(/\.md$/, ''), file: join(dir, name), dir })),
  )
}

function namesBelow(dir: string, below: string, files: Files): readonly string[] {
  if (below.split('/').length > DEEPEST) return []
  return files.list(join(dir, below)).flatMap((entry) => {
    if (entry.endsWith('/')) return namesBelow(dir, below + entry, files)
    const isRecipe = entry.endsWith('.md') || !entry.includes('.')
    return isRecipe && entry !== 'README.md' ? [below + entry] : []
  })
}
