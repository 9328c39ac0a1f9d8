// Whether a version of a file came to the repository by its own branches and remotes, or from elsewhere since the session began.
import type { SessionRefs } from '../../model/types.ts'
import type { AskGit } from './ask-git.ts'

interface Version {
  readonly revision: string
  /** From the top of the repository. */
  readonly path: string
  /** What the references held when the session began; undefined: they are asked now. */
  readonly refs: SessionRefs | undefined
}

/** Undefined when Git does not tell. */
export function isHeld(git: AskGit, { revision, path, refs }: Version): boolean | undefined {
  const commit = git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)?.trim()
  if (commit === undefined) return undefined
  const held = refs?.tips ?? ['--all']
  const found = git('rev-list', '--ignore-missing', '--boundary', commit, '--not', ...held)
  if (found === undefined) return undefined
  const commits = found.split('\n').filter((line) => line !== '')
  const bases = commits.flatMap((line) => (line.startsWith('-') ? [line.slice(1)] : []))
  if (bases.length === commits.length) return true
  const blob = blobAt(git, commit, path)
  if (bases.some((base) => blobAt(git, base, path) === blob)) return true
  if (blob === '') return false
  return (
    refs?.versions.includes(blob) === true ||
    isIn(git, { blob, path, held }) ||
    isCleanMerge(git, { commit, blob, path, refs })
  )
}

/** Did HEAD have a file when the session began? What was added since has no say. */
export function wasTracked(git: AskGit, path: string, refs: SessionRefs | undefined): boolean | undefined {
  const found = git('ls-tree', '-z', '--name-only', 'HEAD', '--', path)
  if (found === undefined) return undefined
  if (found === '' || refs === undefined) return found !== ''
  const since = git(
    'log',
    '-1',
    '--format=%H',
    '--diff-filter=A',
    '--ignore-missing',
    'HEAD',
    '--not',
    ...refs.tips,
    '--',
    path,
  )
  return since === undefined ? undefined : since.trim() === ''
}

/** Empty where the commit does not have the file. */
function blobAt(git: AskGit, commit: string, path: string): string {
  return git('rev-parse', '--verify', '--quiet', `${commit}:${path}`)?.trim() ?? ''
}

interface Blob {
  readonly blob: string
  readonly path: string
}

function isIn(git: AskGit, { blob, path, held }: Blob & { readonly held: readonly string[] }): boolean {
  const args = [
    'log',
    '-1',
    '-m',
    '--format=%H',
    `--find-object=${blob}`,
    '--ignore-missing',
    ...held,
    '--',
    path,
  ]
  return (git(...args) ?? '') !== ''
}

/** What Git makes of two held versions by itself. */
function isCleanMerge(
  git: AskGit,
  { commit, blob, path, refs }: Blob & Pick<Version, 'refs'> & { readonly commit: string },
): boolean {
  const [, ...parents] = git('rev-list', '-n1', '--parents', commit)?.trim().split(' ') ?? []
  const [ours = '', theirs = ''] = parents
  if (parents.length !== 2 || !parents.every((revision) => isHeld(git, { revision, path, refs }) === true))
    return false
  const tree = git('merge-tree', '--write-tree', '--no-messages', ours, theirs)?.trim() ?? ''
  return tree !== '' && blobAt(git, tree, path) === blob
}
