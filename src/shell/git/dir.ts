import { absolutePath } from '../absolute-path.ts'
import type { Files } from '../../model/types.ts'

type GitFiles = Pick<Files, 'kind' | 'read'>

/** The directory that Git keeps a checkout in; of a worktree, `.git` is a file that names it. */
export function gitDirOf(top: string, files: GitFiles): string | undefined {
  const own = `${top}/.git`
  const kind = files.kind(own)
  if (kind !== 'file') return kind && own
  const [, named] = /^gitdir:\s*(.+?)\s*$/m.exec(files.read(own) ?? '') ?? []
  return named === undefined ? own : absolutePath(top, named)
}

/** What all worktrees of a repository share: their configuration, branches and objects. */
export function commonDirOf(top: string, files: GitFiles): string | undefined {
  return gitDirOf(top, files)?.replace(/\/worktrees\/[^/]+$/, '')
}
