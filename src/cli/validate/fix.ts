// Writes the spelling that a dead pattern's diagnostic names into its file: all else stays as it is written.
import { createFiles } from '../../store/disk/files.ts'
import type { Diagnostic, Fix } from '../../model/types.ts'
import type { FileChange } from '../../store/records/proposals.ts'
import { type Host, writeFailure } from '../../run/call.ts'
import { type Deed, whyNotHere } from '../person/consent.ts'
import { choosePaint } from '../print/page.ts'
import { drawDiff } from '../review/draw.ts'
import { writeChange } from '../review/offer.ts'
import { findProjectConfig } from '../shared/project-config.ts'

const mending: Deed = { verb: 'validate', word: 'fix', what: 'change hooks.yaml' }

/** Undefined where nothing can be mended; else the exit code. What is alive is left alone: it may be meant. */
export function fixDead(host: Host, diagnostics: readonly Diagnostic[]): number | undefined {
  const here = findProjectConfig(host)
  const changes = changesFor(diagnostics)
  const inside = whyNotHere(host, here, mending)
  if (inside !== undefined) return writeFailure(host, inside)
  if (changes.length === 0) return undefined
  host.out(`${drawDiff(changes, here, choosePaint(host)).join('\n')}\n`)
  return writeChange(host, here, { changes, deed: mending })
}

function changesFor(diagnostics: readonly Diagnostic[]): readonly FileChange[] {
  const fixes = diagnostics.flatMap(({ fix, severity }) => (fix && severity === 'error' ? [fix] : []))
  return [...new Set(fixes.map(({ path }) => path))].flatMap((path) => {
    const before = createFiles().read(path)
    if (before === undefined) return []
    const edits = fixes.flatMap((fix) => (fix.path === path ? fix.edits : []))
    const after = edited(before, edits)
    return after === before ? [] : [{ path, before, after }]
  })
}

/** From the last to the first, so that each stands where it was found. */
export function edited(text: string, edits: Fix['edits']): string {
  const lines = text.split('\n')
  const once = new Map(edits.map((edit) => [`${edit.line}:${edit.column}`, edit]))
  const ordered = [...once.values()].sort((a, b) => b.line - a.line || b.column - a.column)
  for (const { line, column, old, new: put } of ordered) {
    const now = lines[line - 1] ?? ''
    if (now.startsWith(old, column - 1))
      lines[line - 1] = now.slice(0, column - 1) + put + now.slice(column - 1 + old.length)
  }
  return lines.join('\n')
}
