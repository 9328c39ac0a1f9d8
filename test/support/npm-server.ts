// A registry on this machine that has one package.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface NpmServer {
  readonly url: string
  close(): void
}

/** Serves a tarball that `npm pack` made. */
export async function serveTarball(
  file: string,
  manifest: { name: string; version: string },
): Promise<NpmServer> {
  const tarball = readFileSync(file)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const server: Server = createServer(({ url }, response) => {
    if (url?.endsWith('.tgz') === true) return void response.end(tarball)
    if (url !== `/${manifest.name}`) return void response.writeHead(404).end('{}')
    const dist = { tarball: `${here()}/${manifest.name}-${manifest.version}.tgz`, integrity }
    const versions = { [manifest.version]: { ...manifest, dist } }
    const packument = { name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument))
  })
  const here = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: here(), close: () => void server.close() }
}
