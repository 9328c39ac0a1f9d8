// `hooks review`: shows proposed changes of the rules to a person, who accepts or rejects them.
import { applyPatch, structuredPatch } from 'diff'
import type { CompileResult } from '../../config/compile/compile.ts'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { span, visible, wrap } from '../../patterns/text/terminal-text.ts'
import { type Host, isPerson, writeFailure, type Call } from '../../run/call.ts'
import { createClock } from '../../store/disk/files.ts'
import { sentencesOf } from '../../store/records/seen.ts'
import {
  type FileChange,
  type Proposal,
  readProposals,
  removeProposal,
} from '../../store/records/proposals.ts'
import { type PersonAction, recordDone, whyNotConsented, whyNotHere } from '../person/consent.ts'
import { choosePaint, createPage, drawNote, pageWidth, printJson } from '../page/page.ts'
import { drawRows } from '../page/columns.ts'
import { compileLayers, findProjectConfig, type ProjectConfig } from '../open-project.ts'
import { forgetPlan } from '../../store/plan/plan.ts'
import { acceptUnseen, lookAtAll, unseenChanges } from '../person/unseen.ts'
import { showChange, writeChange } from './offer.ts'
import { editableIn, stateDirOf } from './propose.ts'
import { notOurs } from './read-proposal.ts'

interface ReviewOptions {
  readonly list?: true
  readonly json?: true
  readonly accept?: string
  readonly reject?: string
}

export async function review(host: Host, options: ReviewOptions): Promise<number> {
  const here = findProjectConfig(host)
  const waiting = readProposals(stateDirOf(here))
  if (options.json === true) return printJson(host, waiting)
  if (options.list === true) return list(host, waiting)
  if (options.reject !== undefined) return reject(host, here, { waiting, id: options.reject })
  const inside = whyNotHere(host, here, accepting)
  if (inside !== undefined) return writeFailure(host, inside)
  if (options.accept === undefined) {
    const refused = reviewUnseen(host, here)
    return refused === undefined ? reviewAll(host, here, waiting) : writeFailure(host, refused)
  }
  const proposal = waiting.find(({ id }) => id === options.accept)
  return proposal === undefined ? unknown(host, options.accept) : offer(host, here, proposal)
}

/** What changed since a person last saw the rules: shown, and once its word is typed, seen. Returns why it is not. */
function reviewUnseen(host: Host, here: ProjectConfig): string | undefined {
  const compiled = compileLayers(host, here)
  const shown = lookAtAll(host, here, compiled)
  const lines = drawUnseen(host, here, compiled)
  if (lines.length === 0) return undefined
  host.out(`${lines.join('\n')}\n`)
  const refused = whyNotConsented(host, seeing)
  if (refused !== undefined) return refused
  acceptUnseen(host, here, shown)
  forgetPlan({ ...here, now: Date.now() }, host) // what was kept out of force comes into it
  recordDone(host, here, seeing)
  return undefined
}

const seeing: PersonAction = { verb: 'review', word: 'seen', what: 'confirm changes of the rules' }

function drawUnseen(host: Host, here: ProjectConfig, compiled: CompileResult): readonly string[] {
  const page = createPage(host, { root: here.root, home: here.dirs.home })
  const changes = unseenChanges(host, here, compiled)
  return sentencesOf(changes).flatMap((text) => drawNote(page.paint('red', '✗'), text, page))
}

const accepting: PersonAction = { verb: 'review', word: 'accept', what: 'accept changes of the rules' }

async function reviewAll(host: Host, here: ProjectConfig, waiting: readonly Proposal[]): Promise<number> {
  if (waiting.length === 0 || !isPerson(host)) return list(host, waiting)
  let exit = 0
  for (const [at, proposal] of waiting.entries()) {
    if (at > 0) host.out('\n')
    exit = Math.max(exit, await offer(host, here, proposal))
  }
  return exit
}

/** Shows it, asks, and writes it. One that is left stays. */
async function offer(host: Host, here: ProjectConfig, proposal: Proposal): Promise<number> {
  host.out(`${titleOf(proposal, host)}\n\n`)
  const own = editableIn(host, here)
  const foreign = proposal.changes.find(({ path }) => !own.files.includes(path))
  if (foreign !== undefined)
    return writeFailure(host, `${notOurs(visible(foreign.path), own)}: hooks review --reject ${proposal.id}`)
  const changes = proposal.changes.map(onTopOf)
  if (!isWhole(changes))
    return writeFailure(
      host,
      `the file changed since, and the proposal no longer fits: hooks review --reject ${proposal.id}`,
    )
  if (!(await showChange(host, here, changes)))
    return writeFailure(host, `it would break the rules now: hooks review --reject ${proposal.id}`)
  const exit = writeChange(host, here, { changes, action: accepting })
  if (exit === 0) removeProposal(stateDirOf(here), proposal.id)
  else host.out(`it waits on; to remove it: hooks review --reject ${proposal.id}\n`)
  return exit
}

function isWhole(changes: readonly (FileChange | undefined)[]): changes is readonly FileChange[] {
  return !changes.includes(undefined)
}

/** The change for the file as it is now; undefined when it does not fit. */
function onTopOf({ path, before = '', after }: FileChange): FileChange | undefined {
  const now = createInstallFiles().read(path)
  const patched = now === before ? after : applyPatch(now ?? '', structuredPatch('', '', before, after))
  return patched === false ? undefined : { path, ...(now !== undefined && { before: now }), after: patched }
}

function titleOf({ id, by, reason, time }: Proposal, host: Host): string {
  const ago = span(createClock().now() - Date.parse(time))
  const why = wrap(visible(reason), pageWidth(host.columns) - 2).map((line) => `  ${line}`)
  return [`${choosePaint(host)('bold', id)}  proposed ${ago} ago by ${visible(by)}`, ...why].join('\n')
}

function list(host: Host, waiting: readonly Proposal[]): number {
  const now = createClock().now()
  const rows = waiting.map(({ id, reason, by, time }) => ({
    glyph: '~',
    colour: 'yellow' as const,
    name: id,
    word: `${span(now - Date.parse(time))} ago`,
    text: `${visible(reason)} (${visible(by)})`,
    place: '',
    whole: true,
  }))
  const lines =
    rows.length === 0
      ? ['no change of the rules waits']
      : [
          ...drawRows(rows, pageWidth(host.columns), choosePaint(host)),
          'to decide, at a terminal: hooks review',
        ]
  host.out(`${lines.join('\n')}\n`)
  return 0
}

interface Rejection {
  readonly waiting: readonly Proposal[]
  readonly id: string
}

/** Whoever proposed it may take it back. */
function reject(host: Call, here: ProjectConfig, { waiting, id }: Rejection): number {
  if (!waiting.some((proposal) => proposal.id === id)) return unknown(host, id)
  removeProposal(stateDirOf(here), id)
  recordDone(host, here, accepting)
  host.out(`✓ ${id} is rejected, and nothing was changed\n`)
  return 0
}

function unknown(host: Call, id: string): number {
  return writeFailure(host, `no proposal ${visible(id)} waits here: hooks review --list`)
}
