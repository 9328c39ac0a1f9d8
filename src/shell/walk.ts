// Lists the files below a directory: all of them, or those that a shell glob names.
import { fixedPart } from '../patterns/globs/glob-overlap.ts'
import { vendorDirectories } from '../patterns/globs/vendor-directories.ts'
import type { Files, ListedDirectory, Look, PathFact } from '../model/types.ts'
import { createGlobSteps, type GlobStep } from './glob-steps.ts'
import { type IgnoreRules, rulesAbove, rulesIn } from './ignore.ts'

export interface Walking {
  readonly root: string
  readonly files: Pick<Files, 'list' | 'kind' | 'read'>
}

/** Entries of a tree. */
const MAX_ENTRIES = 20_000

interface OpenDir {
  readonly dir: string
  readonly rules: readonly IgnoreRules[]
  readonly step: GlobStep
}

/** Enters no directory in which the glob names nothing. Undefined when there are too many entries. */
export function walk(fact: PathFact, { root, files }: Walking): ReturnType<Look['below']> {
  const top = fact.glob === true ? fixedPart(fact.path) : fact.path
  const kind = files.kind(top)
  if (kind !== 'dir') {
    const name = top.slice(top.lastIndexOf('/') + 1)
    return kind === 'file' && fact.glob !== true
      ? [{ dir: top.slice(0, -name.length - 1) || '/', names: [name] }]
      : []
  }
  const obeysIgnore = skips(fact, 'ignored')
  const found: ListedDirectory[] = []
  const open: OpenDir[] = [
    {
      dir: top,
      rules: obeysIgnore ? rulesAbove(top, { root, files }) : [],
      step: createGlobSteps(fact, top),
    },
  ]
  let seen = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { dir, step } = next
    const entries = files.list(dir)
    seen += entries.length
    if (seen > MAX_ENTRIES) return undefined
    const rules = obeysIgnore ? [...next.rules, ...rulesIn(dir, files, entries)] : next.rules
    const names: string[] = []
    for (const entry of entries) {
      const isDir = entry.endsWith('/')
      const name = isDir ? entry.slice(0, -1) : entry
      if (isSkipped(fact, name) || (isDir && vendorDirectories.has(name))) continue
      const below = step.into(name)
      if (below === undefined || !(isDir ? below.leadsOn : below.isNamed)) continue
      if (rules.some((each) => each.ignores(dir, name, isDir))) continue
      if (isDir) open.push({ dir: dir === '/' ? `/${name}` : `${dir}/${name}`, rules, step: below })
      else names.push(name)
    }
    if (names.length > 0) found.push({ dir, names })
  }
  return found
}

function skips({ skips: list }: PathFact, what: 'hidden' | 'ignored' | '.git'): boolean {
  return list?.includes(what) === true
}

function isSkipped(tree: PathFact, name: string): boolean {
  return (skips(tree, 'hidden') && name.startsWith('.')) || (name === '.git' && skips(tree, '.git'))
}
