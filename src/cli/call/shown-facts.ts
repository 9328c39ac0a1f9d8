// What a call would do.
import { branchesOf } from '../../matchers/shared/branches.ts'
import { commandText } from '../../patterns/commands/command-pattern.ts'
import type {
  ActFact,
  CommandFact,
  CommitFact,
  Event,
  PathFact,
  PushFact,
  SendFact,
  Sent,
  Subject,
} from '../../model/types.ts'
import { shortPath, tilde, type Page } from '../page/page.ts'
import { clip, fit, fitStart, lines, pad, plural, widthOf, wrap } from '../../patterns/text/terminal-text.ts'

export interface ShownFacts {
  readonly commands: readonly CommandView[]
  readonly reads: readonly string[]
  readonly creates: readonly string[]
  readonly edits: readonly string[]
  readonly deletes: readonly string[]
  readonly adds: readonly string[]
  readonly hosts: readonly HostView[]
  readonly sends: readonly SendView[]
  /** In words: `main on origin, by force`. */
  readonly pushes: readonly string[]
  readonly commits: readonly string[]
  /** In words: `delete table orders of aws, cannot be undone`. */
  readonly acts: readonly string[]
  readonly branch: readonly string[]
  readonly unresolved: readonly { readonly reason: string; readonly text: string }[]
}

interface CommandView {
  readonly command: string
  /** Absolute; absent when it cannot be known. */
  readonly cwd?: string
  /** Programs around it. */
  readonly wrappers: readonly string[]
  /** It runs on another machine or in a container. */
  readonly remote?: true
}

interface HostView {
  readonly host: string
  /** What implies a host that the call does not name: `remote origin`. */
  readonly from?: string
}

interface SendView {
  /** A path, `$NAME`, `$(command)`, or a text in quotes. */
  readonly what: string
  /** Absent when it cannot be known. */
  readonly to?: string
  readonly by: string
}

export function callFacts(subject: Subject): ShownFacts {
  const { commands, reads, creates, edits, deletes, adds, hosts, sends, pushes, commits, unresolved } =
    subject.facts()
  const named = textOf(subject.event)
  return {
    commands: commands.map(commandView),
    reads: pathsOf(reads),
    creates: pathsOf(creates),
    edits: pathsOf(edits),
    deletes: pathsOf(deletes),
    adds: adds.map(({ text }) => text),
    hosts: hosts.map((host) => (named.includes(host) ? { host } : { host, ...origin(host, subject) })),
    sends: sends.filter(isSending).map(sendView),
    pushes: pushes.map(pushText),
    commits: commits.map(commitText),
    acts: [...commands, subject.event].flatMap((each) => subject.look?.acts(each) ?? []).map(actText),
    branch: branchesOf(subject).map((name) => name ?? 'cannot be known'),
    unresolved: unresolved.map(({ reason, text }) => ({ reason, text })),
  }
}

function actText({ verb, target, service, environment, undo, maybe }: ActFact): string {
  const how = [
    ...(environment === undefined ? [] : [environment]),
    ...(undo === false && verb !== 'read' ? ['cannot be undone'] : []),
    ...(maybe === true ? ['as most programs mean these words'] : []),
  ]
  return [`${[verb, target].filter(Boolean).join(' ')} of ${service}`, ...how].join(', ')
}

function pushText({ to, starts, ref, remote, force, deletes, maybe }: PushFact): string {
  const unknown =
    starts === undefined ? 'a branch that cannot be known' : `a branch that begins with ${starts}`
  const how = [
    ...said(deletes, 'deleted'),
    ...said(force, 'by force'),
    ...(maybe === true ? ['in some cases'] : []),
  ]
  const where = remote === undefined ? '' : ` on ${remote}`
  return [`${to ?? ref ?? unknown}${where}`, ...how].join(', ')
}

function commitText({ message, files, unlisted, amend, no_verify: noVerify }: CommitFact): string {
  const named = pathsOf(files.filter(({ listed_by: listed }) => listed === undefined))
  const isMore = unlisted === true || named.length < files.length
  const more = named.length > 0 ? `with ${named.join(' ')}${isMore ? ' and more' : ''}` : 'and more files'
  return [
    message === undefined ? 'a message that cannot be known' : JSON.stringify(message),
    ...said(amend, 'amends'),
    ...said(noVerify, 'without hooks'),
    ...(named.length > 0 || isMore ? [more] : []),
  ].join(', ')
}

/** What cannot be known is said to be possible. */
const said = (is: boolean | undefined, text: string): readonly string[] =>
  is === false ? [] : [is === true ? text : `perhaps ${text}`]

/** The plain address of a request is seen in the command. */
const isSending = ({ what, aside }: SendFact): boolean => aside !== true || what.kind !== 'text'

function sendView({ what, to, by }: SendFact): SendView {
  return { what: sentText(what), ...(to !== undefined && { to }), by }
}

function sentText(what: Sent): string {
  switch (what.kind) {
    case 'file':
      return what.path === undefined ? 'a file that cannot be known' : (pathsOf([what.path])[0] ?? '')
    case 'variable':
      return what.name
    case 'output':
      return `$(${commandText(what.command)})`
    case 'text':
      return JSON.stringify(what.text)
    case 'unknown':
      return 'what cannot be known'
  }
}

function commandView(command: CommandFact): CommandView {
  const { cwd, wrappers, remote } = command
  return {
    command: commandText(command),
    ...(cwd !== '' && { cwd }),
    wrappers,
    ...(remote === true && { remote }),
  }
}

/** Shows a whole directory as a glob. */
function pathsOf(facts: readonly PathFact[]): readonly string[] {
  return [
    ...new Set(facts.map(({ path, tree }) => (tree === true ? `${path === '/' ? '' : path}/**` : path))),
  ]
}

function textOf({ tool_input: input }: Event): string {
  return JSON.stringify(input ?? '').toLowerCase()
}

/** What implies a host that the call does not name: a git remote, or a package manager's registry. */
function origin(host: string, subject: Subject): Pick<HostView, 'from'> {
  const { commands } = subject.facts()
  const git = commands.find(({ program }) => program === 'git')
  if (git !== undefined && !host.startsWith('registry:')) {
    const named = subject.look?.words(git.argv).operands[0]?.text
    return { from: `remote ${named !== undefined && /^[\w.-]+$/.test(named) ? named : 'origin'}` }
  }
  const programs = [...new Set(commands.map(({ program }) => program))]
  const [program] = programs.filter((name) => name !== 'cd' && name !== '')
  return program === undefined ? {} : { from: `implied by ${program}` }
}

const LABEL = 12
const MOST = 8
const MAX_ADDED = 3

/** A label and the lines beside it; some labels stand even where there is nothing to tell. */
type Field = readonly [label: string, lines: readonly string[], isAlways?: true | undefined]

export function drawFacts(facts: ShownFacts, page: Page): string[] {
  const { commands, hosts, sends, unresolved } = facts
  const room = page.width - LABEL
  const paths = (all: readonly string[]) => all.map((path) => shortPath(path, page))
  const writes: readonly Field[] = [
    ['creates', paths(facts.creates)],
    ['edits', paths(facts.edits)],
    ['deletes', paths(facts.deletes)],
  ]
  const telling = commands.filter(({ command }) => !/^(?:cd|pushd|popd)(?: |$)/.test(command))
  const called = (telling.length === 0 ? commands : telling).map((command) => commandLine(command, page))
  const doubts = unresolved.map(({ reason, text }) => doubt(reason, text))
  const short: readonly Field[] = [
    ['would run', called],
    ['reads', paths(facts.reads), true],
    ...(writes.some(([, all]) => all.length > 0) ? writes : [['writes', [], true] as const]),
    ['adds', facts.adds.flatMap(added)],
    ['hosts', hosts.map((host) => hostLine(host, page)), true],
    ['sends', sends.map((each) => sendLine(each, page))],
    ['pushes', facts.pushes],
    ['commits', facts.commits],
    ['does', facts.acts],
    ['branch', facts.branch],
  ]
  const fitted = short.map(([label, all, isAlways]): Field => {
    return [label, clip(all, MOST).map((line) => fit(line, room)), isAlways]
  })
  const whole: Field = ['unresolved', clip(doubts, MOST).flatMap((text) => wrap(text, room)), true]
  return [...fitted, whole].flatMap(([label, all, isAlways]) => {
    const shown = all.length === 0 && isAlways === true ? [page.paint('dim', '–')] : all
    return shown.map((line, at) => page.paint('dim', pad(at === 0 ? label : '', LABEL)) + line)
  })
}

/** The directory stands to the right, where it is not the project's. */
function commandLine({ command, cwd, wrappers, remote }: CommandView, page: Page): string {
  const where =
    remote === true
      ? 'elsewhere'
      : cwd === undefined
        ? 'in a directory that cannot be known'
        : placeOf(cwd, page)
  const around = wrappers.length === 0 ? '' : `under ${wrappers.join(', ')}`
  const beside = [around, where].filter((text) => text !== '').join(' ')
  const room = page.width - LABEL
  if (beside === '') return fitStart(command, room)
  if (widthOf(beside) + 20 > room) return `${command} ${beside}`
  const text = fitStart(command, room - widthOf(beside) - 2)
  return `${pad(text, Math.min(room - widthOf(beside), Math.max(28, widthOf(text) + 2)))}${beside}`
}

function placeOf(cwd: string, { root, home }: Page): string {
  return cwd === root ? '' : `in ${tilde(cwd, home)}`
}

function hostLine({ host, from }: HostView, page: Page): string {
  return from === undefined
    ? host
    : `${pad(host, Math.min(26, page.width - LABEL - from.length - 4))}  (${from})`
}

function sendLine({ what, to = 'a host that cannot be known', by }: SendView, page: Page): string {
  return `${shortPath(what, page)} → ${to}  (${by})`
}

/** The first lines of a text, and how many more there are. */
function added(text: string): string[] {
  const all = lines(text)
  return all.length <= MAX_ADDED
    ? all
    : [...all.slice(0, MAX_ADDED - 1), `… ${plural(all.length - MAX_ADDED + 1, 'more line')}`]
}

function doubt(reason: string, text: string): string {
  return text === '' || reason.includes(text) ? reason : `${text}: ${reason}`
}
