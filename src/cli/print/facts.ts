import type { CallFacts, CommandView, HostView, SendView } from '../explain/facts.ts'
import { shortPath, tilde, type Page } from './page.ts'
import { clip, fit, fitStart, lines, pad, plural, widthOf, wrap } from '../../patterns/text/terminal-text.ts'

const LABEL = 12
const MOST = 8
const MAX_ADDED = 3

export function drawFacts(facts: CallFacts, page: Page): string[] {
  const { commands, reads, creates, edits, deletes, adds, unresolved } = facts
  const shown = (paths: readonly string[]): string[] => paths.map((path) => shortPath(path, page))
  const hasShell = commands.length > 0
  const writes = [
    ...field('creates', shown(creates), page),
    ...field('edits', shown(edits), page),
    ...field('deletes', shown(deletes), page),
  ]
  const none = (label: string, drawn: readonly string[]): readonly string[] => orNone(label, drawn, page)
  const telling = commands.filter(({ command }) => !/^(?:cd|pushd|popd)(?: |$)/.test(command))
  const called = (telling.length === 0 ? commands : telling).map((command) => commandLine(command, page))
  return [
    ...(hasShell ? field('would run', called, page) : []),
    ...none('reads', field('reads', shown(reads), page)),
    ...(writes.length > 0 ? writes : none('writes', [])),
    ...field('adds', adds.flatMap(added), page),
    ...drawElsewhere(facts, page),
    ...none(
      'unresolved',
      sentences(
        'unresolved',
        unresolved.map(({ reason, text }) => doubt(reason, text)),
        page,
      ),
    ),
  ]
}

/** What other machines and the repository get. */
function drawElsewhere({ hosts, sends, pushes, commits, branch }: CallFacts, page: Page): readonly string[] {
  const reached = hosts.map((host) => hostLine(host, page))
  const sent = sends.map((each) => sendLine(each, page))
  return [
    ...orNone('hosts', field('hosts', reached, page), page),
    ...field('sends', sent, page),
    ...field('pushes', pushes, page),
    ...field('commits', commits, page),
    ...field('branch', branch, page),
  ]
}

const orNone = (label: string, drawn: readonly string[], page: Page): readonly string[] =>
  drawn.length > 0 ? drawn : [head(label, page) + page.paint('dim', '–')]

function head(label: string, { paint }: Page): string {
  return paint('dim', pad(label, LABEL))
}

/** One line each; nothing without any. */
function field(label: string, all: readonly string[], page: Page): string[] {
  const shown = clip(all, MOST)
  return shown.map((line, at) => head(at === 0 ? label : '', page) + fit(line, page.width - LABEL))
}

function sentences(label: string, all: readonly string[], page: Page): string[] {
  return clip(all, MOST)
    .flatMap((text) => wrap(text, page.width - LABEL))
    .map((line, at) => head(at === 0 ? label : '', page) + line)
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
