import type { Span, SpanTarget } from '../types.ts'
import { encodeSpans } from './encode.ts'

/** How long anybody waits for a collector. */
const PATIENCE_MS = 1_000
const MOST_SHOWN = 200

/** What came of sending: `again` when the collector may take it later. */
export interface Sent {
  readonly problem?: string
  readonly again?: true
}

/** One request. Never rejects, and takes a second at the most. */
export async function sendSpans(spans: readonly Span[], target: SpanTarget): Promise<Sent> {
  const url = tracesUrl(target.url)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...target.headers },
      body: encodeSpans(spans, target.service),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    if (response.ok) return partlySent(text)
    const again = response.status === 429 || response.status >= 500
    return { problem: `${shownUrl(url)} answered ${response.status}`, ...(again && { again }) }
  } catch (error) {
    return { problem: `${shownUrl(url)} cannot be reached: ${reasonOf(error)}`, again: true }
  }
}

/** A collector that takes a part of it says so in its answer. */
function partlySent(text: string): Sent {
  const rejected = /"(?:rejectedSpans|rejected_spans)"\s*:\s*"?([1-9]\d*)/.exec(text)?.[1]
  return rejected === undefined ? {} : { problem: `the collector did not take ${rejected} spans` }
}

function tracesUrl(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return bare.endsWith('/v1/traces') ? bare : `${bare}/v1/traces`
}

/** Without a password or a token that stands in it. */
function shownUrl(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//').replace(/\?.*$/, '')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${PATIENCE_MS} ms`
  const { cause } = error
  const text = cause instanceof Error && cause.message !== '' ? cause.message : error.message
  return text.slice(0, MOST_SHOWN)
}
