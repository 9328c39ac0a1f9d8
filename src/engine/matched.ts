import type { Match, TraceEntry } from '../types.ts'

const LONGEST = 200

/** Why a rule matched, and what of the call it met; the tool's name tells nothing that the event does not. */
export function matchPart({ why, bind }: Match): Pick<TraceEntry, 'why' | 'matched'> {
  const values =
    bind === undefined ? [] : Object.keys(bind).flatMap((key) => (key === 'tool' ? [] : bind[key]))
  const matched = [...new Set(values)].join(', ')
  const isShown = matched !== '' && matched.length <= LONGEST && !/[\r\n]/.test(matched)
  return { ...(why !== undefined && { why }), ...(isShown && { matched }) }
}
