// The host that an address reaches, however it is spelled.

const plainName = /^[a-z\d_-]+(?:\.[a-z\d_-]+)*$/
/** `127.1`, `0x7f000001`: what ends in a number is an address. */
const endsInNumber = /(?:^|\.)(?:0x[\da-f]*|\d+)$/
const bareV6 = /^[\da-f]*:[\da-f]*:[\da-f:]*(?:\d+(?:\.\d+){3})?(?:%[\w-]+)?$/

/** In lower case and ASCII, without user and port, numbers as an address; undefined when it cannot be told. */
export function hostOf(text: string): string | undefined {
  const host = withoutPort(text.slice(text.lastIndexOf('@') + 1).toLowerCase()).replace(/\.$/, '')
  if (host === '' || (plainName.test(host) && !endsInNumber.test(host))) return host
  if (/[\s{}$*?()\\<>^`|"'/#…]/.test(host)) return undefined
  const url = `http://${host.replace(/%[\w-]+\]$/, ']')}`
  return URL.canParse(url) ? plainAddress(new URL(url).hostname.replace(/\.$/, '')) : undefined
}

function withoutPort(host: string): string {
  if (host.startsWith('[')) return host.replace(/\]:\d*$/, ']')
  return bareV6.test(host) ? `[${host}]` : host.replace(/:\d*$/, '')
}

/** An IPv6 address that stands for one of IPv4 is that one. */
function plainAddress(host: string): string {
  if (!host.startsWith('[')) return host
  const address = host.slice(1, -1)
  const [, high, low] = /^::(?:ffff:)?([\da-f]+):([\da-f]+)$/.exec(address) ?? []
  if (high === undefined || low === undefined) return address
  const bytes = [high, low].flatMap((each) => {
    const number = Number.parseInt(each, 16)
    return [number >> 8, number & 255]
  })
  return bytes.join('.')
}

/** Schemes that need no slashes: `http:/host`, `http:\\host`. */
const special = /^(?:https?|wss?|ftp):[\\/]*/i
const anyScheme = /^(?:jdbc:)?(?:[a-z][a-z\d+.-]*:)?\/\//i

/** What stands between scheme and path; two where programs differ on a backslash. */
export function authoritiesOf(url: string): readonly string[] {
  const rest = url.replace(special.test(url) ? special : anyScheme, '')
  const [first = ''] = /^[^/?#\\]*/.exec(rest) ?? []
  const [other = ''] = /^[^/?#]*/.exec(rest) ?? []
  return other.length > first.length && other.includes('@', first.length) ? [first, other] : [first]
}

/** Is it this machine, by the name in an address? */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
}
