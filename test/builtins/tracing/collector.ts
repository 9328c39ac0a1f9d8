import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Request
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status?: { readonly code: number; readonly message: string }
}

export interface Collector {
  readonly url: string
  readonly heard: readonly Heard[]
  readonly spans: () => readonly OtlpSpan[]
}

/** A collector on loopback; `answer` says how it answers, with -1 it never does. */
export async function collector(
  answer: () => number = () => 200,
  reply = '{"partialSuccess":{}}',
): Promise<Collector> {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (part: string) => void (text += part))
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Request })
      const status = answer()
      if (status >= 0) response.writeHead(status, { 'content-type': 'application/json' }).end(reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    spans: () =>
      heard.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
  }
}

/** Attributes as plain values. */
export function plain(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]))
}

function plainValue(value: Readonly<Record<string, unknown>>): unknown {
  if ('intValue' in value) return Number(value['intValue'])
  if ('arrayValue' in value)
    return (value['arrayValue'] as { values: Readonly<Record<string, unknown>>[] }).values.map(plainValue)
  return Object.values(value)[0]
}
