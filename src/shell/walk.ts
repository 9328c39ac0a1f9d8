// Lists the files below a directory: all of them, or those that a shell glob names.
import { fixedPart } from '../patterns/globs/glob-overlap.ts'
import { vendorDirectories } from '../patterns/globs/vendor-directories.ts'
import type { Files, PathFact } from '../model/types.ts'
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
export function walk(fact: PathFact, { root, files }: Walking): readonly string[] | undefined {
  const top = fact.glob === true ? fixedPart(fact.path) : fact.path
  const kind = files.kind(top)
  if (kind !== 'dir') return kind === 'file' && fact.glob !== true ? [top] : []
  const obeysIgnore = skips(fact, 'ignored')
  const found: string[] = []
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
    for (const entry of entries) {
      const isDir = entry.endsWith('/')
      const name = isDir ? entry.slice(0, -1) : entry
      if (isSkipped(fact, name) || (isDir && vendorDirectories.has(name))) continue
      const below = step.into(name)
      if (below === undefined || !(isDir ? below.leadsOn : below.isNamed)) continue
      const path = dir === '/' ? `/${name}` : `${dir}/${name}`
      if (rules.some((each) => each.ignores(path, isDir))) continue
      if (isDir) open.push({ dir: path, rules, step: below })
      else found.push(path)
    }
  }
  return found
}

function skips({ skips: list }: PathFact, what: 'hidden' | 'ignored' | '.git'): boolean {
  return list?.includes(what) === true
}

function isSkipped(tree: PathFact, name: string): boolean {
  return (skips(tree, 'hidden') && name.startsWith('.')) || (name === '.git' && skips(tree, '.git'))
}
