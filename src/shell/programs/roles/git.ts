// Words that only git understands: remotes, revisions, pathspecs and what its configuration runs.
import { posix } from 'node:path'
import type { FactKind, PathFact } from '../../../model/types.ts'
import { parseGitConfig } from '../../git-config.ts'
import { everything } from '../../kinds.ts'
import { doubt, isOpen, doubtWord, run, type Act, type Role, type Roles, type Word } from '../act.ts'
import { contact, hostOf, hostRoles, remoteOf } from './hosts.ts'
import { absolute, place, topOf } from './place.ts'

type Values = ReadonlyMap<string, readonly string[]>

// ---- configuration

function configPath(act: Act): string | undefined {
  const given =
    act.reading.options.find(({ name }) => name === '--git-dir')?.value ?? act.command.assignments['GIT_DIR']
  const dir = given === undefined ? undefined : absolute(given, act)
  if (dir !== undefined) return posix.join(dir, 'config')
  const top = topOf(act)
  if (top === undefined) return undefined
  const own = posix.join(top, '.git')
  const { files } = act.world
  if (files.kind(own) === 'dir') return posix.join(own, 'config')
  // a worktree's .git is a file that leads to its repository
  const led = /^gitdir:\s*(\S.*)/.exec(files.read(own) ?? '')?.[1]?.trim()
  return led === undefined
    ? undefined
    : posix.join(posix.resolve(top, led).replace(/\/worktrees\/[^/]+$/, ''), 'config')
}

/** Of the repository, then of the user; what `-c` says comes first. */
function configOf(act: Act): Values {
  const { files, home } = act.world
  const all = new Map<string, string[]>()
  const add = (values: Values) => {
    for (const [key, more] of values) all.set(key, [...(all.get(key) ?? []), ...more])
  }
  for (const { name, value = '' } of act.reading.options) if (name === '-c') add(readPair(value))
  for (const path of [configPath(act), `${home}/.gitconfig`, `${home}/.config/git/config`]) {
    const text = path === undefined ? undefined : files.read(path)
    if (text !== undefined) add(parseGitConfig(text))
  }
  return all
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
const leadsElsewhere =
  /^(?:include\.path|includeif\..*\.path|core\.hookspath|init\.templatedir|submodule\..*\.update)$/

/** Programs that show, take or answer everything as it is. */
export const isHarmless = /^(?:true|false|:|cat|auto|store|cache|osxkeychain|-R|(?:less|more)(?: -\w+)*)?$/

/** `core.pager=…`: what it makes git run. */
export function configure(text: string, act: Act): void {
  for (const [key, values] of readPair(text))
    for (const value of values)
      if (runsShell.test(key) && !isHarmless.test(value))
        run(act, { kind: 'shell', text: value.replace(/^!/, '') })
      else if (leadsElsewhere.test(key) && !/^(?:\/dev\/null|none|checkout|rebase|merge)?$/.test(value))
        doubt(act, text, {
          about: ['commands'],
          reason: `what git finds elsewhere would run: leave "${text}" out`,
        })
}

/** `--config-env=core.pager=X`: the value is in a variable. */
function configureFrom(word: Word, act: Act): void {
  const at = word.text.lastIndexOf('=')
  const key = word.text.slice(0, at)
  const value = act.command.assignments[word.text.slice(at + 1)]
  if (value !== undefined && !/[$`…]/.test(value)) configure(`${key}=${value}`, act)
  else if (runsShell.test(normalKey(key)) || leadsElsewhere.test(normalKey(key)))
    doubtWord(act, word, everything)
}

const quoted = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`

/** A word that is no subcommand of git may be one of the user's aliases. */
function alias(word: Word, act: Act): void {
  if (isOpen(act, word.at))
    return doubtWord(act, word, ['commands', 'reads', 'creates', 'edits', 'deletes', 'hosts'])
  const value =
    configOf(act).get(`alias.${word.text}`)?.[0] ?? configOf(act).get(`alias.${word.text.toLowerCase()}`)?.[0]
  if (value === undefined) return
  const { argv, open } = act.command
  const rest = argv.slice(word.at + 1)
  if (open?.some((at) => at > word.at)) doubtWord(act, { text: argv.join(' '), at: -1 }, ['commands'])
  const cwd = act.cwd === act.command.cwd ? {} : { cwd: act.cwd }
  const text = value.startsWith('!') ? value.slice(1) : `git ${value}`
  run(act, { kind: 'shell', text: [text, ...rest.map(quoted)].join(' '), ...cwd })
}

// ---- remotes

function remote(word: Word, act: Act): void {
  if (remoteOf(word.text) !== undefined || /^[./]/.test(word.text)) return gitUrl(word, act)
  if (act.cwd === '')
    return doubt(act, act.command.argv.join(' '), {
      about: ['hosts'],
      reason: 'the repository it runs in cannot be known: name the directory with git -C',
    })
  const config = configOf(act)
  const name = word.text === '' ? 'origin' : word.text
  const found = [...(config.get(`remote.${name}.url`) ?? []), ...(config.get(`remote.${name}.pushurl`) ?? [])]
  const all = word.text === '' && found.length === 0 ? everyRemote(config) : found
  for (const text of all) gitUrl({ text: instead(text, config), at: -1 }, act)
}

function everyRemote(config: Values): string[] {
  return [...config].flatMap(([key, values]) => (/^remote\..*\.(?:push)?url$/.test(key) ? values : []))
}

/** `url.<base>.insteadOf` begins addresses anew. */
function instead(text: string, config: Values): string {
  for (const [key, values] of config) {
    const base = /^url\.(.*)\.(?:push)?insteadof$/.exec(key)?.[1]
    const start = values.find((each) => text.startsWith(each))
    if (base !== undefined && start !== undefined) return base + text.slice(start.length)
  }
  return text
}

/** It goes into a directory of its name, unless another one is given. */
function cloneFrom(word: Word, act: Act): void {
  gitUrl(word, act)
  const name = posix.basename(word.text.replace(/[/\\]+$/, '').replace(/(?:\/?\.git|\.bundle)$/, ''))
  if (act.reading.operands.length > 1 || /[$`…]/.test(name)) return
  const path = place({ text: name.slice(name.lastIndexOf(':') + 1), at: -1 }, act, ['creates'])
  if (path !== undefined) act.creates.push({ ...path, tree: true })
}

/** A URL, `user@host:path`, a program (`ext::`), or a repository on this disk. */
function gitUrl(word: Word, act: Act): void {
  const { text } = word
  if (text.startsWith('ext::')) return run(act, { kind: 'shell', text: text.slice(5) })
  if (/^[a-z][\w+.-]*::?\/\//i.test(text))
    return hostRoles.url?.apply({ ...word, text: text.replace(/^\w+::/, '') }, act)
  const host = remoteOf(text)
  if (host !== undefined && hostOf(host) !== '') contact(host, act)
}

// ---- paths

const tracked = ['ignored', '.git'] as const

function changed(facts: readonly ('edits' | 'deletes' | 'creates')[]): Role {
  return {
    about: facts,
    apply(word, act) {
      const path = pathspec(word, act, facts)
      if (path === undefined) return
      const isTree = word.at < 0 || path.glob === true || act.world.files.kind(path.path) !== 'file'
      const fact = isTree
        ? {
            ...path,
            tree: true as const,
            ...(act.has('--no-ignored') ? { skips: ['.git'] as const } : { skips: tracked }),
          }
        : path
      for (const name of facts) act[name].push(fact)
    },
  }
}

/** `:/x` and `:(top)x` stand at the top of the repository; what is left out adds nothing. */
function pathspec(word: Word, act: Act, about: readonly FactKind[]): PathFact | undefined {
  const [, magic] = /^:(?:\(([^)]*)\)|[/!^]*)/.exec(word.text) ?? []
  if (/^:[!^]/.test(word.text) || magic?.includes('exclude') === true) return undefined
  const isTop = word.text.startsWith(':/') || magic?.includes('top') === true
  const text = word.text.replace(/^:(?:\([^)]*\)|\/)/, '')
  const path = place(
    { ...word, text: isTop ? posix.join(topOf(act) ?? act.cwd, text) : text || '.' },
    act,
    about,
  )
  return path !== undefined && /[*?[]/.test(text) ? { ...path, glob: true } : path
}

/** Does a word stand behind `--`, or name a file that is there? */
function isPath({ text, at }: Word, { command, world, cwd }: Act): boolean {
  const end = command.argv.indexOf('--')
  if (end >= 0) return at > end
  const path = absolute(text, { cwd, world })
  return path !== undefined && (/^\.{1,2}(?:\/|$)/.test(text) || world.files.kind(path) !== undefined)
}

const edit = changed(['edits'])

const checkout: Role = {
  about: ['edits'],
  apply(word, act) {
    if (isPath(word, act)) edit.apply(word, act)
  },
}

/** A revision's file (`HEAD:.env`), or a file whose changes are shown. */
const read: Role = {
  about: ['reads'],
  apply(word, act) {
    const [, file] =
      /^[^:/][^:]*:([^]+)$/.exec(word.text) ?? /^:(?:[0-3]:)?([^:/(!^][^]*)$/.exec(word.text) ?? []
    if (isPath(word, act) || act.reading.path.includes('blame')) {
      const path = pathspec(word, act, ['reads'])
      if (path !== undefined && word.text !== '.') act.reads.push(path)
    } else if (file !== undefined) {
      const text = /^\.{1,2}\//.test(file) ? file : posix.join(topOf(act) ?? act.cwd, file)
      const path = place({ ...word, text }, act, ['reads'])
      if (path !== undefined) act.reads.push(path)
    }
  },
}

const tree: Role = {
  about: ['reads'],
  apply(word, act) {
    const path = pathspec(word, act, ['reads'])
    const skips = act.has('--no-index') ? (['.git'] as const) : tracked
    if (path !== undefined) act.reads.push({ ...path, tree: true, skips })
  },
}

const all: readonly FactKind[] = ['commands', 'reads', 'creates', 'edits', 'deletes', 'hosts']

export const gitRoles = (): Roles => ({
  'git-config': { about: ['commands'], apply: ({ text }, act) => configure(text, act) },
  'git-config-from': { about: ['commands'], apply: configureFrom },
  'git-programs': {
    about: ['commands'],
    apply: ({ text }, act) =>
      doubt(act, text, {
        about: ['commands'],
        reason: `git would run programs of ${text}: leave --exec-path out`,
      }),
  },
  'git-template': {
    about: ['reads', 'commands'],
    apply: (word, act) => {
      if (word.text !== '') configure(`init.templatedir=${word.text}`, act)
    },
  },
  'git-clone': { about: ['hosts', 'creates'], apply: cloneFrom },
  'git-alias': { about: all, knows: true, apply: alias },
  'git-remote': { about: ['hosts'], apply: remote },
  'git-url': { about: ['hosts'], apply: gitUrl },
  'git-dir': { about: ['hosts'], apply() {} },
  'config-file': { about: ['reads', 'edits'], apply: pathFact },
  'git-edit': edit,
  'git-delete': changed(['deletes']),
  'git-checkout': checkout,
  'git-read': read,
  'git-tree': tree,
})

function pathFact(word: Word, act: Act): void {
  const path = place(word, act, ['reads', 'edits'])
  if (path === undefined) return
  act.reads.push(path)
  act.edits.push(path)
}
