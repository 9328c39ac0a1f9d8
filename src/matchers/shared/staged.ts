// What a commit would take, as Git and the call tell it.
import { matchPathFact } from '../../patterns/paths/path-fact.ts'
import type { CompileContext, GitMoment, Match, PathFact, Pattern, Subject } from '../../model/types.ts'
import { agreed, both, either, type CallPlace } from './branches.ts'

interface Staged {
  readonly place: CallPlace
  /** What a commit takes beside, or alone. */
  readonly more?: readonly PathFact[]
  readonly only?: boolean
  /** It takes more that cannot be known. */
  readonly isOpen?: boolean
}

const options = ['-z', '--name-only', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'] as const

/** Before the first commit, all of the index. */
const asks = [
  ['git', 'diff-index', '--cached', ...options, 'HEAD', '--'],
  ['git', 'ls-files', '-z'],
] as const

/** Does one staged path meet the globs; of an allow, does every one? */
export function matchStaged(
  pattern: Pattern,
  { place, more = [], only = false, isOpen = false }: Staged,
  {
    subject,
    quantifier,
    linear,
  }: { readonly subject: Subject } & Pick<CompileContext, 'quantifier' | 'linear'>,
): Match['is'] {
  const top = place.dir === '' ? undefined : subject.look?.top(place.dir)
  const combine = quantifier === 'every' ? both : either
  const test = ({ staged = [], unstaged, answers }: GitMoment): Match['is'] => {
    const disk: readonly PathFact[] =
      top === undefined || unstaged ? [] : [{ path: top, tree: true, listed_by: { asks } }]
    const facts = only ? more : [...disk, ...staged, ...more]
    const found = facts.map(
      (fact) => matchPathFact(pattern, { fact, kind: 'edits', quantifier, linear }, subject).is,
    )
    const isUnknown = !only && (answers?.staged === null || (top === undefined && unstaged !== true))
    return combine(isOpen || isUnknown ? [...found, 'maybe'] : found)
  }
  return agreed(place.states.map(test))
}
