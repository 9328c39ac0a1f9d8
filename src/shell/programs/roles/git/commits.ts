// The commit that a command makes: its message and files.
import type { CommitFact, PathFact } from '../../../../model/types.ts'
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { flag } from './flags.ts'
import { fileText, given, placesOf, type Here } from './place.ts'
import { changesOf, MAX_SPECS, pathspecsOf, stagedIn, type Pathspecs } from './staging.ts'

/** Undefined where an editor, another commit or a word that is not known says it. */
function messageOf(state: CommandState): string | undefined {
  const parts: string[] = []
  for (const { name, value, value_at, at } of state.parsed.options) {
    if (name !== '--message' && name !== '-m' && name !== '--trailer') continue
    if (value === undefined || isUnknownWord(state, value_at ?? at)) return undefined
    parts.push(value)
  }
  const file = given(state, '--file')
  if (file !== undefined) return fileText(file, state)
  const isOther = ['--edit', '--reuse-message', '--reedit-message', '--fixup', '--squash', '--template'].some(
    state.has,
  )
  return parts.length === 0 || isOther ? undefined : parts.join('\n\n')
}

/** Beside what is staged, or instead of it. */
function filesOf(state: CommandState): Pick<CommitFact, 'files' | 'only' | 'unlisted'> {
  const places = placesOf(state)
  const specs = pathspecsOf(state)
  const isMany = state.parsed.operands.length > MAX_SPECS
  const isAll = isMany || ['--all', '--patch', '--interactive'].some(state.has)
  if (specs === undefined && !isMany) return { files: [], unlisted: true }
  const { named, excluded } = specs ?? everything
  if (places.length === 0) return { files: named.map((path) => ({ path })), unlisted: true }
  const of = (here: Here, spec: string): readonly PathFact[] => {
    const isNamed = state.world.files.kind(spec) === 'file'
    const own = isNamed ? [{ path: spec }] : changesOf(spec, { named, excluded }, here)
    return [...own, ...stagedIn(spec, { named, excluded }, here)]
  }
  const isOnly = named.length > 0 && !isAll && !state.has('--include')
  return {
    files: places.flatMap((here) =>
      isAll ? changesOf(here.top, everything, here) : named.flatMap((spec) => of(here, spec)),
    ),
    ...(isOnly && { only: true }),
  }
}

const everything: Pathspecs = { named: [], excluded: [] }

export function addCommits(verb: string, state: CommandState): void {
  const isMerge = verb === 'git merge'
  if (verb !== 'git commit' && !isMerge) return
  const message = messageOf(state)
  if (state.has('--dry-run') || (isMerge && (message === undefined || state.has('--no-commit')))) return
  const amend = flag(state, '--amend', '--no-amend')
  const skips = flag(state, '--no-verify', '--verify')
  state.commits.push({
    ...(message !== undefined && { message }),
    ...(isMerge ? { files: [] } : filesOf(state)),
    ...(amend !== undefined && { amend }),
    ...(skips !== undefined && { no_verify: skips }),
  })
}
