// Spools spans in the session's state until the run ends: each event has its own process.
import { hash } from '../../../patterns/text/hash.ts'
import type { ExportSpans, Span, State } from '../../../model/types.ts'
import { sendSpans } from './send.ts'

/** For a collector that is down. */
const MAX_KEPT_CHARS = 1_000_000

export function spoolSpans(state: State): ExportSpans {
  return async (target, spans, when) => {
    const spool = `spans/${hash(`${target.url} ${target.service}`)}`
    if (spans.length > 0) state.append(spool, spans.map((span) => `${JSON.stringify(span)}\n`).join(''))
    if (when === 'later') return undefined
    const text = state.read(spool) ?? ''
    const sent = Number(state.read(`${spool}-sent`) ?? 0)
    const waiting = text.slice(sent)
    if (waiting === '') return undefined
    const { problem, retry } = await sendSpans(waiting.split('\n').flatMap(parseSpan), target)
    const isKept = retry === true && waiting.length <= MAX_KEPT_CHARS
    if (!isKept) state.write(`${spool}-sent`, String(text.length))
    if (problem === undefined || isKept) return problem
    return retry === true ? `${problem}; its spans of this session are left out` : problem
  }
}

function parseSpan(line: string): readonly Span[] {
  if (line === '') return []
  try {
    return [JSON.parse(line) as Span] // written above
  } catch {
    return []
  }
}
