// The one door to hooks.yaml: shows what changes, plays the examples, asks, writes and records.
import { createInstallFiles } from '../../agents/shared/install-files.ts'
import { errorMessage } from '../../model/errors.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { type Deed, recordDone, whyNotConsented } from '../person/consent.ts'
import { choosePaint } from '../print/page.ts'
import { filesWith } from '../shared/files-with.ts'
import type { ProjectConfig } from '../shared/project-config.ts'
import { assess, isBroken } from './assess.ts'
import { drawCalls, drawDiff, drawEffects, shown } from './draw.ts'
import { changedCalls } from './recorded-calls.ts'

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
  { changes, deed }: { readonly changes: readonly FileChange[]; readonly deed: Deed },
): number {
  const refused = whyNotConsented(host, deed)
  if (refused !== undefined) return writeFailure(host, refused)
  const files = createInstallFiles()
  try {
    if (changes.some((change) => files.read(change.path) !== change.before))
      return writeFailure(host, 'it changed while you looked at it, so nothing was written')
    for (const { path: file, after } of changes) files.replace(file, after)
    recordDone(host, here, deed)
  } catch (error) {
    return writeFailure(host, `this could not be written: ${errorMessage(error)}`)
  }
  host.out(`✓ written: ${changes.map((change) => shown(change, here)).join(', ')}\n`)
  return 0
}
