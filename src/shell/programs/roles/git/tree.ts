// Which paths a command of git changes in the working tree: a question for Git itself, asked when a rule looks.
import { role, isUnknownWord, optionValue, type CommandState, type Roles } from '../../command-state.ts'
import type { ListQuestion, PathFact } from '../../../../model/types.ts'
import { absolute, repositoryRoot } from '../place.ts'
import { isFile } from './place.ts'

/** Without `brings`, what Git leaves in the working tree is no commit's. */
type GitList = Pick<ListQuestion, 'asks' | 'brings'>

const names = ['-z', '--name-only', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'] as const
/** Paths that differ between two commits. */
const trees = (...revisions: readonly string[]): readonly string[] => [
  'git',
  'diff-tree',
  '-r',
  ...names,
  ...revisions,
  '--',
]
/** Paths that differ between a commit and the working tree, by their times and sizes. */
export const files = (revision: string, ...paths: readonly string[]): readonly string[] => [
  'git',
  'diff-index',
  ...names,
  revision,
  '--',
  ...paths,
]
/** Paths that differ between the index and the working tree. */
export const unstaged = (...paths: readonly string[]): readonly string[] => [
  'git',
  'diff-files',
  ...names,
  '--',
  ...paths,
]
const untracked = (...options: readonly string[]): readonly string[] => [
  'git',
  'ls-files',
  '-z',
  '--others',
  ...options,
]

/** A branch that only the remote has is made by the command. */
const fromHead = (revision: string): GitList => {
  const brings = [revision, `origin/${revision}`]
  return { asks: brings.map((each) => trees('HEAD', each)), brings }
}

/** What is not committed is lost. */
const uncommitted = (...paths: readonly string[]): GitList => ({ asks: [files('HEAD', ...paths)] })

/** What a pathspec that stands for many files changes or deletes. */
export function listedBelow(
  kind: 'edits' | 'deletes' | 'creates',
  path: string,
  state: CommandState,
): PathFact | undefined {
  const top = repositoryRoot(state)
  if (top === undefined || !isAsked(state)) return undefined
  const options = state.has('--no-ignored') ? [] : ['--exclude-standard']
  const isFromIndex = fromIndex.has(state.parsed.path.at(-1) ?? '') && !state.has('--force')
  const changed = isFromIndex ? unstaged(path) : files('HEAD', path)
  const question = kind === 'deletes' ? untracked(...options, '--', path) : changed
  return { path: top, tree: true, listed_by: { asks: [question] } }
}

/** They put what the index has into the working tree. */
const fromIndex: ReadonlySet<string> = new Set(['checkout', 'restore', 'checkout-index'])

const isAsked = (state: CommandState): boolean =>
  state.command.remote !== true &&
  !state.has('--git-dir') &&
  !Object.hasOwn(state.command.assignments, 'GIT_DIR')

type Asking = (state: CommandState) => readonly GitList[]

const checkout: Asking = (state) => {
  const { revisions, paths } = targets(state)
  const [revision, ...others] = revisions
  if (revision === undefined) return []
  if (paths.length > 0) return [{ asks: [files(revision, ...paths)] }]
  if (others.length > 0 || state.has('--patch') || state.has('--pathspec-from-file'))
    return [{ asks: [files(revision)] }]
  return [...(state.has('--force') ? [uncommitted()] : []), fromHead(revision)]
}

const pick: Asking = (state) =>
  targets(state).revisions.map((each) => {
    const [from = '', to] = each.split(/\.{2,3}/)
    if (to !== undefined) return { asks: [trees(from || 'HEAD', to || 'HEAD')], brings: [to || 'HEAD'] }
    const brings = state.parsed.path.at(-1) === 'revert' ? `${each}^` : each
    return { asks: [trees(`${each}^`, each)], brings: [brings] }
  })

const stash: Asking = (state) => (state.parsed.operands.length > 0 ? [] : [uncommitted()])

const unstash: Asking = (state) => {
  const [word = '0'] = targets(state).revisions
  const name = /^\d+$/.test(word) ? `stash@{${word}}` : word
  const shown = ['git', 'stash', 'show', '--include-untracked', ...names, name]
  return [{ asks: [shown, trees(`${name}^1`, name)] }]
}

/** By subcommand. */
const questionsOf: Readonly<Record<string, Asking>> = {
  checkout,
  switch: checkout,
  restore: (state) => {
    const source = optionValue(state, '--source')
    return source === undefined ? [] : [{ asks: [files(source, ...pathsOf(state.parsed.operands, state))] }]
  },
  reset: (state) => {
    const { revisions, paths } = targets(state)
    const [revision] = revisions
    // into the index, from where a checkout of files takes them
    if (!state.has('--hard'))
      return revision && paths.length > 0 ? [{ asks: [[...trees('HEAD', revision), ...paths]] }] : []
    const brought = revision === undefined ? [] : [{ asks: [trees('HEAD', revision)], brings: [revision] }]
    return [uncommitted(), ...brought]
  },
  merge: (state) =>
    targets(state).revisions.map((each) => ({ asks: [trees('--merge-base', 'HEAD', each)], brings: [each] })),
  // what the remote has now is not known, what was fetched is
  pull: (state) => {
    const [remote = '', ...refs] = knownOperands(state).map(({ text }) => text)
    const from = refs.map((each) => each.replace(/^\+|:.*$/g, ''))
    const revisions = remote === '.' ? from : from.map((each) => `${remote}/${each}`)
    return (from.length === 0 ? ['@{upstream}'] : revisions).map((each) => ({
      asks: [trees('--merge-base', 'HEAD', each), []],
      brings: [each],
    }))
  },
  'cherry-pick': pick,
  revert: pick,
  rebase: (state) => {
    const onto = optionValue(state, '--onto') ?? targets(state).revisions[0]
    return onto === undefined ? [] : [{ asks: [trees('HEAD', onto)], brings: [onto] }]
  },
  // what is in the index is what the next checkout of files takes
  'read-tree': (state) => {
    const last = targets(state).revisions.at(-1)
    return last === undefined ? [] : [{ asks: [files(last)] }]
  },
  stash,
  push: stash,
  save: () => [uncommitted()],
  pop: unstash,
  apply: unstash,
}

const knownOperands = (state: CommandState): CommandState['parsed']['operands'] =>
  state.parsed.operands.filter(({ at }) => !isUnknownWord(state, at))

/** Words before `--` that name no file, and those behind it; `-` is where the last checkout came from. */
function targets(state: CommandState): {
  readonly revisions: readonly string[]
  readonly paths: readonly string[]
} {
  const { argv } = state.command
  const end = argv.indexOf('--')
  const words = knownOperands(state)
  const before = words.filter(
    ({ at, text }) => (end < 0 || at < end) && !(text.startsWith('-') && text.length > 1),
  )
  return {
    revisions: before
      .map(({ text }) => (text === '-' ? '@{-1}' : text))
      .filter((text) => end >= 0 || !isFile(text, state)),
    paths: pathsOf(
      end >= 0 ? words.filter(({ at }) => at > end) : before.filter(({ text }) => isFile(text, state)),
      state,
    ),
  }
}

/** Git is asked at the top. */
const pathsOf = (words: readonly { readonly text: string }[], state: CommandState): readonly string[] =>
  words.map(({ text }) => (text.startsWith(':') ? text : (absolute(text, state) ?? text)))

/** The files that a stash takes away which Git does not track. */
function addUntracked(top: string, state: CommandState): void {
  if (state.has('--all')) addListed(top, { asks: [untracked()] }, state.deletes)
  else if (state.has('--include-untracked'))
    addListed(top, { asks: [untracked('--exclude-standard')] }, state.deletes)
}

/** What Git tells of a working tree. */
export const listedAt = (top: string, ...asks: ListQuestion['asks']): PathFact => ({
  path: top,
  tree: true,
  listed_by: { asks },
})

/** Files that Git neither tracks nor ignores. */
export const untrackedAt = (...paths: readonly string[]): readonly string[] =>
  untracked('--exclude-standard', '--', ...paths)

/** Files that Git tracks. */
export const trackedAt = (...paths: readonly string[]): readonly string[] => [
  'git',
  'ls-files',
  '-z',
  '--',
  ...paths,
]

function addListed(top: string, question: GitList, list: PathFact[]): void {
  list.push({ path: top, tree: true, listed_by: question })
}

/** What Git says that it changes, beside what the words name. */
function addChanges(state: CommandState): void {
  const { parsed, edits } = state
  const top = repositoryRoot(state)
  if (top === undefined || !isAsked(state)) return
  const verb = parsed.path.at(-1) ?? ''
  for (const question of questionsOf[verb]?.(state) ?? []) addListed(top, question, edits)
  const isWholeStash = verb === 'push' && parsed.operands.length === 0
  if (isWholeStash || verb === 'stash' || verb === 'save') addUntracked(top, state)
}

export const gitTreeRoles = (): Roles => ({
  // what comes on standard input may name any file
  'git-index': role(['edits'], (_, state) => {
    const top = repositoryRoot(state)
    if (top !== undefined) state.edits.push({ path: top, tree: true })
  }),
  'git-changes': role(['edits'], (_, state) => addChanges(state)),
})
