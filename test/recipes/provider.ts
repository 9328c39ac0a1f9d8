// A provider on loopback that answers what it is told, one answer after the other.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Heard {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

export type Answering = (response: ServerResponse, heard: Heard) => void

export interface Provider {
  readonly url: string
  readonly heard: readonly Heard[]
  close(): Promise<void>
}

/** The last answer is given again and again. */
export async function provider(...answers: readonly Answering[]): Promise<Provider> {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Heard['body'] // what we sent
      const said = { path: request.url ?? '', headers: request.headers, body }
      heard.push(said)
      answers[Math.min(heard.length, answers.length) - 1]?.(response, said)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

export const json =
  (value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answering =>
  (response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(value))

export const text =
  (body: string, status = 200): Answering =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end(body)

/** Says more than it gives. */
export const cutOff: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"content": [{"type": "te', () => response.destroy())
}

export const silent: Answering = () => {}
