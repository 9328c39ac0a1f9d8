// The state of a repository, as Git's files and Git itself tell it.
import { agreed, both, either, type CallPlace, placesOf } from './branches.ts'
import { asSentences } from './fact-matcher.ts'
import { matchStaged } from './staged.ts'
import { relativeTo } from '../../patterns/paths/paths.ts'
import { matchesName } from '../../patterns/pattern.ts'
import type {
  CompileContext,
  GitMoment,
  ListQuestion,
  Match,
  PathFact,
  Pattern,
  Subject,
  Test,
} from '../../model/types.ts'

const flags = ['dirty', 'ahead', 'behind', 'pushed', 'worktree'] as const

export type GitPattern = { readonly [Flag in (typeof flags)[number]]?: boolean } & {
  readonly staged?: Pattern
  readonly operation?: Pattern
}

interface GitQuestion extends CompileContext {
  readonly subject: Subject
  readonly place: CallPlace
}

const doubt = "a part of Git's state cannot be known: run the command in a call of its own"

export const askGit =
  (pattern: GitPattern, context: CompileContext): Test =>
  (subject) => {
    const found = placesOf(subject).map((place) => askPlace(pattern, { ...context, subject, place }))
    const is = context.quantifier === 'every' ? both(found) : either(found)
    if (is === 'maybe') return { is, why: doubt, unknown: asSentences(doubt) }
    return { is, why: `the repository is ${is === 'yes' ? '' : 'not '}in such a state` }
  }

function askPlace(pattern: GitPattern, asked: GitQuestion): Match['is'] {
  const { place, subject } = asked
  if (place.dir === '') return 'maybe'
  const isMade = place.states.some(({ branch }) => branch !== undefined)
  if (subject.look?.branch(place.dir) === undefined && !isMade) return 'no'
  const of = (state: GitMoment): Match['is'] => both(askState(pattern, state, asked))
  return agreed(place.states.map(of))
}

function askState(pattern: GitPattern, state: GitMoment, asked: GitQuestion): readonly Match['is'][] {
  const { staged, operation } = pattern
  const parts = flags.flatMap((flag): readonly Match['is'][] => {
    const wanted = pattern[flag]
    if (wanted === undefined) return []
    const given = state.answers?.[flag]
    const found = given === undefined ? answers[flag](asked) : (given ?? undefined)
    return [found === undefined ? 'maybe' : found === wanted ? 'yes' : 'no']
  })
  if (operation !== undefined) parts.push(askOperation(operation, state, asked))
  if (staged !== undefined && !parts.includes('no'))
    parts.push(matchStaged(staged, { place: { ...asked.place, states: [state] } }, asked))
  return parts
}

function askOperation(
  wanted: Pattern,
  { answers: given }: GitMoment,
  { place, subject, linear }: GitQuestion,
): Match['is'] {
  if (given?.operation === null) return 'maybe'
  const name = given?.operation === false ? undefined : subject.look?.operation(place.dir)
  return name !== undefined && matchesName(wanted, name, { linear }) !== undefined ? 'yes' : 'no'
}

// ---- what the disk tells; undefined when it does not

type AnswerOf = (asked: GitQuestion) => boolean | undefined

const options = ['-z', '--name-only', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'] as const
const isTracked: ListQuestion = { asks: [['git', 'diff-index', ...options, 'HEAD', '--']] }
const isNew: ListQuestion = { asks: [['git', 'ls-files', '-z', '--others', '--exclude-standard']] }

function lists(top: string, question: ListQuestion, { look }: Subject): boolean | undefined {
  const found = look?.listed(top, question)
  return found === undefined || 'unanswered' in found ? undefined : found.length > 0
}

/** What the call wrote before is not on the disk yet. */
const dirty: AnswerOf = ({ place: { dir, command }, subject }) => {
  const top = subject.look?.top(dir) ?? dir
  const all: readonly PathFact[] =
    command?.takes ?? [isTracked, isNew].map((each) => ({ path: top, listed_by: each }))
  let isKnown = true
  // Each answer is a process, so the first yes ends it.
  const isDirty = all.some(({ path, listed_by: question }) => {
    const found = question && lists(path, question, subject)
    isKnown &&= found !== undefined
    return found === true
  })
  if (isDirty) return true
  return isKnown && !hasWritten(subject, { command, top }) ? false : undefined
}

/** Did the call write into the checkout before the command? */
function hasWritten(
  subject: Subject,
  { command, top }: { readonly command: CallPlace['command'] | undefined; readonly top: string },
): boolean {
  const parts = (subject.call ?? subject).facts().apart?.() ?? []
  const own = parts.findIndex(({ commands }) => commands.some((each) => each === command))
  const isThere = ({ path, tree }: PathFact): boolean => {
    const place = subject.real?.(path) ?? path
    return relativeTo(top, place) !== undefined || (tree === true && relativeTo(place, top) !== undefined)
  }
  return parts
    .slice(0, Math.max(0, own))
    .some(({ creates, edits, deletes }) => [...creates, ...edits, ...deletes].some(isThere))
}

/** Are there commits on one side only? Without an upstream there are none. */
const differs = (range: string): AnswerOf => {
  const question: ListQuestion = { asks: [['git', 'rev-list', '--max-count=1', range, '--'], []] }
  return ({ place: { dir }, subject }) => lists(dir, question, subject)
}

const answers: Readonly<Record<(typeof flags)[number], AnswerOf>> = {
  dirty,
  ahead: differs('@{upstream}..HEAD'),
  behind: differs('HEAD..@{upstream}'),
  pushed: ({ place: { dir }, subject }) => subject.look?.pushed(dir),
  worktree: ({ place: { dir }, subject }) => subject.look?.worktree(dir),
}
