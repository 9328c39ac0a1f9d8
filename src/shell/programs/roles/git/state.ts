// How a command of Git leaves the checkout for those that follow.
import { posix } from 'node:path'
import type { GitAnswer, GitMoment, PathFact } from '../../../../model/types.ts'
import { hasRef } from '../../../git/dir.ts'
import type { Checkout } from '../../../types.ts'
import { isUnknownWord, type CommandState } from '../../command-state.ts'
import { absolute } from '../place.ts'
import { addCommits } from './commits.ts'
import {
  branchNow,
  defaultBranches,
  given,
  isBranch,
  isCommit,
  isFile,
  placesOf,
  type Here,
} from './place.ts'
import { addPushes, isPush, pushesHead } from './pushes.ts'
import { configOf, keepUpstream } from './settings.ts'
import { additionsOf, changesOf, pathspecsOf, trackedIn, type Pathspecs } from './staging.ts'
import { files as changed, listedAt, untrackedAt } from './tree.ts'

/** Undefined: it leaves the checkout as it is. */
type Change = (here: Here) => GitMoment | undefined

function doubting(moment: GitMoment, ...names: readonly GitAnswer[]): GitMoment {
  const unknown = Object.fromEntries(names.map((name) => [name, null]))
  return { ...moment, answers: { ...moment.answers, ...unknown } }
}

// ---- the branch

function onBranch(here: Here, branch: string, not: readonly string[] = []): GitMoment {
  const { not: _not, ...moment } = here.moment
  const moved = { ...moment, branch, before: branchNow(here), ...(branch === '' && { not }) }
  return doubting(moved, 'ahead', 'behind', 'pushed', 'operation')
}

function withBranches(moment: GitMoment, names: readonly string[], isThere: boolean): GitMoment {
  const changed = names.flatMap((name) => (isThere && name === '' ? [] : [[name, isThere] as const]))
  return { ...moment, branches: [...new Map([...(moment.branches ?? []), ...changed])] }
}

/** Where the last checkout came from. */
function branchBefore({ moment, repository, state: { world } }: Here): string {
  if (moment.before !== undefined) return moment.before
  const log = repository && world.files.read(`${repository.own}/logs/HEAD`)
  const moves = [...(log ?? '').matchAll(/\tcheckout: moving from (\S+) to /g)]
  return moves.at(-1)?.[1] ?? ''
}

/** What `git checkout WORD` has checked out then; undefined when it is a path. */
function branchNamed(word: string, here: Here): string | undefined {
  if (word === 'HEAD' || word === '@') return undefined
  if (word === '-' || word === '@{-1}') return branchBefore(here)
  if (isBranch(word, here)) return word
  if (isCommit(word, here)) return 'HEAD'
  return isFile(word, here.state) ? undefined : word
}

const moveHead: Change = (here) => {
  const { state } = here
  const { operands } = state.parsed
  const made = given(state, '-b', '-B', '--orphan', '--create', '--force-create')
  const [word] = operands
  if (made !== undefined) {
    follow(made, word?.text ?? '', here)
    return withBranches(onBranch(here, made), [made], true)
  }
  if (state.has('--detach')) return onBranch(here, 'HEAD')
  const end = state.command.argv.indexOf('--')
  const isOfPaths = operands.length > 1 || (end >= 0 && (word?.at ?? 0) > end)
  if (word === undefined || isOfPaths)
    return operands.length > 1 ? doubting(here.moment, 'staged') : undefined
  if (isUnknownWord(state, word.at)) return onBranch(here, '')
  if (state.has('--track')) {
    const branch = word.text.replace(/^(?:(?:refs\/)?remotes\/)?[^/]+\//, '')
    follow(branch, word.text, here)
    return onBranch(here, branch)
  }
  const branch = branchNamed(word.text, here)
  return branch === undefined ? undefined : onBranch(here, branch)
}

/** A branch that begins at one of a remote has it as its upstream. */
function follow(branch: string, ref: string, { state, repository }: Here): void {
  const [, remote, of] = /^(?:(?:refs\/)?remotes\/)?([^/]+)\/(.+)$/.exec(ref) ?? []
  if (remote === undefined || of === undefined || repository === undefined || branch === '') return
  if (hasRef(repository, `refs/remotes/${remote}/${of}`, state.world.files))
    keepUpstream(branch, [remote, of], state)
}

/** What lists or configures branches makes none. */
const listing =
  '--list --all --remotes --contains --no-contains --merged --no-merged --points-at --show-current --edit-description --unset-upstream --set-upstream-to'.split(
    ' ',
  )

const changeBranch: Change = (here) => {
  const { state, moment } = here
  const words = operandsOf(state)
  const now = branchNow(here)
  const upstream = given(state, '--set-upstream-to')
  if (upstream !== undefined) follow(words[0] ?? now, upstream, here)
  const to = words.at(-1)
  if (to === undefined || listing.some((name) => state.has(name))) return undefined
  if (state.has('--delete')) return withBranches(moment, words, false)
  const from = words.length === 1 ? now : (words[0] ?? '')
  if (state.has('--copy')) return withBranches(moment, [to], true)
  if (!state.has('--move')) return withBranches(moment, words.slice(0, 1), true)
  const moved = withBranches(withBranches(moment, [from], false), [to], true)
  return from === now ? { ...moved, branch: to } : moved
}

function operandsOf(state: CommandState): readonly string[] {
  return state.parsed.operands.map(({ text, at }) => (isUnknownWord(state, at) ? '' : text))
}

const changeRef: Change = ({ state, moment }) => {
  if (state.has('--stdin')) return withBranches(moment, [''], false)
  const names = operandsOf(state)
    .slice(0, 1)
    .flatMap((ref) => (ref === '' ? [ref] : (/^refs\/heads\/(.+)$/.exec(ref)?.slice(1) ?? [])))
  return names.length === 0 ? undefined : withBranches(moment, names, !state.has('--delete'))
}

const pointHead: Change = (here) => {
  const [name, to] = here.state.parsed.operands
  if (name?.text !== 'HEAD' || to === undefined) return undefined
  return onBranch(here, isUnknownWord(here.state, to.at) ? '' : to.text.replace(/^refs\/heads\//, ''))
}

const checkoutRequest: Change = (here) =>
  here.state.has('--detach')
    ? onBranch(here, 'HEAD')
    : onBranch(here, given(here.state, '--branch') ?? '', defaultBranches(here))

// ---- the index

const MAX_STAGED = 128

type Take = (spec: string, specs: Pathspecs, here: Here) => readonly PathFact[]

const staging =
  (takes: Take, more: (specs: Pathspecs, here: Here) => readonly PathFact[] = () => []): Change =>
  (here) => {
    const { state, moment, top } = here
    if (state.has('--dry-run')) return undefined
    const specs = pathspecsOf(state)
    if (specs === undefined || (moment.staged?.length ?? 0) > MAX_STAGED) return doubting(moment, 'staged')
    const isAll = state.has('--all') || state.has('--update')
    const whole = isAll ? [top] : specs.excluded.length > 0 ? [state.cwd] : []
    const named = specs.named.length > 0 ? specs.named : whole
    const added = [...named.flatMap((spec) => takes(spec, specs, here)), ...more(specs, here)]
    return doubting({ ...moment, staged: [...(moment.staged ?? []), ...added] }, 'dirty')
  }

const add = staging((spec, specs, here) =>
  here.state.has('--update') ? changesOf(spec, specs, here) : additionsOf(spec, specs, here),
)

const remove = staging(trackedIn)

const move = staging(
  (spec, specs, here) => (spec === specs.named.at(-1) ? [] : trackedIn(spec, specs, here)),
  ({ named }, { state }) => {
    const to = named.at(-1) ?? ''
    const isInto = state.world.files.kind(to) === 'dir'
    return named.slice(0, -1).map((spec) => ({ path: isInto ? `${to}/${posix.basename(spec)}` : to }))
  },
)

const nothingStaged = { staged: [], unstaged: true } as const

/** Without paths, and without `--soft`, nothing is staged any more. */
const unstage: Change = ({ state, moment }) => {
  const isWhole = state.parsed.operands.every(({ text }) => !isFile(text, state)) && !state.has('--soft')
  return isWhole
    ? doubting({ ...moment, ...nothingStaged }, 'dirty', 'ahead', 'behind', 'pushed', 'operation')
    : doubting(moment, 'staged', 'dirty', 'ahead', 'behind')
}

const putAway: Change = ({ moment }) => doubting({ ...moment, ...nothingStaged }, 'dirty')

const commit: Change = ({ state, moment }) => {
  if (state.has('--dry-run')) return undefined
  const after = { ...moment, ...nothingStaged, answers: { ...moment.answers, pushed: false } }
  return doubting(after, 'dirty', 'ahead', 'operation')
}

/** The commit that is checked out stands on a remote once it is pushed, whatever else is. */
const pushed: Change = (here) => {
  const { state, moment } = here
  if (!isPush('git push', state) || state.pushes.length === 0) return undefined
  const isOut = pushesHead(here)
  if (isOut === false || moment.answers?.pushed === true) return doubting(moment, 'ahead')
  return doubting({ ...moment, answers: { ...moment.answers, pushed: isOut ?? null } }, 'ahead')
}

const unsettle: Change = ({ moment }) =>
  doubting(moment, 'dirty', 'ahead', 'behind', 'pushed', 'operation', 'staged')

const rebase: Change = (here) => {
  const [, branch] = here.state.parsed.operands
  return branch === undefined ? unsettle(here) : onBranch(here, branch.text)
}

/** By subcommands. */
const changes: Readonly<Record<string, Change>> = {
  'git checkout': moveHead,
  'git switch': moveHead,
  'git branch': changeBranch,
  'git update-ref': changeRef,
  'git symbolic-ref': pointHead,
  'git stash branch': (here) => onBranch(here, here.state.parsed.operands[0]?.text ?? ''),
  'gh pr checkout': checkoutRequest,
  'git add': add,
  'git rm': remove,
  'git mv': move,
  'git reset': unstage,
  'git restore': ({ moment }) => doubting(moment, 'staged', 'dirty'),
  'git stash': putAway,
  'git stash push': putAway,
  'git stash save': putAway,
  'git stash pop': ({ moment }) => doubting(moment, 'staged', 'dirty'),
  'git stash apply': ({ moment }) => doubting(moment, 'staged', 'dirty'),
  'git clean': ({ moment }) => doubting(moment, 'dirty'),
  'git commit': commit,
  'git push': pushed,
  'git fetch': ({ moment }) => doubting(moment, 'ahead', 'behind', 'pushed'),
  'git rebase': rebase,
  ...Object.fromEntries(
    'merge pull cherry-pick revert am apply bisect read-tree'
      .split(' ')
      .map((name) => [`git ${name}`, unsettle]),
  ),
}

// ---- new checkouts

const fresh: Pick<GitMoment, 'staged' | 'unstaged' | 'answers'> = {
  ...nothingStaged,
  answers: { dirty: false, operation: false },
}

function worktree(state: CommandState, path: string): GitMoment {
  const [here] = placesOf(state)
  const [, from] = state.parsed.operands
  const made = given(state, '-b', '-B')
  const of = here?.moment.of ?? here?.top
  const branch = (): string => {
    if (state.has('--detach')) return 'HEAD'
    if (from === undefined || here === undefined) return posix.basename(path)
    return isUnknownWord(state, from.at) ? '' : (branchNamed(from.text, here) ?? 'HEAD')
  }
  return {
    ...fresh,
    branch: made ?? branch(),
    answers: { ...fresh.answers, worktree: true },
    ...(of !== undefined && { of }),
  }
}

const madeBy: Readonly<Record<string, (state: CommandState, path: string) => GitMoment>> = {
  'git worktree add': worktree,
  'git clone': (state) => ({ ...fresh, branch: given(state, '--branch') ?? '' }),
  'gh repo clone': () => ({ ...fresh, branch: '' }),
  'git init': (state) => ({
    ...fresh,
    branch: given(state, '--initial-branch') ?? configOf(state).get('init.defaultbranch')?.[0] ?? '',
  }),
}

function madeCheckouts(state: CommandState, verb: string): readonly Checkout[] {
  const made = madeBy[verb]
  const [word] = state.parsed.operands
  const path =
    verb === 'git init' ? absolute(word?.text ?? '.', state) : state.creates.find(({ tree }) => tree)?.path
  if (made === undefined || path === undefined || state.world.files.kind(`${path}/.git`) !== undefined)
    return []
  return [{ top: path, states: [made(state, path)] }]
}

/** What is committed stays; without `--force` Git refuses where something else is lost. */
function takeWorktree(tree: PathFact, state: CommandState): void {
  const lost = [listedAt(tree.path, changed('HEAD')), listedAt(tree.path, untrackedAt())]
  state.takes.push(...lost)
  state.deletes.splice(0, 1, { ...tree, keeps: true }, ...(state.has('--force') ? lost : []))
}

/** What a command of Git pushes and commits, what it may throw away, and the state after it. */
export function applyGit(state: CommandState): void {
  const verb = state.parsed.path.join(' ')
  addPushes(verb, state)
  addCommits(verb, state)
  if (verb === 'git worktree remove') {
    const [tree] = state.deletes
    if (tree !== undefined) takeWorktree(tree, state)
  }
  state.checkouts.push(...madeCheckouts(state, verb))
  const change = changes[verb]
  const places = change === undefined ? [] : placesOf(state)
  const after = places.map((here) => change?.(here) ?? here.moment)
  const [{ top } = { top: '' }] = places
  if (after.some((each, at) => each !== places[at]?.moment)) state.checkouts.push({ top, states: after })
}
