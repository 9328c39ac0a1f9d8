// Words with a syntax of one program's own.
import { posix } from 'node:path'
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import { doubt, isOpen, run, runWords, type Act, type Role, type Roles, type Word } from '../act.ts'
import { hostRoles, contact, remoteOf } from './hosts.ts'
import { both } from './editors.ts'
import { absolute, place } from './place.ts'
import { runInput } from './scripts.ts'
import { pathRoles } from './paths.ts'
import { runText } from './runs.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const as = (role: string, word: Word, act: Act): void =>
  (pathRoles[role] ?? hostRoles[role])?.apply(word, act)

const words = (act: Act, at: number): Word[] =>
  act.command.argv.slice(at).map((text, index) => ({ text, at: at + index }))

/** A role that chooses another one by what the word looks like. */
function choice(about: readonly FactKind[], choose: (text: string, act: Act) => string | undefined): Role {
  return {
    about,
    apply(word, act) {
      const role = choose(word.text, act)
      if (role !== undefined) as(role, word, act)
    },
  }
}

const isUrl = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text)
const isBucket = (text: string): boolean => /^(?:s3|gs|az|r2):\/\//.test(text)
const looksLikeHost = (text: string): boolean =>
  /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:]+\])(?:[:/?#]|$)/i.test(text)

/** Formatters go through directories as a search does. */
const format: Role = {
  about: ['edits'],
  apply(word, act) {
    const path = place(word, act, ['edits'])
    if (path === undefined) return
    const isFile = path.glob === true || act.world.files.kind(path.path) === 'file'
    act.edits.push(isFile ? path : { ...path, tree: true, skips: ['hidden', 'ignored', '.git'] })
  },
}

/** Files of one kind below a directory. */
function below(ending: string): Role {
  return {
    about: ['edits'],
    apply({ text, at }, act) {
      const isAll = /^(?:\.|.*\/\.\.\.)$/.test(text)
      const path = place({ text: isAll ? text.replace(/\/?\.\.\.$/, '') || '.' : text, at }, act, ['edits'])
      if (path !== undefined) act.edits.push({ path: posix.join(path.path, `**/*.${ending}`), glob: true })
    },
  }
}

// ---- curl

/** `-O` names the file by the URL's last part. */
const saved: Role = {
  about: ['hosts', 'creates', 'edits'],
  apply(word, act) {
    as('url', word, act)
    const name = word.text
      .replace(/[?#][^]*$/, '')
      .replace(/^[a-z]+:\/\//i, '')
      .split('/')
      .slice(1)
      .at(-1)
    as('write', { text: name === undefined || name === '' ? 'index.html' : name, at: -1 }, act)
  },
}

const listed = (about: readonly FactKind[]): Role => ({
  about: ['reads', ...about],
  apply(word, act) {
    as('read', word, act)
    doubt(act, word.text, {
      about,
      reason: `what ${word.text} says cannot be known: write it on the command line`,
    })
  },
})

// ---- commands

/** The shell text of `ssh host …`; options may stand behind the host too. */
const sshCommand: Role = {
  about: everything,
  apply({ at }, act) {
    if (at < 0) return runInput(act)
    const { argv } = act.command
    let start = at
    while (argv[start]?.startsWith('-') === true) {
      const option = act.reading.program?.option(argv[start] ?? '')
      start += 1 + (option?.roles.length ?? 0)
    }
    if (start < argv.length) runText(act, words(act, start))
  },
}

const flockCommand: Role = {
  about: everything,
  apply({ text, at }, act) {
    if (text === '-c' || text === '--command') runText(act, words(act, at + 1).slice(0, 1))
    else runWords(act, at)
  },
}

/** `fd -x rm`: what it finds is put in or added. */
const fdExec: Role = {
  about: everything,
  apply({ at }, act) {
    const argv = act.command.argv.slice(at)
    if (argv.at(-1) === ';') argv.pop()
    const open = argv.flatMap((text, index) =>
      /\{[/.]*\}/.test(text) || isOpen(act, at + index) ? [index] : [],
    )
    if (open.length === 0) open.push(argv.push('…') - 1)
    run(act, { kind: 'argv', argv, open, more: true })
  },
}

/** What is typed into a terminal is run there. */
const typed: Role = {
  about: everything,
  apply({ text }, act) {
    if (!/^(?:Enter|Escape|Tab|Space|BSpace|Up|Down|Left|Right|[CM]-\w|q)$/.test(text))
      run(act, { kind: 'shell', text })
  },
}

const doubtful: Role = {
  about: everything,
  apply({ text }, act) {
    doubt(act, text, { about: everything, reason: 'what this code does cannot be known: use plain commands' })
  },
}

/** Code in a language that is not read. */
const unknownFile: Role = {
  about: everything,
  apply({ text }, act) {
    if (text !== '-') act.starts.push(absolute(text, act) ?? '')
    else if (act.input !== undefined) doubtful.apply({ text: act.command.argv.join(' '), at: -1 }, act)
  },
}

const socat: Role = {
  about: everything,
  apply(word, act) {
    const kind = /^[^:]*/.exec(word.text)?.[0] ?? ''
    const rest = word.text.slice(kind.length + 1)
    if (/^(?:exec|system|shell)$/i.test(kind)) run(act, { kind: 'shell', text: rest.split(',')[0] ?? '' })
    else if (/^(?:open|file|create|gopen|creat)$/i.test(kind))
      both.apply({ ...word, text: rest.split(',')[0] ?? '' }, act)
    else if (/^(?:tcp|udp|sctp|openssl|ssl|socks|proxy)/i.test(kind) && !/listen|recv/i.test(kind))
      contact(rest.split(/[:,]/)[0] ?? '', act)
  },
}

/** rsync --delete takes away what the source does not have. */
const replace: Role = {
  about: ['creates', 'edits', 'deletes', 'hosts'],
  apply(word, act) {
    hostRoles['scp-into']?.apply(word, act)
    if (remoteOf(word.text) === undefined) as('delete-tree', word, act)
  },
}

/** A debugger looks at a program; what it starts besides cannot be known. */
const debuggerCommand: Role = {
  about: everything,
  apply(word, act) {
    const looks =
      /^\s*(?:bt|backtrace|where|thread|run|r|start|c|continue|n|next|s|step|finish|info|i|l|list|frame|up|down|b|break|tbreak|watch|q|quit|set (?:pagination|confirm|logging|print|width|height)|disassemble|x\/)\b[^()!|]*$/
    if (!looks.test(word.text)) doubtful.apply(word, act)
  },
}

const runsArgv = (make: (act: Act, at: number) => string[]): Role => ({
  about: everything,
  apply({ at }, act) {
    run(act, { kind: 'argv', argv: make(act, at) })
  },
})

/** `cmake -E copy a b` is `cp a b`. */
const cmakeTools: Readonly<Record<string, readonly string[]>> = {
  copy: ['cp'],
  copy_directory: ['cp', '-r'],
  make_directory: ['mkdir', '-p'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
}

/** `python -m pip install x` is pip. */
const pythonModule: Role = {
  about: everything,
  apply(_, act) {
    const at = act.reading.options.find(({ name }) => name === '-m')?.value_at
    if (at !== undefined) runWords(act, at)
  },
}

export const wordRoles = (): Roles => ({
  format,
  socat,
  debugger: debuggerCommand,
  typed,
  'edit-go': below('go'),
  'edit-rust': below('rs'),
  'edit-tf': below('tf'),
  code: { about: [], apply() {} },
  digits: { about: [], apply() {} },
  assign: { about: [], apply() {} },
  device: choice(['edits'], () => 'edit'),
  open: choice(['hosts', 'reads'], (text) => (isUrl(text) ? 'url' : 'read')),
  pass: {
    about: ['reads'],
    apply(word, act) {
      if (word.text.startsWith('file:')) as('read', { ...word, text: word.text.slice(5) }, act)
    },
  },
})

/** What goes over the network. */
export const transferRoles = (): Roles => ({
  'curl-url': saved,
  'curl-cookie': choice(['reads'], (text) => (text.includes('=') ? undefined : 'read')),
  'curl-urlencode': {
    about: ['reads'],
    apply(word, act) {
      const file = /^[^=@]*@([^]+)$/.exec(word.text)?.[1]
      if (file !== undefined) as('read', { ...word, text: file }, act)
    },
  },
  'curl-config': listed(['hosts', 'creates', 'edits', 'reads']),
  'url-list': listed(['hosts']),
  'gh-field': choice(['reads'], () => 'form'),
  'http-word': choice(['hosts'], (text) => (isUrl(text) || looksLikeHost(text) ? 'url' : 'form')),
  'net-word': choice(['hosts'], (text) =>
    isUrl(text) ? 'url' : looksLikeHost(text.replace(/^@/, '')) ? 'host' : undefined,
  ),
  jump: {
    about: ['hosts'],
    apply({ text }, act) {
      for (const each of text.split(',')) if (each !== 'none') contact(each.replace(/^ssh:\/\//, ''), act)
    },
  },
  'pip-package': {
    about: ['hosts'],
    apply(word, act) {
      const url = /(?:^|@\s*)(?:git\+|hg\+|svn\+)?((?:https?|ssh|git):\/\/[^]+)$/.exec(word.text)?.[1]
      if (url !== undefined) as('url', { ...word, text: url }, act)
    },
  },
  'kube-file': choice(['reads', 'hosts'], (text) => (isUrl(text) ? 'url' : 'tree')),
  's3-from': choice(['reads'], (text) => (isBucket(text) ? undefined : 'tree')),
  's3-move': choice(['reads', 'deletes'], (text) => (isBucket(text) ? undefined : 'move')),
  's3-to': choice(['creates', 'edits'], (text) => (isBucket(text) ? undefined : 'write-tree')),
  'docker-cp-from': {
    about: ['reads'],
    apply(word, act) {
      if (remoteOf(word.text) === undefined) return as('copy-tree', word, act)
      act.sources.push({ name: posix.basename(word.text.slice(word.text.indexOf(':') + 1)), tree: true })
    },
  },
  'docker-cp-to': choice(['creates', 'edits'], (text) => (remoteOf(text) === undefined ? 'into' : undefined)),
  'scp-replace': replace,
})

/** What archives hold and what is run. */
export const runningRoles = (): Roles => ({
  'tar-file': {
    about: files,
    apply(word, act) {
      // the archive stands where tar was started, whatever -C says
      const isMade = ['--create', '--append', '--update', '--delete', '--catenate'].some(act.has)
      as(isMade ? 'write' : 'read', word, { ...act, cwd: act.command.cwd })
    },
  },
  'tar-action': {
    about: everything,
    apply({ text }, act) {
      if (text.startsWith('exec=')) run(act, { kind: 'shell', text: text.slice(5) })
    },
  },
  'command-name': runsArgv((act, at) => [act.command.argv[at]?.replace(/^--[\w-]+=/, '') ?? '']),
  'nix-command': { about: everything, knows: true, apply: ({ at }, act) => runWords(act, at) },
  'sudo-shell': { about: everything, knows: true, apply: ({ at }, act) => runWords(act, at) },
  'cmake-tool': runsArgv((act, at) => [
    ...(cmakeTools[act.command.argv[at] ?? ''] ?? [act.command.argv[at] ?? '']),
    ...act.command.argv.slice(at + 1),
  ]),
  'tool-words': {
    about: everything,
    knows: true,
    apply({ text, at }, act) {
      const end = act.command.argv.indexOf('--')
      const isVersion = /@|^v?\d|^(?:system|lts|latest)\b/.test(text)
      runWords(act, end > 0 ? end + 1 : isVersion ? at + 1 : at)
    },
  },
  'yarn-words': runsArgv((act, at) => ['yarn', ...act.command.argv.slice(at)]),
  'ssh-command': { ...sshCommand, knows: true },
  'flock-command': { ...flockCommand, knows: true },
  'fd-exec': { ...fdExec, knows: true },
  'python-module': pythonModule,
  'unknown-file': unknownFile,
})
