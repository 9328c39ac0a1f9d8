// Lists the files below a directory: all of them, or those that a shell glob names.
import { fixedPart } from '../patterns/globs/glob-overlap.ts'
import { vendorDirectories } from '../patterns/globs/glob.ts'
import type { Files, ListedDirectory, Look, PathFact } from '../model/types.ts'
import { createGlobSteps, everything, type GlobStep } from './glob-steps.ts'
import { type IgnoreRules, ignoreRules, rulesAbove, rulesIn } from './ignore.ts'

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

/** What a search leaves out, the same for all directories. */
interface Filter {
  readonly hidesDots: boolean
  readonly hidesGit: boolean
  /** What its options name; "ignored" is what they take. */
  readonly only: IgnoreRules | undefined
}

/** The names of a directory that a search takes. */
interface TakenNames {
  readonly names: readonly string[]
  readonly dirs: readonly OpenDir[]
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
  const obeysIgnore = fact.skips?.includes('ignored') === true
  const filter: Filter = {
    hidesDots: fact.skips?.includes('hidden') === true,
    hidesGit: fact.skips?.includes('.git') === true,
    only: fact.only && ignoreRules('/', fact.only),
  }
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
    const { dir } = next
    const entries = files.list(dir)
    seen += entries.length
    if (seen > MAX_ENTRIES) return undefined
    const rules = obeysIgnore ? [...next.rules, ...rulesIn(dir, files, entries)] : next.rules
    const { names, dirs } = takeNames(entries, { ...next, rules }, filter)
    open.push(...dirs)
    if (names.length > 0) found.push({ dir, names })
  }
  return found
}

function takeNames(
  entries: readonly string[],
  { dir, rules, step }: OpenDir,
  { hidesDots, hidesGit, only }: Filter,
): TakenNames {
  const active = rules.filter((each) => each.mayMatch(dir, entries))
  const isPlain = step === everything && active.length === 0 && only === undefined
  const names: string[] = []
  const dirs: OpenDir[] = []
  for (const entry of entries) {
    const isDir = entry.endsWith('/')
    const isHidden = entry.startsWith('.')
    if (isPlain && !isDir && !isHidden) {
      names.push(entry)
      continue
    }
    const name = isDir ? entry.slice(0, -1) : entry
    const isTaken =
      only?.ignores(dir, name, isDir) ?? (isDir || only?.ignoresFiles !== true ? undefined : false)
    if (isTaken === false) continue
    if (isTaken !== true && isHidden && (hidesDots || (hidesGit && name === '.git'))) continue
    if (isDir && vendorDirectories.has(name)) continue
    const below = step.into(name)
    if (below === undefined || !(isDir ? below.leadsOn : below.isNamed)) continue
    if (isTaken !== true && active.some((each) => each.ignores(dir, name, isDir) === true)) continue
    if (isDir) dirs.push({ dir: dir === '/' ? `/${name}` : `${dir}/${name}`, rules, step: below })
    else names.push(name)
  }
  return { names, dirs }
}
