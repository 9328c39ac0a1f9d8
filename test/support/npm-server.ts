// A registry on this machine.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface NpmServer {
  readonly url: string
  close(): void
}

interface Package {
  readonly manifest: { readonly name: string; readonly version: string }
  /** As `npm pack` made it; absent: nobody should ask for it. */
  readonly tarball?: string
}

export async function servePackages(packages: readonly Package[]): Promise<NpmServer> {
  const server: Server = createServer(({ url = '' }, response) => {
    const asked = decodeURIComponent(url)
    const found = packages.find(({ manifest: { name } }) => asked === `/${name}` || asked === `/${name}.tgz`)
    if (found === undefined) return void response.writeHead(404).end('{}')
    const { manifest } = found
    const tarball = found.tarball === undefined ? undefined : readFileSync(found.tarball)
    if (asked.endsWith('.tgz')) return void (tarball ? response : response.writeHead(404)).end(tarball)
    const integrity = `sha512-${createHash('sha512')
      .update(tarball ?? '')
      .digest('base64')}`
    const dist = { tarball: `${here()}/${manifest.name}.tgz`, integrity }
    const versions = { [manifest.version]: { ...manifest, dist } }
    const packument = { name: manifest.name, 'dist-tags': { latest: manifest.version }, versions }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument))
  })
  const here = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { url: here(), close: () => void server.close() }
}
