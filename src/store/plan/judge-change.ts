// Who changed the configuration: what is HEAD's now came with Git, whoever ran it.
import { dirname, relative } from 'node:path'
import { frontMatter } from '../../recipes/front-matter.ts'
import type { Env, Files, SessionRefs } from '../../model/types.ts'
import { isHeld } from '../../shell/look/held.ts'
import { type AskGit, askGit } from '../../shell/look/ask-git.ts'
import type { Changed } from './kept.ts'
import { commonDirOf, repositoryAt } from '../../shell/git/dir.ts'

interface Around {
  readonly root: string
  readonly env: Env
  readonly files: Files
  /** What Git's references held when the session began. */
  readonly refs: SessionRefs | undefined
}

/** What other programs replace belongs to nobody's commit, and ends nothing. */
const VENDORED = /\/node_modules\//

export function judgeChange(changed: readonly string[], { root, env, files, refs }: Around): Changed {
  const own = changed.filter((file) => !VENDORED.test(file) && files.kind(file) !== undefined)
  if (own.length === 0) return 'nothing'
  const top = topOf(own, { root, files })
  if (top === undefined) return 'edit'
  const git = askGit(top, { root, env })
  const names = own.map((file) => relative(top, file))
  if (!names.every((name) => isHeads(name, files.read(`${top}/${name}`), git)))
    return isUnchanged(names, git) ? 'unheld' : 'edit'
  return names.every((path) => isHeld(git, { revision: 'HEAD', path, refs }) === true) ? 'git' : 'unheld'
}

/** The one checkout that they are in, of the root's repository: a worktree may have its rules from the main one. */
function topOf(
  changed: readonly string[],
  { root, files }: Pick<Around, 'root' | 'files'>,
): string | undefined {
  const [first, ...others] = new Set(changed.map((file) => repositoryAt(dirname(file), files)?.top))
  if (first === undefined || others.length > 0) return undefined
  return commonDirOf(first, files) === repositoryAt(root, files)?.common ? first : undefined
}

/** Where Git says that files are the commit's, and they say something else, a filter or a replaced object wrote them. */
function isUnchanged(names: readonly string[], git: AskGit): boolean {
  const listed = git('ls-files', '--error-unmatch', '--', ...names) ?? ''
  return (
    listed !== '' &&
    git('diff-files', '--name-only', '--', ...names) === '' &&
    git('diff-index', '--cached', '--name-only', 'HEAD', '--', ...names) === ''
  )
}

/** Bytes may differ: by line ends, or as a formatter writes it. */
function isHeads(name: string, text: string | undefined, git: AskGit): boolean {
  const head = git('show', `HEAD:${name}`)
  return head !== undefined && text !== undefined && normalized(name, head) === normalized(name, text)
}

function normalized(name: string, text: string): string {
  const unix = text.replaceAll('\r\n', '\n').trim()
  if (!/\.ya?ml$/.test(name)) return unix
  try {
    return JSON.stringify(frontMatter(`---\n${unix}\n---\n`).data ?? unix)
  } catch {
    return unix
  }
}
