// Batches the spans of an agent in this process.
import type { ExportSpans, Span, SpanTarget } from '../../../model/types.ts'
import { sendSpans } from './send.ts'

const EVERY_MS = 1_000
const MAX_WAITING = 2_000

export interface Batches {
  readonly exportSpans: ExportSpans
  /** Sends what is waiting, and waits for open requests. */
  flush(): Promise<void>
}

interface Batch {
  readonly target: SpanTarget
  spans: Span[]
  timer: NodeJS.Timeout | undefined
  sending: Promise<void>
  /** Not yet reported. */
  problem: string | undefined
}

export function batchSpans(): Batches {
  const batches = new Map<string, Batch>()
  const batchFor = (target: SpanTarget): Batch => {
    const key = JSON.stringify(target)
    const batch = batches.get(key) ?? emptyBatch(target)
    batches.set(key, batch)
    return batch
  }
  return {
    exportSpans: async (target, spans, when) => {
      const batch = batchFor(target)
      batch.spans.push(...spans)
      if (batch.spans.length > MAX_WAITING) batch.spans = batch.spans.slice(-MAX_WAITING)
      if (when === 'now') await send(batch)
      else if (batch.spans.length > 0) batch.timer ??= setTimeout(() => void send(batch), EVERY_MS).unref()
      const { problem } = batch
      batch.problem = undefined
      return problem
    },
    flush: async () => {
      await Promise.all([...batches.values()].map(send))
    },
  }
}

function emptyBatch(target: SpanTarget): Batch {
  return { target, spans: [], timer: undefined, sending: Promise.resolve(), problem: undefined }
}

/** Sends batches one after another. */
function send(batch: Batch): Promise<void> {
  clearTimeout(batch.timer)
  batch.timer = undefined
  batch.sending = batch.sending.then(async () => {
    const spans = batch.spans.splice(0)
    if (spans.length === 0) return
    const { problem, retry } = await sendSpans(spans, batch.target)
    if (problem !== undefined) batch.problem = problem
    if (retry === true) batch.spans.unshift(...spans)
  })
  return batch.sending
}
