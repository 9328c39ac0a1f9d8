// Where a command of Git works, in one of the states that the call may have left the repository in.
import type { GitMoment } from '../../../../model/types.ts'
import { hasRef, headIn, refsBelow, repositoryAt, type Repository } from '../../../git/dir.ts'
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { absolute } from '../place.ts'

export interface Here {
  readonly state: CommandState
  readonly top: string
  readonly moment: GitMoment
  /** Where branches and settings are kept; undefined for one that the call made. */
  readonly repository: Repository | undefined
}

/** Every state; none outside of a repository, and on another machine. */
export function placesOf(state: CommandState): readonly Here[] {
  const dir = state.dirs.at(-1) ?? state.cwd
  const checkout = state.command.remote === true ? undefined : state.world.checkout?.(dir)
  if (checkout === undefined) return []
  const { top, states } = checkout
  return states.map((moment) => {
    const repository = repositoryAt(moment.of ?? top, state.world.files)
    return { state, top, moment, repository }
  })
}

/** The branch that is checked out; empty when it cannot be known. */
export function branchNow({ state: { world }, top, moment, repository }: Here): string {
  if (moment.branch !== undefined) return moment.branch
  const told =
    world.branch !== undefined && world.checkout?.(world.cwd)?.top === top ? world.branch : undefined
  return told ?? (repository && headIn(repository, world.files)) ?? ''
}

export function isBranch(name: string, { repository, state, moment }: Here): boolean {
  const isThere = new Map(moment.branches).get(name)
  if (name === '' || isThere !== undefined) return isThere === true
  if (name === moment.branch || name === moment.before) return name !== 'HEAD'
  return repository !== undefined && hasRef(repository, `refs/heads/${name}`, state.world.files)
}

/** All local branches; undefined where they cannot be listed. */
export function branchesOf({ repository, moment, state }: Here): readonly string[] | undefined {
  const onDisk = repository && refsBelow(repository, 'refs/heads/', state.world.files)
  const changed = new Map(moment.branches)
  return onDisk && [...new Set([...onDisk, ...changed.keys()])].filter((name) => changed.get(name) ?? true)
}

export function isTag(name: string, { repository, state }: Here): boolean {
  return repository !== undefined && hasRef(repository, `refs/tags/${name}`, state.world.files)
}

const revision = /^(?:HEAD|@)$|^[0-9a-f]{7,40}$|.[~^]|@\{|^(?:refs\/)?remotes\//

/** Does it name a commit beside those of branches? */
export function isCommit(name: string, here: Here): boolean {
  const { repository, state } = here
  if (name.startsWith(':')) return false
  if (revision.test(name) || isTag(name, here)) return true
  return repository !== undefined && hasRef(repository, `refs/remotes/${name}`, state.world.files)
}

/** Does a word name a file rather than a commit, as Git takes it? A branch of that name wins. */
export function isFile(text: string, state: CommandState): boolean {
  if (/^\.{1,2}(?:\/|$)|^:|[*?[]/.test(text)) return true
  const path = absolute(text, state)
  if (path === undefined || state.world.files.kind(path) === undefined) return false
  const [here] = placesOf(state)
  return here === undefined || !(isBranch(text, here) || isCommit(text, here))
}

/** An option's value: empty when it cannot be known. */
export function given(state: CommandState, ...names: readonly string[]): string | undefined {
  const option = state.parsed.options.find(({ name }) => names.includes(name))
  if (option?.value === undefined) return undefined
  return isUnknownWord(state, option.value_at ?? option.at) ? '' : option.value
}

/** The text of a file that an option names, `-` for standard input; undefined when it cannot be known. */
export function fileText(file: string, state: CommandState): string | undefined {
  const { input, world } = state
  if (file === '-' || file === '/dev/stdin')
    return input?.text ?? (input?.file && world.files.read(input.file))
  const path = absolute(file, state)
  if (
    file === '' ||
    path === undefined ||
    world.written?.(path) === 'yes' ||
    world.written?.(path) === 'maybe'
  )
    return undefined
  return world.files.read(path)
}

/** What the default branch may be called. */
export function defaultBranches({ repository, state }: Here): readonly string[] {
  const head = repository && state.world.files.read(`${repository.common}/refs/remotes/origin/HEAD`)
  const [, name] = /^ref: refs\/remotes\/origin\/(\S+)/.exec(head ?? '') ?? []
  return name === undefined ? ['main', 'master'] : ['main', 'master', name]
}
