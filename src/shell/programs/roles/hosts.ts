// Which host a word names.
import type { FactKind } from '../../../model/types.ts'
import {
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  role,
  roleOfAnyWord,
  type CommandState,
  type CommandWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { pathRoles } from './paths.ts'

const about: readonly FactKind[] = ['hosts']

/** A number of the C library's making: 0x7f, 0177, 127. */
function addressPart(text: string): number | undefined {
  if (/^0x[\da-f]{1,8}$/.test(text)) return Number.parseInt(text, 16)
  if (/^0[0-7]{1,11}$/.test(text)) return Number.parseInt(text, 8)
  return /^(?:0|[1-9]\d{0,9})$/.test(text) ? Number(text) : undefined
}

/** `0x7f.1` and `2130706433` are 127.0.0.1; undefined when it is a number that is no address. */
function parseAddress(host: string): string | undefined {
  const parts = host.split('.').map(addressPart)
  const numbers = parts.filter((each) => each !== undefined)
  const last = numbers.at(-1)
  if (numbers.length !== parts.length || parts.length > 4 || last === undefined) return undefined
  const front = numbers.slice(0, -1)
  const room = 4 - front.length
  if (front.some((each) => each > 255) || last >= 256 ** room) return undefined
  const back = Array.from({ length: room }, (_, at) => Math.floor(last / 256 ** (room - 1 - at)) % 256)
  return [...front, ...back].join('.')
}

/** In lower case, without user and port; undefined when it cannot be told. */
export function hostOf(text: string): string | undefined {
  let host = text.slice(text.lastIndexOf('@') + 1).toLowerCase()
  if (host.startsWith('[')) {
    const end = host.indexOf(']')
    return end < 0 ? undefined : host.slice(1, end)
  }
  if (/:\d*$/.test(host)) host = host.slice(0, host.lastIndexOf(':'))
  host = host.replace(/\.$/, '')
  if (/^(?:0x[\da-f]*|\d+)$/.test(host.slice(host.lastIndexOf('.') + 1))) return parseAddress(host)
  return /[\s%{}$*?[\]()\\<>^`|"']/.test(host) ? undefined : host
}

export function addHost(text: string, state: CommandState): void {
  const host = hostOf(text)
  if (host === undefined)
    addUnresolved(state, { text, about, reason: `the host in ${text} cannot be told: write its plain name` })
  else if (host !== '' && !state.hosts.includes(host)) state.hosts.push(host)
}

const scheme = /^([a-z][a-z\d+.-]*):\/\//i

/** A URL, with or without its scheme; `file:` is a read. */
function applyUrl(word: CommandWord, state: CommandState): void {
  const found = scheme.exec(word.text)
  const rest = found === null ? word.text : word.text.slice(found[0].length)
  if (found?.[1]?.toLowerCase() === 'file') {
    pathRoles.read?.apply({ ...word, text: decoded(rest.replace(/^localhost\//, '/')) }, state)
    return
  }
  if (found === null && /^[./~]/.test(rest)) return
  const authority = /^[^/?#\\]*/.exec(rest)?.[0] ?? ''
  addHost(authority, state)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A known beginning tells the host of a URL whose end cannot be known. */
const urlRole = roleOfAnyWord(about, (word, state) => {
  if (!isUnknownWord(state, word.at) || /^[a-z]+:\/\/[\w.-]+(?::\d+)?\//i.test(word.text))
    applyUrl(word, state)
  else addUnknownWord(state, word, about)
})

/** `user@host:path` of scp and rsync; undefined for a path of this machine. */
export function remoteHost(text: string): string | undefined {
  if (!text.includes(':')) return undefined
  if (scheme.test(text)) return /^[^/]*/.exec(text.replace(scheme, ''))?.[0]
  return /^((?:[^/:@]+@)?(?:\[[^\]]+\]|[^/:]+)):/.exec(text)?.[1]
}

/** What a file that is elsewhere is called. */
function nameIn(text: string): string {
  const path = text.slice(text.lastIndexOf(':') + 1)
  return /[*?[]/.test(path) ? '' : path.slice(path.lastIndexOf('/') + 1)
}

/** The same role here, a host when it is elsewhere. */
function remoteOrLocal(name: string): Role {
  const local = pathRoles[name]
  return role([...(local?.about ?? []), ...about], (word, state) => {
    const host = remoteHost(word.text)
    if (host === undefined) return local?.apply(word, state)
    addHost(host, state)
    if (name !== 'into')
      state.sources.push({
        ...(isUnknownWord(state, word.at) ? {} : { name: nameIn(word.text) }),
        tree: name === 'copy-tree',
      })
  })
}

/** curl's `--connect-to a:1:b:2` and `--resolve a:443:1.2.3.4`: what is really contacted. */
const connect = role(about, ({ text }, state) => {
  const fields = text.replace(/^\+/, '').split(':')
  if (state.has('--connect-to') && fields[2]) addHost(fields[2], state)
  else for (const each of fields.slice(2).join(':').split(',')) addHost(each, state)
})

/** An image's registry: `ghcr.io/a/b`, or the one of Docker. */
const image = role(about, ({ text }, state) => {
  const [first = '', ...others] = text.split('/')
  if (others.length > 0 && /[.:]|^localhost$/.test(first)) addHost(first, state)
  else state.hosts.push('registry:docker')
})

export const hostRoles: Roles = {
  host: {
    about,
    apply: ({ text }, state) => addHost(text.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/s, ''), state),
  },
  url: urlRole,
  connect,
  image,
  'scp-copy': remoteOrLocal('copy'),
  'scp-tree': remoteOrLocal('copy-tree'),
  'scp-into': remoteOrLocal('into'),
}
