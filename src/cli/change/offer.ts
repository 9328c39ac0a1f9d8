// The one door to hooks.yaml: shows what changes, plays the examples, asks, writes and records.
import path from 'node:path'
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { errorMessage } from '../../model/errors.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { type PersonAction, recordDone, whyNotConsented } from '../person/consent.ts'
import { paintDiff } from '../page/diff.ts'
import { choosePaint, createPage, type Paint } from '../page/page.ts'
import { filesWith, type ProjectConfig, untrustedNote } from '../open-project.ts'
import { assess, type Assessment, type CallChanges, changedCalls, isBroken } from './assess.ts'
import { diffOf } from '../../agents/shared/settings/settings-file.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import { drawReport } from '../trial/draw-tests.ts'

/** Shows a change and what it would do. Returns false where it would break the rules. */
export async function showChange(
  host: Host,
  here: ProjectConfig,
  changes: readonly FileChange[],
): Promise<boolean> {
  const files = filesWith(...changes.map((change) => [change.path, change.after] as const))
  const assessment = await assess(host, here, { changes, files })
  const paint = choosePaint(host)
  host.out(`${[...drawDiff(changes, here, paint), '', ...drawEffects(host, here, assessment)].join('\n')}\n`)
  if (isBroken(assessment)) return false
  host.out(`${drawCalls(await changedCalls(host, here, files), paint).join('\n')}\n`)
  return true
}

/** Asks, once it was shown, and writes. Returns the exit code. */
export function writeChange(
  host: Host,
  here: ProjectConfig,
  { changes, action }: { readonly changes: readonly FileChange[]; readonly action: PersonAction },
): number {
  const refused = whyNotConsented(host, action)
  if (refused !== undefined) return writeFailure(host, refused)
  const files = createInstallFiles()
  try {
    if (changes.some((change) => files.read(change.path) !== change.before))
      return writeFailure(host, 'it changed while you looked at it, so nothing was written')
    for (const { path: file, after } of changes) files.replace(file, after)
    recordDone(host, here, action)
  } catch (error) {
    return writeFailure(host, `this could not be written: ${errorMessage(error)}`)
  }
  host.out(`✓ written: ${changes.map((change) => shown(change, here)).join(', ')}\n`)
  return 0
}

/** Nothing is cut: what is not seen would be accepted unseen. */
export function drawDiff(
  changes: readonly FileChange[],
  here: ProjectConfig,
  paint: Paint,
): readonly string[] {
  return changes.flatMap((change) => [
    paint('bold', shown(change, here)),
    ...diffOf(change.before ?? '', change.after)
      .trimEnd()
      .split('\n')
      .map((line) => paintDiff(visible(line), paint)),
  ])
}

function shown({ path: file }: FileChange, { root }: ProjectConfig): string {
  return visible(path.relative(root, file))
}

export function drawEffects(host: Host, here: ProjectConfig, assessment: Assessment): readonly string[] {
  const { errors, report, units } = assessment
  if (errors !== undefined) return [errors]
  const page = createPage(host, { root: here.root, home: here.dirs.home })
  const look = { ...page, require_tests: false, unplayed: 0, next: 'none' } as const
  const note = untrustedNote(units)
  return [
    ...drawReport(report, look).trimEnd().split('\n'),
    ...(note === undefined ? [] : [`${page.paint('yellow', '!')} ${note}`]),
  ]
}

const MAX_CALLS = 10
const answers = { deny: 'denied', ask: 'asked about', proceed: 'let through' } as const

function drawCalls({ judged, changed }: CallChanges, paint: Paint): readonly string[] {
  if (judged === 0) return [paint('dim', 'no recorded calls to judge')]
  const among = `of ${plural(judged, 'recorded call')}`
  if (changed.length === 0) return [`${among}, none would be answered differently`]
  const rows = changed.slice(0, MAX_CALLS).map(({ call, count, before, after }) => {
    const says = `${answers[before]}, would be ${answers[after]}`
    return `  ${String(count).padStart(4)} ×  ${visible(call)}  ${paint(after === 'proceed' ? 'yellow' : 'dim', says)}`
  })
  const more = changed.length - MAX_CALLS
  const total = changed.reduce((sum, { count }) => sum + count, 0)
  return [
    `${among}, ${total} would be answered differently:`,
    ...rows,
    ...(more > 0 ? [`         … ${more} more: hooks replay`] : []),
  ]
}
