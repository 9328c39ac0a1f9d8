import { isLoopback } from '../../../patterns/text/loopback.ts'
import type { Span, SpanTarget } from '../../../model/types.ts'
import { encodeSpans } from './encode.ts'

/** How long anybody waits for a collector. */
const PATIENCE_MS = 1_000
const MAX_SHOWN = 200
const PATH = '/v1/traces'
const NO_ADDRESS =
  'otlp is not the address of a collector: write it as https://collector.example.com:4318, a password in headers'

const UNENCRYPTED = 'headers would be sent unencrypted: write the address in otlp with https:'

/** What came of sending: `again` when the collector may take it later. */
export interface Sent {
  readonly problem?: string
  readonly again?: true
}

/** One request. Never rejects, and takes a second at the most. */
export async function sendSpans(spans: readonly Span[], target: SpanTarget): Promise<Sent> {
  const url = tracesUrl(target.url)
  if (url === undefined) return { problem: NO_ADDRESS }
  if (Object.keys(target.headers).length > 0 && !isSafe(url)) return { problem: UNENCRYPTED }
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

/** Undefined when no request can be sent there; to an address that holds a password none can. */
function tracesUrl(written: string): URL | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isWeb || url.username !== '' || url.password !== '') return undefined
  const bare = url.pathname.replace(/\/+$/, '')
  url.pathname = bare.endsWith(PATH) ? bare : `${bare}${PATH}`
  return url
}

/** For what is nobody else's to read. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}

/** Without a token that stands in it. */
function shownUrl({ origin, pathname }: URL): string {
  return pathname === PATH ? `${origin}${PATH}` : `${origin}/…${PATH}`
}

/** What is told of a header that cannot be sent quotes it, so that only what went wrong on the way is repeated. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${PATIENCE_MS} ms`
  const { cause } = error
  if (!(cause instanceof Error)) return 'its headers cannot be sent'
  return (cause.message === '' ? error.message : cause.message).slice(0, MAX_SHOWN)
}
