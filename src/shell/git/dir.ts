import { absolutePath } from '../absolute-path.ts'
import type { Files } from '../../model/types.ts'

type GitFiles = Pick<Files, 'kind' | 'read'>

/** The directory that Git keeps a checkout in; of a worktree, `.git` is a file that names it. */
function gitDirOf(top: string, files: GitFiles): string | undefined {
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

export interface Repository {
  /** Where the checkout begins. */
  readonly top: string
  /** What Git keeps of this checkout, and of all that the repository has. */
  readonly own: string
  readonly common: string
}

/** The repository around a directory. */
export function repositoryAt(dir: string, files: GitFiles): Repository | undefined {
  for (let top = dir; top !== ''; top = top.slice(0, top.lastIndexOf('/'))) {
    const own = gitDirOf(top, files)
    if (own !== undefined) return { top, own, common: commonDirOf(top, files) ?? own }
  }
  return undefined
}

/** The branch that is checked out, or the commit where none is. */
export function headIn({ own }: Repository, files: Pick<Files, 'read'>): string | undefined {
  return files
    .read(`${own}/HEAD`)
    ?.trim()
    .replace(/^ref:\s*(?:refs\/heads\/)?/, '')
}

export function hasRef({ common }: Repository, ref: string, files: GitFiles): boolean {
  if (files.kind(`${common}/${ref}`) === 'file') return true
  const packed = files.read(`${common}/packed-refs`) ?? ''
  return packed.includes(` ${ref}\n`)
}

/** The commit that a reference names. */
export function commitOf(place: Repository, name: string, files: Pick<Files, 'read'>): string | undefined {
  const { own, common } = place
  if (name === 'HEAD') {
    const head = files.read(`${own}/HEAD`)?.trim() ?? ''
    const [, ref] = /^ref:\s*(refs\/\S+)$/.exec(head) ?? []
    return ref === undefined ? head : commitOf(place, ref, files)
  }
  const packed = files.read(`${common}/packed-refs`)?.split('\n')
  const line = packed?.find((each) => each.endsWith(` ${name}`))
  return files.read(`${common}/${name}`)?.trim() ?? line?.split(' ')[0]
}

/** How many names are looked at. */
const MAX_REFS = 2_000

/** Names below `refs/heads/` or the like; undefined when there are too many. */
export function refsBelow(
  { common }: Repository,
  prefix: string,
  files: Pick<Files, 'read' | 'list'>,
): readonly string[] | undefined {
  const packed = (files.read(`${common}/packed-refs`) ?? '').split('\n').flatMap((line) => {
    const at = line.indexOf(` ${prefix}`)
    return at < 0 ? [] : [line.slice(at + 1 + prefix.length)]
  })
  const names = new Set(packed)
  const open = ['']
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    if (names.size + open.length > MAX_REFS) return undefined
    for (const entry of files.list(`${common}/${prefix}${dir}`.replace(/\/$/, '')))
      if (entry.endsWith('/')) open.push(dir + entry)
      else names.add(dir + entry)
  }
  return [...names]
}
