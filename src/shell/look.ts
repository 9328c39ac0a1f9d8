// Lookups for matchers: directory trees, branches, hard links.
import { posix } from 'node:path'
import { actsOfCommand, actsOfTool } from './acts/acts.ts'
import { createCheckouts } from './git/checkout.ts'
import { headIn, repositoryAt } from './git/dir.ts'
import { isPushed } from './git/pushed.ts'
import { vendorDirectories } from '../patterns/globs/glob.ts'
import type { Files, Look, SessionRefs } from '../model/types.ts'
import { askGit } from './look/ask-git.ts'
import { broughtBy } from './look/brought.ts'
import { wasTracked } from './look/held.ts'
import { createLists, type ListBudget } from './look/lists.ts'
import type { World } from './types.ts'
import { walk } from './walk.ts'

export interface LookOptions {
  readonly root: string
  readonly env: World['env']
  readonly files: Pick<Files, 'list' | 'kind' | 'read' | 'inode'>
  readonly budget: ListBudget
  readonly refs?: (() => SessionRefs | undefined) | undefined
  words: Look['words']
}

/** Entries searched for hard links. */
const MAX_TWINS = 5_000

export function createLook({ root, env, files: disk, budget, refs, words }: LookOptions): Look {
  const files = { ...disk, list: createLister(disk) }
  const trees = new Map<string, ReturnType<Look['below']>>()
  const branches = new Map<string, string | undefined>()
  const twins = new Map<string, readonly string[]>()
  let isFolding: boolean | undefined
  let inodes: ReadonlyMap<string, readonly string[]> | undefined
  return {
    words,
    acts: (of) => ('argv' in of ? actsOfCommand(of) : actsOfTool(of)),
    below(tree) {
      const options = `${tree.skips?.join() ?? ''}\0${tree.only?.join('\0') ?? ''}`
      const key = `${tree.path}\0${tree.glob === true}${tree.tree === true}${options}`
      if (!trees.has(key)) trees.set(key, walk(tree, { root, files }))
      return trees.get(key)
    },
    listed: createLists({ root, env }, budget),
    ...broughtBy({ root, env, files: disk, refs }),
    tracked: createTracked({ root, env, files, refs }),
    branch(dir) {
      if (!branches.has(dir)) branches.set(dir, branchOf(dir, files))
      return branches.get(dir)
    },
    top: (dir) => repositoryAt(dir, files)?.top,
    worktree(dir) {
      const repository = repositoryAt(dir, files)
      return repository !== undefined && repository.own !== repository.common
    },
    operation: (dir) => operationOf(dir, files),
    pushed: (dir) => isPushed(dir, files),
    ...createCheckouts(root, files),
    folds: () => (isFolding ??= isCaseInsensitive(root, files)),
    twins(path) {
      const known = twins.get(path)
      if (known !== undefined) return known
      const inode = files.inode?.(path)
      const isShared = inode !== undefined && inode.links > 1
      if (isShared) inodes ??= namesByInode(root, files)
      const found = isShared ? (inodes?.get(inode.id) ?? []).filter((other) => other !== path) : []
      twins.set(path, found)
      return found
    },
  }
}

/** Asks Git once about each path. */
function createTracked({
  root,
  env,
  files,
  refs,
}: Pick<LookOptions, 'root' | 'env' | 'files' | 'refs'>): Look['tracked'] {
  const known = new Map<string, boolean | undefined>()
  const ask = (path: string): boolean | undefined => {
    const top = repositoryAt(posix.dirname(path), files)?.top
    if (top === undefined) return false
    return wasTracked(askGit(top, { root, env }), path.slice(top.length + 1), refs?.())
  }
  return (path) => {
    if (!known.has(path)) known.set(path, ask(path))
    return known.get(path)
  }
}

/** Reads each directory once. */
function createLister(files: Pick<Files, 'list'>): Files['list'] {
  const known = new Map<string, readonly string[]>()
  return (dir) => {
    const found = known.get(dir) ?? files.list(dir)
    known.set(dir, found)
    return found
  }
}

/** A linked directory can lead back to itself: the limit on entries ends the walk. */
function namesByInode(root: string, files: LookOptions['files']): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>()
  const open = [root]
  let seen = 0
  for (let dir = open.pop(); dir !== undefined && seen < MAX_TWINS; dir = open.pop()) {
    const entries = files.list(dir).slice(0, MAX_TWINS - seen)
    seen += entries.length
    const dirs = entries.filter((entry) => entry.endsWith('/')).map((entry) => entry.slice(0, -1))
    open.push(...dirs.filter((name) => !vendorDirectories.has(name)).map((name) => `${dir}/${name}`))
    for (const entry of entries) {
      const inode = entry.endsWith('/') ? undefined : files.inode?.(`${dir}/${entry}`)
      if (inode !== undefined && inode.links > 1)
        names.set(inode.id, [...(names.get(inode.id) ?? []), `${dir}/${entry}`])
    }
  }
  return names
}

/** By the files that Git keeps meanwhile. */
const operations: readonly (readonly [name: string, file: string])[] = [
  ['rebase', 'rebase-merge'],
  ['rebase', 'rebase-apply'],
  ['merge', 'MERGE_HEAD'],
  ['cherry-pick', 'CHERRY_PICK_HEAD'],
  ['bisect', 'BISECT_LOG'],
]

function operationOf(dir: string, files: LookOptions['files']): string | undefined {
  const repository = repositoryAt(dir, files)
  return (
    repository && operations.find(([, file]) => files.kind(`${repository.own}/${file}`) !== undefined)?.[0]
  )
}

function branchOf(dir: string, files: LookOptions['files']): string | undefined {
  const repository = repositoryAt(dir, files)
  return repository && headIn(repository, files)
}

/** Is the same directory there with its letters in the other case? */
function isCaseInsensitive(root: string, files: LookOptions['files']): boolean {
  const other = root.replace(/\p{L}/gu, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  const here = files.inode?.(root)
  return other !== root && here !== undefined && files.inode?.(other)?.id === here.id
}
