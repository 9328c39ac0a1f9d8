// Words that only git understands: remotes, revisions, pathspecs and what its configuration runs.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../../model/types.ts'
import { parseGitConfig } from '../../../git/config.ts'
import { hostOf } from '../../../../patterns/text/host-name.ts'
import {
  addRun,
  addUnknownWord,
  addUnresolved,
  changedCwd,
  isUnknownWord,
  role,
  roleOfAnyWord,
  runShell,
  type CommandState,
  type ArgumentWord,
  type Role,
  type Roles,
} from '../../command-state.ts'
import { isBelow } from '../searches.ts'
import { isFile } from './place.ts'
import { files as changed, listedAt, listedBelow, unstaged } from './tree.ts'
import { applyConfig, configOf, type ConfigValues } from './settings.ts'
import { addHost, hostRoles, remoteHost } from '../hosts.ts'
import { pathRoles } from '../paths.ts'
import { absolute, resolvePath, repositoryRoot } from '../place.ts'

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** A word that is no subcommand of git may be one of the user's aliases. */
function applyAlias(word: ArgumentWord, state: CommandState): void {
  if (isUnknownWord(state, word.at))
    return addUnknownWord(state, word, ['commands', 'reads', 'creates', 'edits', 'deletes', 'hosts'])
  const value =
    configOf(state).get(`alias.${word.text}`)?.[0] ??
    configOf(state).get(`alias.${word.text.toLowerCase()}`)?.[0]
  if (value === undefined) return
  const { argv, open } = state.command
  const rest = argv.slice(word.at + 1)
  if (open?.some((at) => at > word.at)) addUnknownWord(state, { text: argv.join(' '), at: -1 }, ['commands'])
  const text = value.startsWith('!') ? value.slice(1) : `git ${value}`
  addRun(state, { kind: 'shell', text: [text, ...rest.map(quoted)].join(' '), ...changedCwd(state) })
}

// ---- remotes

function applyRemote(word: ArgumentWord, state: CommandState): void {
  if (remoteHost(word.text) !== undefined || /^[./]/.test(word.text)) return gitUrl(word, state)
  if (state.cwd === '')
    return addUnresolved(state, {
      about: ['hosts'],
      reason: 'the repository it runs in cannot be known: name the directory with git -C',
    })
  const config = configOf(state)
  const name = word.text === '' ? 'origin' : word.text
  const found = [...(config.get(`remote.${name}.url`) ?? []), ...(config.get(`remote.${name}.pushurl`) ?? [])]
  const all = word.text === '' && found.length === 0 ? everyRemote(config) : found
  for (const text of all) gitUrl({ text, at: -1 }, state)
}

/** Without a refspec, `remote.*.push` and `remote.*.mirror` say what is pushed. */
export function pushTo(word: ArgumentWord, state: CommandState): void {
  applyRemote(word, state)
  if (state.parsed.operands.length > 1 || state.has('--mirror') || state.has('--all') || state.has('--tags'))
    return
  const config = configOf(state)
  const name = word.text === '' ? 'origin' : word.text
  const words = [...(config.get(`remote.${name}.push`) ?? [])]
  if (config.get(`remote.${name}.mirror`)?.[0] === 'true') words.push('--mirror')
  if (words.length > 0)
    addRun(state, { kind: 'argv', argv: ['git', 'push', name, ...words], beside: true, ...changedCwd(state) })
}

/** The addresses of submodules are in a file of the project. */
function fetchSubmodules(_: ArgumentWord, state: CommandState): void {
  const text = state.world.files.read(posix.join(repositoryRoot(state) ?? state.cwd, '.gitmodules'))
  const found = [...parseGitConfig(text ?? '')].flatMap(([key, values]) =>
    /^submodule\..*\.url$/.test(key) ? values : [],
  )
  for (const text of found) gitUrl({ text, at: -1 }, state)
}

function everyRemote(config: ConfigValues): string[] {
  return [...config].flatMap(([key, values]) => (/^remote\..*\.(?:push)?url$/.test(key) ? values : []))
}

/** `url.<base>.insteadOf` begins addresses anew. */
function rewriteUrl(text: string, config: ConfigValues): string {
  for (const [key, values] of config) {
    const base = /^url\.(.*)\.(?:push)?insteadof$/.exec(key)?.[1]
    const start = values.find((each) => text.startsWith(each))
    if (base !== undefined && start !== undefined) return base + text.slice(start.length)
  }
  return text
}

/** It goes into a directory of its name, unless another one is given. */
function cloneFrom(word: ArgumentWord, state: CommandState): void {
  gitUrl(word, state)
  const name = posix.basename(word.text.replace(/[/\\]+$/, '').replace(/(?:\/?\.git|\.bundle)$/, ''))
  if (state.parsed.operands.length > 1 || /[$`…]/.test(name)) return
  const path = resolvePath({ text: name.slice(name.lastIndexOf(':') + 1), at: -1 }, state, ['creates'])
  if (path !== undefined) state.creates.push({ ...path, tree: true })
}

/** Also through a proxy that its configuration names, and at the address that is put for another. */
function gitUrl(word: ArgumentWord, state: CommandState): void {
  if (!/[:@]/.test(word.text)) return
  const config = configOf(state)
  contact({ ...word, text: rewriteUrl(word.text, config) }, state)
  for (const [key, values] of config)
    if (/^(?:http\.(?:.*\.)?|remote\..*\.)proxy$/.test(key))
      for (const text of values) hostRoles.addresses?.apply({ text, at: -1 }, state)
}

/** A URL, `user@host:path`, a program (`ext::`), or a repository on this disk. */
function contact(word: ArgumentWord, state: CommandState): void {
  const { text } = word
  if (text.startsWith('ext::')) return runShell(state, text.slice(5))
  if (/^[a-z][\w+.-]*::?\/\//i.test(text))
    return hostRoles.url?.apply({ ...word, text: text.replace(/^\w+::/, '') }, state)
  const host = remoteHost(text)
  if (host !== undefined && hostOf(host) !== '') addHost(host, state)
}

// ---- paths

const tracked = ['ignored', '.git'] as const

function pathspecRole(facts: readonly ('edits' | 'deletes' | 'creates')[]): Role {
  return role(facts, (word, state) => {
    const path = pathspec(word, state, facts)
    if (path === undefined) return
    if (facts.includes('edits')) addTaken(word, path.path, state)
    const isTree = word.at < 0 || path.glob === true || state.world.files.kind(path.path) !== 'file'
    const skips = state.has('--no-ignored') ? (['.git'] as const) : tracked
    for (const name of facts) {
      const listed = isTree ? listedBelow(name, path.path, state) : undefined
      state[name].push(isTree ? { ...path, tree: true, skips, ...(listed && { listed }) } : path)
    }
  })
}

/** What of the working tree it throws away: what differs from the index, or from the commit that it names. */
function addTaken({ at, text }: ArgumentWord, path: string, state: CommandState): void {
  const top = repositoryRoot(state)
  if (top === undefined) return
  const isOfIndex = at >= 0 && at === state.parsed.operands[0]?.at && !state.has('--source')
  const spec = text.startsWith(':') ? text : path
  state.takes.push(listedAt(top, isOfIndex ? unstaged(spec) : changed('HEAD', spec)))
}

/** `:/x` and `:(top)x` stand at the top of the repository; what is left out adds nothing. */
function pathspec(word: ArgumentWord, state: CommandState, about: readonly FactKind[]): PathFact | undefined {
  const [, magic] = /^:(?:\(([^)]*)\)|[/!^]*)/.exec(word.text) ?? []
  if (/^:[!^]/.test(word.text) || magic?.includes('exclude') === true) return undefined
  const isTop = word.text.startsWith(':/') || magic?.includes('top') === true
  const text = word.text.replace(/^:(?:\([^)]*\)|\/)/, '')
  const path = resolvePath(
    { ...word, text: isTop ? posix.join(repositoryRoot(state) ?? state.cwd, text) : text || '.' },
    state,
    about,
  )
  return path !== undefined && /[*?[]/.test(text) ? { ...path, glob: true } : path
}

/** Does a word stand behind `--`, or name a file that is there? */
function isPath({ text, at }: ArgumentWord, state: CommandState): boolean {
  const end = state.command.argv.indexOf('--')
  return end >= 0 ? at > end : isFile(text, state)
}

const edit = pathspecRole(['edits'])

const checkout = role(['edits'], (word, state) => {
  const isSecond = word.at !== state.parsed.operands[0]?.at && !state.command.argv.includes('--')
  if (isSecond || isPath(word, state)) edit.apply(word, state)
})

/** A revision's file (`HEAD:.env`), or a file whose changes are shown. */
const read = role(['reads'], (word, state) => {
  const [, file] =
    /^[^:/][^:]*:([^]+)$/.exec(word.text) ?? /^:(?:[0-3]:)?([^:/(!^][^]*)$/.exec(word.text) ?? []
  if (isPath(word, state) || state.parsed.path.includes('blame')) {
    const path = pathspec(word, state, ['reads'])
    if (path !== undefined && word.text !== '.') state.reads.push(path)
  } else if (file !== undefined) {
    const text = /^\.{1,2}\//.test(file) ? file : posix.join(repositoryRoot(state) ?? state.cwd, file)
    const path = resolvePath({ ...word, text }, state, ['reads'])
    if (path !== undefined) state.reads.push(path)
  }
})

const tree = role(['reads'], (word, state) => {
  const path = pathspec(word, state, ['reads'])
  const skips = state.has('--no-index') ? (['.git'] as const) : tracked
  if (path !== undefined)
    state.reads.push({ ...path, tree: true, ...(isBelow(path, state) && { by: 'search' }), skips })
})

const all: readonly FactKind[] = ['commands', 'reads', 'creates', 'edits', 'deletes', 'hosts']

export const gitRoles = (): Roles => ({
  'git-programs': {
    about: ['commands'],
    apply: ({ text }, state) =>
      addUnresolved(state, {
        text,
        about: ['commands'],
        reason: `git would run programs of ${text}: leave --exec-path out`,
      }),
  },
  'git-template': role(['reads', 'commands'], (word, state) => {
    if (word.text === '') return
    applyConfig(`init.templatedir=${word.text}`, state)
    pathRoles.tree?.apply(word, state)
  }),
  'git-clone': role(['hosts', 'creates'], cloneFrom),
  'git-alias': roleOfAnyWord(all, applyAlias),
  'git-remote': role(['hosts'], applyRemote),
  'git-submodules': role(['hosts'], fetchSubmodules),
  'git-url': role(['hosts'], gitUrl),
  'git-dir': roleOfAnyWord(['hosts'], (word, state) => {
    const isUnknown = isUnknownWord(state, word.at)
    if (isUnknown) addUnknownWord(state, word, ['hosts'])
    const path = isUnknown ? undefined : absolute(word.text, state)
    state.dirs.push(path?.endsWith('/.git') === true ? posix.dirname(path) : '')
  }),
  'config-file': role(['reads', 'edits'], pathFact),
  'git-edit': edit,
  'git-cacheinfo': role(['edits'], (word, state) =>
    edit.apply({ ...word, text: word.text.slice(word.text.lastIndexOf(',') + 1) }, state),
  ),
  'git-delete': pathspecRole(['deletes']),
  'git-checkout': checkout,
  'git-read': read,
  'git-tree': tree,
})

function pathFact(word: ArgumentWord, state: CommandState): void {
  const path = resolvePath(word, state, ['reads', 'edits'])
  if (path === undefined) return
  state.reads.push(path)
  state.edits.push(path)
}
