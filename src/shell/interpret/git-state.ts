// Git's state while a text is read: it is on the disk, so a subshell does not take it back.
import type { CommandFact, CommitFact, GitMoment } from '../../model/types.ts'
import type { Checkout, CommandEffects, World } from '../types.ts'
import { EMPTY, literalOf, literalText } from '../words/marks.ts'
import { ON_DISK, type VariableScope } from './scope.ts'
import type { Shell } from './shell.ts'

const asOnDisk: GitMoment = {}
const unknown: GitMoment = {
  branch: '',
  answers: { dirty: null, ahead: null, behind: null, pushed: null, operation: null, staged: null },
}

/** The checkout around a directory: one that the text made or changed, or one of the disk. */
export function checkoutAt(
  scope: VariableScope,
  files: Pick<World['files'], 'kind'>,
  dir: string,
): Checkout | undefined {
  for (let top = dir; top !== ''; top = top.slice(0, top.lastIndexOf('/'))) {
    const value = scope.get(ON_DISK + top)
    if (value !== undefined) return { top, states: value.texts.map((text) => momentOf(literalOf(text))) }
    if (files.kind(`${top}/.git`) !== undefined) return { top, states: [asOnDisk] }
  }
  return undefined
}

function momentOf(text: string | undefined): GitMoment {
  if (text === undefined) return unknown
  return text === '' ? asOnDisk : (JSON.parse(text) as GitMoment) // written by recordCheckouts
}

export function recordCheckouts({ scope }: Shell, checkouts: CommandEffects['checkouts']): void {
  for (const { top, states } of checkouts) {
    const texts = new Set(
      states.map((each) => (each === asOnDisk ? EMPTY : literalText(JSON.stringify(each)))),
    )
    scope.set(ON_DISK + top, { texts: [...texts] })
  }
}

/** The command with what is known of where it works. */
export function withGit(
  { scope, world }: Shell,
  fact: CommandFact,
  { dirs, takes }: Pick<CommandEffects, 'dirs' | 'takes'>,
): CommandFact {
  const dir = dirs.at(-1)
  const git = scope.hasOnDisk ? checkoutAt(scope, world.files, dir ?? fact.cwd)?.states : undefined
  const isChanged = git?.some((each) => each !== asOnDisk) === true
  if (dir === undefined && !isChanged && takes.length === 0) return fact
  return {
    ...fact,
    ...(dir !== undefined && { dir }),
    ...(isChanged && { git }),
    ...(takes.length > 0 && { takes }),
  }
}

/** The commits that a command makes, with where it makes them. */
export function commitsOf(
  { commits }: CommandEffects,
  { cwd, dir = cwd, git, remote }: CommandFact,
): readonly CommitFact[] {
  return commits.map((each) => ({ ...each, dir: remote === true ? '' : dir, ...(git && { git }) }))
}
