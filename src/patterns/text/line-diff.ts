// What a change adds to a text, by lines.
import { diffArrays } from 'diff'
import type { AddFact } from '../../model/types.ts'

/** Texts that differ in more lines are one hunk. */
const MAX_EDITS = 500

/** Each hunk that has new lines, with those in whose place they stand. */
export function hunksOf(old: string, text: string): readonly AddFact[] {
  if (old === '' || text === '') return text === '' ? [] : [{ text }]
  const parts = diffArrays(linesOf(old), linesOf(text), { maxEditLength: MAX_EDITS })
  if (parts === undefined) return [{ text, removed: old }]
  const hunks: AddFact[] = []
  let removed: readonly string[] = []
  let added: readonly string[] = []
  const end = (): void => {
    const lines = added.join('\n')
    if (lines !== '') hunks.push({ text: lines, ...(removed.length > 0 && { removed: removed.join('\n') }) })
    removed = added = []
  }
  for (const part of parts)
    if (part.added) added = part.value
    else if (part.removed) removed = part.value
    else end()
  end()
  return hunks
}

const linesOf = (text: string): string[] => text.split(/\r?\n/)
