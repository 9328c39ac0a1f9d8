// Words that only git understands: remotes, revisions, pathspecs and what its configuration runs.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../model/types.ts'
import { commonDirOf } from '../../git/dir.ts'
import { parseGitConfig } from '../../git/config.ts'
import { hostOf } from '../../../patterns/text/host-name.ts'
import { everything } from '../../kinds.ts'
import {
  addRun,
  addUnknownWord,
  addUnresolved,
  changedCwd,
  isUnknownWord,
  optionValue,
  role,
  roleOfAnyWord,
  runShell,
  type CommandState,
  type CommandWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { addHost, hostRoles, remoteHost } from './hosts.ts'
import { absolute, resolvePath, repositoryRoot } from './place.ts'

type ConfigValues = ReadonlyMap<string, readonly string[]>

// ---- configuration

function configPath(state: CommandState): string | undefined {
  const given = optionValue(state, '--git-dir') ?? state.command.assignments['GIT_DIR']
  const dir = given === undefined ? undefined : absolute(given, state)
  if (dir !== undefined) return posix.join(dir, 'config')
  const top = repositoryRoot(state)
  if (top === undefined) return undefined
  const common = commonDirOf(top, state.world.files)
  return common === undefined ? undefined : posix.join(common, 'config')
}

/** Of the repository, then of the user; what `-c` says comes first. */
export function configOf(state: CommandState): ConfigValues {
  const { files, home } = state.world
  const allKinds = new Map<string, string[]>()
  const add = (values: ConfigValues) => {
    for (const [key, more] of values) allKinds.set(key, [...(allKinds.get(key) ?? []), ...more])
  }
  for (const { name, value = '' } of state.parsed.options) if (name === '-c') add(readPair(value))
  for (const path of [configPath(state), `${home}/.gitconfig`, `${home}/.config/git/config`]) {
    const text = path === undefined ? undefined : files.read(path)
    if (text !== undefined) add(parseGitConfig(text))
  }
  return allKinds
}

function readPair(text: string): Map<string, string[]> {
  const [, key = '', value = 'true'] = /^([^=]*)(?:=([^]*))?$/.exec(text) ?? []
  return new Map([[normalKey(key), [value]]])
}

/** Section and key do not tell case apart, what stands between them does. */
function normalKey(key: string): string {
  const parts = key.split('.')
  return parts.map((each, at) => (at === 0 || at === parts.length - 1 ? each.toLowerCase() : each)).join('.')
}

// ---- what configuration runs

const runsShell =
  /^(?:core\.(?:sshcommand|pager|editor|askpass|fsmonitor|gitproxy|alternaterefscommand)|sequence\.editor|pager\..*|credential\.(?:.*\.)?helper|(?:diff|difftool|merge|mergetool|filter)\..*(?:external|command|textconv|cmd|driver|clean|smudge|process|path)|diff\.external|interactive\.difffilter|gpg\.(?:.*\.)?(?:program|defaultkeycommand)|uploadpack\.packobjectshook|browser\..*\.(?:cmd|path)|man\..*\.(?:cmd|path)|web\.browser|trailer\..*\.(?:cmd|command)|hook\..*\.command|remote\..*\.(?:uploadpack|receivepack|vcs)|tar\..*\.command|guitool\..*\.cmd|sendemail\..*(?:cmd|server))$/
/** Files and directories from which git takes what it runs. */
const loadsConfig =
  /^(?:include\.path|includeif\..*\.path|core\.hookspath|init\.templatedir|submodule\..*\.update)$/

/** Programs that show, take or answer everything as it is. */
export const isHarmless = /^(?:true|false|:|cat|auto|store|cache|osxkeychain|-R|(?:less|more)(?: -\w+)*)?$/

/** `core.pager=…`: what it makes git run. */
export function applyConfig(text: string, state: CommandState): void {
  for (const [key, values] of readPair(text))
    for (const value of values)
      if (runsShell.test(key) && !isHarmless.test(value)) runShell(state, value.replace(/^!/, ''))
      else if (loadsConfig.test(key) && !/^(?:\/dev\/null|none|checkout|rebase|merge)?$/.test(value))
        addUnresolved(state, {
          text,
          about: ['commands'],
          reason: `what git finds elsewhere would run: leave "${text}" out`,
        })
}

/** `--config-env=core.pager=X`: the value is in a variable. */
function configureFrom(word: CommandWord, state: CommandState): void {
  const at = word.text.lastIndexOf('=')
  const key = word.text.slice(0, at)
  const value = state.command.assignments[word.text.slice(at + 1)]
  if (value !== undefined && !/[$`…]/.test(value)) applyConfig(`${key}=${value}`, state)
  else if (runsShell.test(normalKey(key)) || loadsConfig.test(normalKey(key)))
    addUnknownWord(state, word, everything)
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** A word that is no subcommand of git may be one of the user's aliases. */
function applyAlias(word: CommandWord, state: CommandState): void {
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

function applyRemote(word: CommandWord, state: CommandState): void {
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
function cloneFrom(word: CommandWord, state: CommandState): void {
  gitUrl(word, state)
  const name = posix.basename(word.text.replace(/[/\\]+$/, '').replace(/(?:\/?\.git|\.bundle)$/, ''))
  if (state.parsed.operands.length > 1 || /[$`…]/.test(name)) return
  const path = resolvePath({ text: name.slice(name.lastIndexOf(':') + 1), at: -1 }, state, ['creates'])
  if (path !== undefined) state.creates.push({ ...path, tree: true })
}

/** Also through a proxy that its configuration names, and at the address that is put for another. */
function gitUrl(word: CommandWord, state: CommandState): void {
  if (!/[:@]/.test(word.text)) return
  const config = configOf(state)
  contact({ ...word, text: rewriteUrl(word.text, config) }, state)
  for (const [key, values] of config)
    if (/^(?:http\.(?:.*\.)?|remote\..*\.)proxy$/.test(key))
      for (const text of values) hostRoles.addresses?.apply({ text, at: -1 }, state)
}

/** A URL, `user@host:path`, a program (`ext::`), or a repository on this disk. */
function contact(word: CommandWord, state: CommandState): void {
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
    const isTree = word.at < 0 || path.glob === true || state.world.files.kind(path.path) !== 'file'
    const fact = isTree
      ? {
          ...path,
          tree: true as const,
          ...(state.has('--no-ignored') ? { skips: ['.git'] as const } : { skips: tracked }),
        }
      : path
    for (const name of facts) state[name].push(fact)
  })
}

/** `:/x` and `:(top)x` stand at the top of the repository; what is left out adds nothing. */
function pathspec(word: CommandWord, state: CommandState, about: readonly FactKind[]): PathFact | undefined {
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
function isPath({ text, at }: CommandWord, { command, world, cwd }: CommandState): boolean {
  const end = command.argv.indexOf('--')
  if (end >= 0) return at > end
  const path = absolute(text, { cwd, world })
  return path !== undefined && (/^\.{1,2}(?:\/|$)/.test(text) || world.files.kind(path) !== undefined)
}

const edit = pathspecRole(['edits'])

const checkout = role(['edits'], (word, state) => {
  if (isPath(word, state)) edit.apply(word, state)
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
  if (path !== undefined) state.reads.push({ ...path, tree: true, skips })
})

const all: readonly FactKind[] = ['commands', 'reads', 'creates', 'edits', 'deletes', 'hosts']

export const gitRoles = (): Roles => ({
  'git-config': role(['commands'], ({ text }, state) => applyConfig(text, state)),
  'git-config-from': role(['commands'], configureFrom),
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
    if (word.text !== '') applyConfig(`init.templatedir=${word.text}`, state)
  }),
  'git-clone': role(['hosts', 'creates'], cloneFrom),
  'git-alias': roleOfAnyWord(all, applyAlias),
  'git-remote': role(['hosts'], applyRemote),
  'git-url': role(['hosts'], gitUrl),
  'git-dir': { about: ['hosts'], apply() {} },
  'config-file': role(['reads', 'edits'], pathFact),
  'git-edit': edit,
  'git-delete': pathspecRole(['deletes']),
  'git-checkout': checkout,
  'git-read': read,
  'git-tree': tree,
})

function pathFact(word: CommandWord, state: CommandState): void {
  const path = resolvePath(word, state, ['reads', 'edits'])
  if (path === undefined) return
  state.reads.push(path)
  state.edits.push(path)
}
