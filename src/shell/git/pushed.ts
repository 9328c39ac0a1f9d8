// Is the commit that is checked out known elsewhere? From Git's notes beside its objects, which are not read.
import type { Files } from '../../model/types.ts'
import { commitOf, repositoryAt, type Repository } from './dir.ts'

type GitFiles = Pick<Files, 'kind' | 'read' | 'list'>

/** A commit was made here by one of these; the words begin a line's message in a reflog. */
const made = /^(?:commit|cherry-pick|rebase|merge|am|revert|pull --rebase)\b/
const hash = /^[0-9a-f]{40,64}$/
/** Remote branches that are looked at. */
const MAX_REFS = 2_000

/** True when a remote branch stands or stood there, false when the commit was made here and none did, or nothing can be pushed to; else undefined. */
export function isPushed(dir: string, files: GitFiles): boolean | undefined {
  const place = repositoryAt(dir, files)
  if (place === undefined || files.read(`${place.own}/HEAD`) === undefined) return undefined
  const remotes = remoteNotes(place.common, files)
  if (remotes?.length === 0 && !namesRemote(place, files)) return false
  const head = commitOf(place, 'HEAD', files)
  if (head === undefined || !hash.test(head) || remotes === undefined) return undefined
  if (remotes.some((text) => text.includes(head))) return true
  const log = files.read(`${place.own}/logs/HEAD`) ?? ''
  const isOwn = log.split('\n').some((line) => {
    const [said = '', message = ''] = line.split('\t')
    return said.split(' ')[1] === head && made.test(message)
  })
  return isOwn ? false : undefined
}

/** Do its settings name another repository, or other settings that may? */
function namesRemote({ common }: Repository, files: GitFiles): boolean {
  const isNamed = /^\s*\[\s*(?:remote|include|includeif|url)\b|^\s*(?:remote|pushremote|url)\s*=/im
  return isNamed.test(files.read(`${common}/config`) ?? '')
}

/** Where remote branches stand, and where they stood; undefined when there are too many to read. */
function remoteNotes(common: string, files: GitFiles): readonly string[] | undefined {
  const packed = (files.read(`${common}/packed-refs`) ?? '')
    .split('\n')
    .filter((line) => line.includes(' refs/remotes/'))
  const names = [`${common}/refs/remotes`, `${common}/logs/refs/remotes`]
  const texts: string[] = []
  while (names.length > 0) {
    const name = names.pop() ?? ''
    for (const entry of files.list(name))
      if (entry.endsWith('/')) names.push(`${name}/${entry.slice(0, -1)}`)
      else texts.push(files.read(`${name}/${entry}`) ?? '')
    if (texts.length > MAX_REFS) return undefined
  }
  return [...packed, ...texts]
}
