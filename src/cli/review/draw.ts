// Draws a change of the rules, and what it would do.
import path from 'node:path'
import { diffOf } from '../../agents/shared/settings/settings-file.ts'
import { plural, visible } from '../../patterns/text/terminal-text.ts'
import type { Host } from '../../run/call.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { choosePaint, pageWidth, type Paint } from '../print/page.ts'
import type { ProjectConfig } from '../shared/project-config.ts'
import { drawReport } from '../test/print/pretty.ts'
import { untrustedNote } from '../trust/note.ts'
import type { Assessment } from './assess.ts'
import type { CallChanges } from './recorded-calls.ts'

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
      .map((line) => drawLine(line, paint)),
  ])
}

function drawLine(line: string, paint: Paint): string {
  const text = visible(line)
  if (line.startsWith('+')) return paint('green', text)
  return line.startsWith('-') ? paint('red', text) : text
}

export function shown({ path: file }: FileChange, { root }: ProjectConfig): string {
  return visible(path.relative(root, file))
}

export function drawEffects(host: Host, here: ProjectConfig, assessment: Assessment): readonly string[] {
  const { errors, report, units } = assessment
  if (errors !== undefined) return [errors]
  const paint = choosePaint(host)
  const look = {
    width: pageWidth(host.columns),
    paint,
    require_tests: false,
    unplayed: 0,
    next: 'none' as const,
    from: { cwd: host.cwd, root: here.root, home: here.dirs.home },
  }
  const note = untrustedNote(units)
  return [
    ...drawReport(report, look).trimEnd().split('\n'),
    ...(note === undefined ? [] : [`${paint('yellow', '!')} ${note}`]),
  ]
}

const MAX_CALLS = 10
const answers = { deny: 'denied', ask: 'asked about', proceed: 'let through' } as const

export function drawCalls({ judged, changed }: CallChanges, paint: Paint): readonly string[] {
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
