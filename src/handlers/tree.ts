// Rules come from the root; what they start and tell belongs to the worktree that the call or the session works in.
import { join, resolve } from 'node:path'
import { directoriesOf } from '../matchers/shared/branches.ts'
import type { Match, Subject } from '../model/types.ts'
import { relativeTo } from '../patterns/paths/paths.ts'

/** The root, or its counterpart in another worktree: of the path that was met, else of a command, else of the session. */
export function treeOf(subject: Subject, { bind }: Pick<Match, 'bind'>): string {
  const { event, look } = subject
  if (look === undefined) return event.root
  const own = look.tree(event.cwd) ?? event.root
  const met = bind?.['path']
  if (met !== undefined && met !== '') return look.tree(resolve(event.root, met, '..')) ?? own
  const trees = directoriesOf(subject).flatMap((dir) => (dir === '' ? [] : (look.tree(dir) ?? [])))
  return trees.find((tree) => tree !== own) ?? own
}

/** The same place in a worktree; what is not below the root stays where it is. */
export function inTree(file: string, root: string, tree: string): string {
  const below = relativeTo(root, file)
  return below === undefined ? file : join(tree, below)
}

/** What was met, as it is named in the worktree. */
export function bindIn(
  tree: string,
  { bind = {} }: Pick<Match, 'bind'>,
  root: string,
): NonNullable<Match['bind']> {
  if (tree === root) return bind
  const named = (file: string): string => {
    const whole = resolve(root, file)
    return relativeTo(tree, whole) ?? whole
  }
  const { path, paths } = bind
  return {
    ...bind,
    root: tree,
    ...(path !== undefined && path !== '' && { path: named(path) }),
    ...(paths !== undefined && paths !== '' && { paths: paths.split('\n').map(named).join('\n') }),
  }
}
