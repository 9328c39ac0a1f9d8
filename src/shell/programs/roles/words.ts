// Words with a syntax of one program's own.
import { posix } from 'node:path'
import type { FactKind } from '../../../model/types.ts'
import { everything } from '../../kinds.ts'
import {
  addRun,
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  optionValue,
  role,
  roleOfAnyWord,
  runArguments,
  runShell,
  type CommandState,
  type ArgumentWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { hostRoles, addHost, isUrl, looksLikeHost, remoteHost } from './hosts.ts'
import { both } from './editors.ts'
import { absolute, resolvePath } from './place.ts'
import { runInput } from './scripts.ts'
import { pathRoles } from './paths.ts'
import { runText } from './runs.ts'
import { address } from './sends.ts'

const files: readonly FactKind[] = ['reads', 'creates', 'edits']

const as = (role: string, word: ArgumentWord, state: CommandState): void =>
  (pathRoles[role] ?? hostRoles[role])?.apply(word, state)

const words = (state: CommandState, at: number): ArgumentWord[] =>
  state.command.argv.slice(at).map((text, index) => ({ text, at: at + index }))

/** A role that chooses another one by what the word looks like. */
function choice(
  about: readonly FactKind[],
  choose: (text: string, state: CommandState) => string | undefined,
): Role {
  return role(about, (word, state) => {
    const name = choose(word.text, state)
    if (name !== undefined) as(name, word, state)
  })
}

/** Formatters go through directories as a search does. */
const format = role(['edits'], (word, state) => {
  const path = resolvePath(word, state, ['edits'])
  if (path === undefined) return
  const isFile = path.glob === true || state.world.files.kind(path.path) === 'file'
  state.edits.push(isFile ? path : { ...path, tree: true, skips: ['hidden', 'ignored', '.git'] })
})

/** Files of one kind below a directory. */
function below(ending: string): Role {
  return role(['edits'], ({ text, at }, state) => {
    const isAll = /^(?:\.|.*\/\.\.\.)$/.test(text)
    const path = resolvePath({ text: isAll ? text.replace(/\/?\.\.\.$/, '') || '.' : text, at }, state, [
      'edits',
    ])
    if (path !== undefined) state.edits.push({ path: posix.join(path.path, `**/*.${ending}`), glob: true })
  })
}

// ---- curl

/** `-O` names the file by the URL's last part. */
const saved = roleOfAnyWord(['hosts', 'creates', 'edits'], (word, state) => {
  address.apply(word, state)
  if (isUnknownWord(state, word.at)) return addUnknownWord(state, word, ['creates', 'edits'])
  const name = word.text
    .replace(/[?#][^]*$/, '')
    .replace(/^[a-z]+:\/\//i, '')
    .split('/')
    .slice(1)
    .at(-1)
  as('write', { text: name === undefined || name === '' ? 'index.html' : name, at: -1 }, state)
})

const listed = (about: readonly FactKind[]): Role =>
  role(['reads', ...about], (word, state) => {
    as('read', word, state)
    addUnresolved(state, {
      text: word.text,
      about,
      reason: `what ${word.text} says cannot be known: write it on the command line`,
    })
  })

// ---- commands

/** The shell text of `ssh host …`; options may stand behind the host too. */
const sshCommand = role(everything, ({ at }, state) => {
  if (at < 0) return runInput(state)
  const { argv } = state.command
  let start = at
  while (argv[start]?.startsWith('-') === true) {
    const option = state.parsed.program?.option(argv[start] ?? '')
    start += 1 + (option?.roles.length ?? 0)
  }
  if (start >= argv.length) return
  // What a shell reads there is run, not kept.
  if (
    state.input !== undefined &&
    !/^(?:sudo )?(?:ba|z|k|da)?sh(?: -\w+)*$/.test(argv.slice(start).join(' '))
  )
    state.sends.push({ kind: 'input' })
  runText(state, words(state, start))
})

const flockCommand = role(everything, ({ text, at }, state) => {
  if (text === '-c' || text === '--command') runText(state, words(state, at + 1).slice(0, 1))
  else runArguments(state, at)
})

/** `fd -x rm`: what it finds is put in or added. */
const fdExec = role(everything, ({ at }, state) => {
  const argv = state.command.argv.slice(at)
  if (argv.at(-1) === ';') argv.pop()
  const open = argv.flatMap((text, index) =>
    /\{[/.]*\}/.test(text) || isUnknownWord(state, at + index) ? [index] : [],
  )
  if (open.length === 0) open.push(argv.push('…') - 1)
  addRun(state, { kind: 'argv', argv, open, more: true })
})

/** What is typed into a terminal is run there. */
const typed = role(everything, ({ text }, state) => {
  if (!/^(?:Enter|Escape|Tab|Space|BSpace|Up|Down|Left|Right|[CM]-\w|q)$/.test(text)) runShell(state, text)
})

const doubtful = role(everything, ({ text }, state) => {
  addUnresolved(state, {
    text,
    about: everything,
    reason: 'what this code does cannot be known: use plain commands',
  })
})

/** Code in a language that is not read. */
const unknownFile = role(everything, ({ text }, state) => {
  if (text !== '-') state.starts.push(absolute(text, state) ?? '')
  else if (state.input !== undefined) doubtful.apply({ text: state.command.argv.join(' '), at: -1 }, state)
})

/** What it reads there goes to the other side. */
function relayed(role: Role, word: ArgumentWord, state: CommandState): void {
  const known = state.reads.length
  role.apply(word, state)
  for (const path of state.reads.slice(known)) state.sends.push({ kind: 'file', path })
}

const socat = role(everything, (word, state) => {
  const kind = /^[^:]*/.exec(word.text)?.[0] ?? ''
  const rest = word.text.slice(kind.length + 1)
  if (/^(?:exec|system|shell)$/i.test(kind)) runShell(state, rest.split(',')[0] ?? '')
  else if (/^(?:open|file|create|gopen|creat)$/i.test(kind))
    relayed(both, { ...word, text: rest.split(',')[0] ?? '' }, state)
  else if (/^(?:tcp|udp|sctp|openssl|ssl|socks|proxy)/i.test(kind) && !/listen|recv/i.test(kind))
    addHost(rest.split(/[:,]/)[0] ?? '', state)
  else if ((kind === '-' || /^stdi[no]$/i.test(kind)) && state.input !== undefined)
    state.sends.push({ kind: 'input' })
})

/** rsync --delete takes away what the source does not have. */
const replace = role(['creates', 'edits', 'deletes', 'hosts'], (word, state) => {
  hostRoles['scp-into']?.apply(word, state)
  if (remoteHost(word.text) === undefined) as('delete-tree', word, state)
})

/** A debugger looks at a program; what it starts besides cannot be known. */
const debuggerCommand = role(everything, (word, state) => {
  const looks =
    /^\s*(?:bt|backtrace|where|thread|run|r|start|c|continue|n|next|s|step|finish|info|i|l|list|frame|up|down|b|break|tbreak|watch|q|quit|set (?:pagination|confirm|logging|print|width|height)|disassemble|x\/)\b[^()!|]*$/
  const command = /^\s*(?:!|(?:shell|pipe[^|]*\|)(?=\W))\s*([^]+)$/.exec(word.text)?.[1]
  if (command !== undefined) runShell(state, command)
  else if (!looks.test(word.text)) doubtful.apply(word, state)
})

const runsArgv = (make: (state: CommandState, at: number) => string[]): Role =>
  role(everything, ({ at }, state) => {
    addRun(state, { kind: 'argv', argv: make(state, at) })
  })

/** The word and all that follows it are words of that program: `capsh -- -c text` is `bash -c text`. */
const wordsOf = (...programs: readonly string[]): Roles =>
  Object.fromEntries(
    programs.map((program) => [
      `${program}-words`,
      roleOfAnyWord(everything, ({ at }, state) => runArguments(state, at, program)),
    ]),
  )

/** `cmake -E copy a b` is `cp a b`. */
const cmakeTools: Readonly<Record<string, readonly string[]>> = {
  copy: ['cp'],
  copy_directory: ['cp', '-r'],
  make_directory: ['mkdir', '-p'],
  remove: ['rm'],
  remove_directory: ['rm', '-r'],
  rename: ['mv'],
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
  secret: { about: [], apply() {} },
  'secret-after-colon': { about: [], apply() {} },
  'secret-after-comma': { about: [], apply() {} },
  'secret-after-equals': { about: [], apply() {} },
  'secret-after-percent': { about: [], apply() {} },
  'secret-after-slash': { about: [], apply() {} },
  setting: { about: [], apply() {} },
  digits: { about: [], apply() {} },
  assign: { about: [], apply() {} },
  device: choice(['edits'], () => 'edit'),
  open: choice(['hosts', 'reads'], (text) => (isUrl(text) ? 'url' : 'read')),
  pass: role(['reads'], (word, state) => {
    if (word.text.startsWith('file:')) as('read', { ...word, text: word.text.slice(5) }, state)
  }),
})

/** What goes over the network. */
export const transferRoles = (): Roles => ({
  'curl-url': saved,
  'curl-cookie': choice(['reads'], (text) => (text.includes('=') ? undefined : 'read')),
  'curl-config': listed(['hosts', 'creates', 'edits', 'reads']),
  'url-list': listed(['hosts']),
  'http-word': choice(['hosts'], (text) => (isUrl(text) || looksLikeHost(text) ? 'url' : 'form')),
  package: role(['hosts'], (word, state) => {
    const url = /(?:^|@\s*)(?:git\+|hg\+|svn\+)?((?:https?|ssh|git):\/\/[^]+)$/.exec(word.text)?.[1]
    if (url !== undefined) as('url', { ...word, text: url }, state)
  }),
  /** `npm config set registry url`. */
  registry: role(['hosts'], ({ text, at }, state) => {
    const [, key = text, value = state.command.argv[at + 1]] = /^([^=]*)=([^]*)$/.exec(text) ?? []
    if (!/(?:^|:)registry$/i.test(key) || value === undefined) return
    as('url', { text: value, at: at + 1 }, state)
    const isLocal = optionValue(state, '--location') === 'project'
    const path = isLocal ? absolute('.npmrc', state) : `${state.world.home}/.npmrc`
    if (path !== undefined) state.settings.push({ path, text: `${key}=${value}` })
  }),
  'kube-file': choice(['reads', 'hosts'], (text) => (isUrl(text) ? 'url' : 'tree')),
  'docker-cp-from': role(['reads'], (word, state) => {
    if (remoteHost(word.text) === undefined) return as('copy-tree', word, state)
    state.sources.push({ name: posix.basename(word.text.slice(word.text.indexOf(':') + 1)), tree: true })
  }),
  'docker-cp-to': choice(['creates', 'edits'], (text) =>
    remoteHost(text) === undefined ? 'into' : undefined,
  ),
  'scp-replace': replace,
})

/** What archives hold and what is run. */
export const runningRoles = (): Roles => ({
  'tar-file': role([...files, 'hosts'], (word, state) => {
    // the archive stands where tar was started, whatever -C says
    const host = state.has('--force-local') ? undefined : remoteHost(word.text)
    if (host !== undefined) return addHost(host, state)
    const isMade = ['--create', '--append', '--update', '--delete', '--catenate'].some(state.has)
    as(isMade ? 'write' : 'read', word, { ...state, cwd: state.command.cwd })
  }),
  'reporter-file': choice(['creates', 'edits'], (text) =>
    /^std(?:out|err)$/.test(text) ? undefined : 'write',
  ),
  /** A program's name alone is what make would run anyway. */
  'make-tool': role(everything, ({ text }, state) => {
    if (/[^\w./+-]/.test(text)) runShell(state, text)
  }),
  'comma-command': role(everything, ({ text }, state) => {
    addRun(state, { kind: 'argv', argv: text.split(',') })
  }),
  'tar-action': role(everything, ({ text }, state) => {
    if (text.startsWith('exec=')) runShell(state, text.slice(5))
  }),
  'command-name': runsArgv((state, at) => [state.command.argv[at]?.replace(/^--[\w-]+=/, '') ?? '']),
  'nix-command': roleOfAnyWord(everything, ({ at }, state) => runArguments(state, at)),
  'sudo-shell': roleOfAnyWord(everything, ({ at }, state) => runArguments(state, at)),
  'cmake-tool': runsArgv((state, at) => [
    ...(cmakeTools[state.command.argv[at] ?? ''] ?? [state.command.argv[at] ?? '']),
    ...state.command.argv.slice(at + 1),
  ]),
  'tool-words': roleOfAnyWord(everything, ({ text, at }, state) => {
    const end = state.command.argv.indexOf('--')
    const isVersion = /@|^v?\d|^(?:system|lts|latest)\b/.test(text)
    runArguments(state, end > 0 ? end + 1 : isVersion ? at + 1 : at)
  }),
  'command-operands': runsArgv(({ command, parsed }, at) => [
    command.argv[at]?.replace(/^--[\w-]+=/, '') ?? '',
    ...parsed.operands.map(({ text }) => text),
  ]),
  ...wordsOf('bash', 'git', 'yarn'),
  'ssh-command': { ...sshCommand, handlesUnknown: true },
  'flock-command': { ...flockCommand, handlesUnknown: true },
  'fd-exec': { ...fdExec, handlesUnknown: true },
  'unknown-file': unknownFile,
})
