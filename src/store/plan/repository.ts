// The repository that a project belongs to, as it stays when a directory moves and in its worktrees.
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { realOf } from './covered.ts'

export interface RepositoryMark {
  /** Device, inode and birth of the directory that all worktrees share. */
  readonly git: string
  /** The root, from the top of the checkout. */
  readonly below: string
}

/** Undefined where there is none, or it does not know this directory: an unpacked folder may name another's. */
export function repositoryMark(root: string): RepositoryMark | undefined {
  try {
    for (let top = root; ; top = dirname(top)) {
      const own = lstatSync(join(top, '.git'), { throwIfNoEntry: false })
      if (own === undefined && dirname(top) !== top) continue
      const common = own?.isDirectory() === true ? join(top, '.git') : own?.isFile() === true && commonOf(top)
      return common ? { git: markOf(common), below: relative(top, root) } : undefined
    }
  } catch {
    return undefined
  }
}

/** Of a worktree, where Git's own record of it leads back here. */
function commonOf(top: string): string | undefined {
  const own = join(top, '.git')
  const [, named = ''] = /^gitdir:\s*(.+?)\s*$/m.exec(readFileSync(own, 'utf8')) ?? []
  const dir = realOf(isAbsolute(named) ? named : join(top, named))
  if (basename(dirname(dir)) !== 'worktrees') return undefined
  const back = readFileSync(join(dir, 'gitdir'), 'utf8').trim()
  return realOf(isAbsolute(back) ? back : join(dir, back)) === realOf(own) ? dirname(dirname(dir)) : undefined
}

function markOf(dir: string): string {
  const { dev, ino, birthtimeNs } = statSync(dir, { bigint: true })
  if (birthtimeNs === 0n) throw new Error(`when ${dir} was made is not known`)
  return [dev, ino, birthtimeNs].join('.')
}
