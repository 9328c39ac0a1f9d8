// The commit that a command makes: its message and files.
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { absolute, repositoryRoot } from '../place.ts'
import { flag } from './flags.ts'
import { given } from './place.ts'
import { files as changed, listedAt } from './tree.ts'

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

function fileText(file: string, state: CommandState): string | undefined {
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

/** Of more, all that changed counts. */
const MAX_SPECS = 32

export function addCommits(verb: string, state: CommandState): void {
  const isMerge = verb === 'git merge'
  if (verb !== 'git commit' && !isMerge) return
  const message = messageOf(state)
  if (state.has('--dry-run') || (isMerge && (message === undefined || state.has('--no-commit')))) return
  const top = repositoryRoot(state) ?? state.world.checkout?.(state.cwd)?.top
  const specs =
    isMerge || state.parsed.operands.length > MAX_SPECS
      ? []
      : state.parsed.operands.map(({ text }) => absolute(text, state) ?? text)
  const named =
    top === undefined
      ? []
      : specs.flatMap((spec) =>
          state.world.files.kind(spec) === 'file' ? [{ path: spec }] : [listedAt(top, changed('HEAD', spec))],
        )
  const isAll = state.has('--all') || state.parsed.operands.length > MAX_SPECS
  const amend = flag(state, '--amend', '--no-amend')
  const skips = flag(state, '--no-verify', '--verify')
  const all = isAll && top !== undefined ? [listedAt(top, changed('HEAD'))] : []
  state.commits.push({
    ...(message !== undefined && { message }),
    files: [...named, ...all],
    ...(named.length > 0 && !state.has('--include') && { only: true }),
    ...(amend !== undefined && { amend }),
    ...(skips !== undefined && { no_verify: skips }),
  })
}
