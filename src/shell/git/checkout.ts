// Other checkouts, in which the project's files lie a second time.
import { absolutePath } from '../absolute-path.ts'
import { commonDirOf, repositoryAt } from './dir.ts'
import { rulesAbove } from '../ignore.ts'
import { vendorDirectories } from '../../patterns/globs/glob.ts'
import type { Files, Look } from '../../model/types.ts'

type CheckoutFiles = Pick<Files, 'kind' | 'list' | 'read' | 'inode'>

/** Looks at a directory once: most are asked about for several rules. */
export function createCheckouts(
  root: string,
  files: CheckoutFiles,
): Pick<Look, 'isCheckout' | 'worktrees' | 'tree'> {
  const known = new Map<string, boolean>()
  const trees = new Map<string, string | undefined>()
  let repository: CheckoutRepository | undefined
  let worktrees: readonly string[] | undefined
  const own = (): CheckoutRepository => (repository ??= repositoryOf(root, files))
  return {
    isCheckout(dir) {
      const found = known.get(dir) ?? isCounterpart(dir, own(), files)
      known.set(dir, found)
      return found
    },
    worktrees: () => (worktrees ??= worktreesOf(own(), files)),
    tree(dir) {
      if (!trees.has(dir)) trees.set(dir, treeAt(dir, own(), files))
      return trees.get(dir)
    },
  }
}

/** By the file that Git keeps for each of them, which names its `.git`. */
function worktreesOf({ common, below }: CheckoutRepository, files: CheckoutFiles): readonly string[] {
  if (common === undefined) return []
  const dirs = files
    .list(`${common}/worktrees`)
    .map((name) => `${common}/worktrees/${name.replace(/\/$/, '')}`)
  return dirs.flatMap((dir) => {
    const own = absolutePath(dir, files.read(`${dir}/gitdir`)?.trim() ?? '')
    return own?.endsWith('/.git') === true ? [own.slice(0, -'/.git'.length) + below] : []
  })
}

interface CheckoutRepository {
  readonly root: string
  /** Undefined outside of a repository. */
  readonly common: string | undefined
  /** From the top of the repository down to the root: empty, or with a slash before it. */
  readonly below: string
}

function repositoryOf(root: string, files: CheckoutFiles): CheckoutRepository {
  const place = repositoryAt(root, files)
  return { root, common: place?.common, below: place === undefined ? '' : root.slice(place.top.length) }
}

function isCounterpart(dir: string, own: CheckoutRepository, files: CheckoutFiles): boolean {
  const { root, common, below } = own
  const other = dir.endsWith(below) ? commonDirOf(dir.slice(0, dir.length - below.length), files) : undefined
  if (common !== undefined && other !== undefined && isSame(common, other, files)) return true
  const inside = below === '' ? other : commonDirOf(dir, files)
  return inside === `${dir}/.git` && dir.startsWith(`${root}/`) && !isIgnored(dir, root, files)
}

function treeAt(
  dir: string,
  { common, below }: CheckoutRepository,
  files: CheckoutFiles,
): string | undefined {
  if (common === undefined) return undefined
  for (let top = dir; top !== ''; top = top.slice(0, top.lastIndexOf('/'))) {
    const other = commonDirOf(top, files)
    if (other === undefined) continue
    if (!isSame(common, other, files)) return undefined
    return files.kind(top + below) === 'dir' ? top + below : top
  }
  return undefined
}

function isSame(one: string, other: string, files: CheckoutFiles): boolean {
  if (one === other) return true
  const inode = files.inode?.(one)
  return inode !== undefined && inode.id === files.inode?.(other)?.id
}

export function isIgnored(path: string, root: string, files: Pick<Files, 'list' | 'read'>): boolean {
  const names = path.slice(root.length + 1).split('/')
  const parents = names.map((_, at) => [root, ...names.slice(0, at)].join('/'))
  const rules = rulesAbove(path, { root, files })
  return (
    names.some((name) => vendorDirectories.has(name)) ||
    names.some((name, at) => rules.some((rule) => rule.ignores(parents[at] ?? root, name, true) === true))
  )
}
