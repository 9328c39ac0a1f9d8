// Which paths a command of git changes in the working tree: a question for Git itself, asked when a rule looks.
import { role, isUnknownWord, optionValue, type CommandState, type Roles } from '../../command-state.ts'
import type { ListQuestion, PathFact } from '../../../../model/types.ts'
import { absolute, repositoryRoot } from '../place.ts'

type Question = ListQuestion['asks']

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
const files = (revision: string, ...paths: readonly string[]): readonly string[] => [
  'git',
  'diff-index',
  ...names,
  revision,
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
const fromHead = (revision: string): Question => [
  trees('HEAD', revision),
  trees('HEAD', `origin/${revision}`),
]

/** What a pathspec that stands for many files changes or deletes. */
export function listedBelow(
  kind: 'edits' | 'deletes' | 'creates',
  path: string,
  state: CommandState,
): PathFact | undefined {
  const top = repositoryRoot(state)
  if (top === undefined || !isAsked(state)) return undefined
  const options = state.has('--no-ignored') ? [] : ['--exclude-standard']
  const question = kind === 'deletes' ? untracked(...options, '--', path) : files('HEAD', path)
  return { path: top, tree: true, listed_by: { asks: [question] } }
}

const isAsked = (state: CommandState): boolean => state.command.remote !== true && !state.has('--git-dir')

type Asking = (state: CommandState) => readonly Question[]

const checkout: Asking = (state) => {
  const { revisions, paths } = targets(state)
  const [revision] = revisions
  if (revision === undefined) return []
  return [paths.length > 0 || state.has('--force') ? [files(revision, ...paths)] : fromHead(revision)]
}

const pick: Asking = (state) =>
  targets(state).revisions.map((each) => {
    const [from = '', to] = each.split(/\.{2,3}/)
    return [to === undefined ? trees(`${each}^`, each) : trees(from || 'HEAD', to || 'HEAD')]
  })

const stash: Asking = (state) => (state.parsed.operands.length > 0 ? [] : [[files('HEAD')]])

const unstash: Asking = (state) => {
  const [word = '0'] = targets(state).revisions
  const name = /^\d+$/.test(word) ? `stash@{${word}}` : word
  return [[['git', 'stash', 'show', '--include-untracked', ...names, name], trees(`${name}^1`, name)]]
}

/** By subcommand. */
const questionsOf: Readonly<Record<string, Asking>> = {
  checkout,
  switch: checkout,
  restore: (state) => {
    const source = optionValue(state, '--source')
    return source === undefined ? [] : [[files(source, ...pathsOf(state.parsed.operands, state))]]
  },
  reset: (state) => {
    const [revision] = targets(state).revisions
    if (state.has('--hard')) return [[files(revision ?? 'HEAD')]]
    return revision === undefined ? [] : [[trees('HEAD', revision)]]
  },
  merge: (state) => targets(state).revisions.map((each) => [trees('--merge-base', 'HEAD', each)]),
  // what the remote has now is not known, what was fetched is
  pull: () => [[trees('--merge-base', 'HEAD', '@{upstream}'), []]],
  'cherry-pick': pick,
  revert: pick,
  rebase: (state) => {
    const onto = optionValue(state, '--onto') ?? targets(state).revisions[0]
    return onto === undefined ? [] : [[trees('HEAD', onto)]]
  },
  stash,
  push: stash,
  save: () => [[files('HEAD')]],
  pop: unstash,
  apply: unstash,
}

/** Words before `--` that name no file, and those behind it; `-` is where the last checkout came from. */
function targets(state: CommandState): {
  readonly revisions: readonly string[]
  readonly paths: readonly string[]
} {
  const { argv } = state.command
  const end = argv.indexOf('--')
  const words = state.parsed.operands.filter(({ at }) => !isUnknownWord(state, at))
  const before = words.filter(
    ({ at, text }) => (end < 0 || at < end) && !(text.startsWith('-') && text.length > 1),
  )
  return {
    revisions: before
      .map(({ text }) => (text === '-' ? '@{-1}' : text))
      .filter((text) => end >= 0 || !isFile(text, state)),
    paths: pathsOf(
      words.filter(({ at }) => end >= 0 && at > end),
      state,
    ),
  }
}

/** Git is asked at the top. */
const pathsOf = (words: readonly { readonly text: string }[], state: CommandState): readonly string[] =>
  words.map(({ text }) => (text.startsWith(':') ? text : (absolute(text, state) ?? text)))

function isFile(text: string, state: CommandState): boolean {
  const path = absolute(text, state)
  return /^\.{1,2}(?:\/|$)/.test(text) || (path !== undefined && state.world.files.kind(path) !== undefined)
}

/** The files that a stash takes away which Git does not track. */
function addUntracked(top: string, state: CommandState): void {
  if (state.has('--all')) addListed(top, [untracked()], state.deletes)
  else if (state.has('--include-untracked')) addListed(top, [untracked('--exclude-standard')], state.deletes)
}

function addListed(top: string, question: Question, list: PathFact[]): void {
  list.push({ path: top, tree: true, listed_by: { asks: question } })
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
  'git-changes': role(['edits'], (_, state) => addChanges(state)),
})
