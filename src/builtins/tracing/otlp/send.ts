import { isLoopback } from '../../../patterns/text/host-name.ts'
import type { Span, SpanTarget } from '../../../model/types.ts'
import { encodeSpans } from './encode.ts'

const TIMEOUT_MS = 1_000
const MAX_SHOWN = 200
const PATH = '/v1/traces'
const NO_ADDRESS =
  'otlp is not the address of a collector: write it as https://collector.example.com:4318, a password in headers'

const UNENCRYPTED = 'headers would be sent unencrypted: write the address in otlp with https:'

export interface SendResult {
  readonly problem?: string
  /** It may succeed later. */
  readonly retry?: true
}

/** One request with a short timeout. Never rejects. */
export async function sendSpans(spans: readonly Span[], target: SpanTarget): Promise<SendResult> {
  const url = tracesUrl(target.url)
  if (url === undefined) return { problem: NO_ADDRESS }
  if (Object.keys(target.headers).length > 0 && !isEncrypted(url)) return { problem: UNENCRYPTED }
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...target.headers },
      body: encodeSpans(spans, target.service),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.ok) return partialSuccess(text)
    const retry = response.status === 429 || response.status >= 500
    return { problem: `${shownUrl(url)} answered ${response.status}`, ...(retry && { retry }) }
  } catch (error) {
    return { problem: `${shownUrl(url)} cannot be reached: ${reasonOf(error)}`, retry: true }
  }
}

/** A collector may reject some of the spans. */
function partialSuccess(text: string): SendResult {
  const rejected = /"(?:rejectedSpans|rejected_spans)"\s*:\s*"?([1-9]\d*)/.exec(text)?.[1]
  return rejected === undefined ? {} : { problem: `the collector did not take ${rejected} spans` }
}

/** Undefined for addresses that fetch refuses, such as those with a password. */
function tracesUrl(written: string): URL | undefined {
  const url = URL.canParse(written) ? new URL(written) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isWeb || url.username !== '' || url.password !== '') return undefined
  const bare = url.pathname.replace(/\/+$/, '')
  url.pathname = bare.endsWith(PATH) ? bare : `${bare}${PATH}`
  return url
}

function isEncrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || isLoopback(hostname)
}

/** Hides a path, which may hold a token. */
function shownUrl({ origin, pathname }: URL): string {
  return pathname === PATH ? `${origin}${PATH}` : `${origin}/…${PATH}`
}

/** Only network errors are repeated: an error about a header would quote it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${TIMEOUT_MS} ms`
  const { cause } = error
  if (!(cause instanceof Error)) return 'its headers cannot be sent'
  return (cause.message === '' ? error.message : cause.message).slice(0, MAX_SHOWN)
}
