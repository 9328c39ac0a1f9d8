// Which host a word names.
import type { FactKind } from '../../../model/types.ts'
import {
  addUnknownWord,
  addUnresolved,
  isUnknownWord,
  role,
  roleOfAnyWord,
  type CommandState,
  type ArgumentWord,
  type Role,
  type Roles,
} from '../command-state.ts'
import { authoritiesOf, hostOf } from '../../../patterns/text/host-name.ts'
import { pathRoles } from './paths.ts'

const about: readonly FactKind[] = ['hosts']

export function addHost(text: string, state: CommandState): void {
  const host = hostOf(text)
  if (host === undefined)
    addUnresolved(state, { text, about, reason: `the host in ${text} cannot be told: write its plain name` })
  else if (host !== '' && !state.hosts.includes(host)) state.hosts.push(host)
}

const scheme = /^([a-z][a-z\d+.-]*):\/\//i

/** A URL, with or without its scheme; `file:` is a read, a socket of this machine nothing. */
function applyUrl(word: ArgumentWord, state: CommandState): void {
  const { text } = word
  if (/^(?:unix|npipe|fd):/i.test(text) || /^(?:\/(?!\/)|[.~])/.test(text)) return
  if (/^file:/i.test(text)) {
    const path = decoded(text.replace(/^file:(?:\/\/(?:localhost(?=\/))?)?/i, ''))
    return pathRoles.read?.apply({ ...word, text: path }, state)
  }
  for (const authority of authoritiesOf(text))
    for (const host of authority.slice(authority.lastIndexOf('@') + 1).split(/,(?![^{]*\})/))
      addHost(host, state)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A host that is known, whatever stands behind it. */
const knownHost = /^(?:(?!file:)[a-z]+:\/\/)?\w[\w.-]*(?::\d+)?[/?#]/i

const urlRole = roleOfAnyWord(about, (word, state) => {
  if (!isUnknownWord(state, word.at) || knownHost.test(word.text)) applyUrl(word, state)
  else addUnknownWord(state, word, about)
})

/** `user@host:path` of scp and rsync; undefined for a path of this machine. */
export function remoteHost(text: string): string | undefined {
  if (!text.includes(':')) return undefined
  if (scheme.test(text)) return /^[^/]*/.exec(text.replace(scheme, ''))?.[0]
  return /^((?:[^/:@]+@)?(?:\[[^\]]+\]|[^/:]+)):/.exec(text)?.[1]
}

/** What is copied goes elsewhere; undefined: nobody knows to whom. */
export function sendSources(state: CommandState, receiver: string | undefined): void {
  const sent = state.sources.flatMap((each) => each.sent ?? [])
  if (sent.length === 0) return
  state.sends.push(...sent)
  if (receiver !== undefined) state.receivers.push(receiver)
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
    if (name === 'into') sendSources(state, hostOf(host))
    else
      state.sources.push({
        ...(isUnknownWord(state, word.at) ? {} : { name: nameIn(word.text) }),
        tree: name === 'copy-tree',
      })
  })
}

const scpInto = remoteOrLocal('into')

/** A destination that cannot be known is elsewhere when it has a colon, and may be without. */
const copyInto = roleOfAnyWord(scpInto.about, (word, state) => {
  if (!isUnknownWord(state, word.at)) return scpInto.apply(word, state)
  const isElsewhere = word.text.includes(':')
  addUnknownWord(state, word, isElsewhere ? about : [...scpInto.about, 'sends'])
  if (isElsewhere) sendSources(state, undefined)
})

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

/** Several in one text: `https://a,direct`. */
const addresses = role(about, ({ text }, state) => {
  for (const each of text.split(/[\s,|]+/))
    if (!/^(?:direct|off|none|)$/.test(each)) applyUrl({ text: each, at: -1 }, state)
})

export const isUrl = (text: string): boolean => scheme.test(text)
export const looksLikeHost = (text: string): boolean =>
  /^(?:localhost|[\w-]+(?:\.[\w-]+)+|\[[\da-f:.]+\]|[\da-f]*:[\da-f]*:[\da-f:]*)(?:[:/?#]|$)/i.test(text)

/** A database by its address, or `host=a,b port=5432`; a name is one of this machine. */
const database = role(about, (word, state) => {
  const [, named] = /(?:^|\s)host(?:addr)?\s*=\s*'?([^\s']+)/.exec(word.text) ?? []
  if (named !== undefined) addresses.apply({ text: named, at: -1 }, state)
  else if (isUrl(word.text)) applyUrl(word, state)
})

/** `https_proxy=…`, `Acquire::http::Proxy=…`, `HostName=…`: settings that say what is contacted. */
const setting = role(about, ({ text }, state) => {
  const [, key = '', value = ''] = /^\s*([\w.:@/-]+?)[\s=]+([^]*)$/.exec(text) ?? []
  if (/(?:proxy|hostname|registry|index-url|mirror)$/i.test(key) && value !== 'none')
    addresses.apply({ text: value.replace(/^["']|["']$/g, ''), at: -1 }, state)
})

/** A package by its address: `git+https://…`, `git@host:a/b`, `github:a/b`. */
const npmPackage = role(about, ({ text }, state) => {
  const address = text.replace(/^(?:@[\w.-]+\/)?[\w.-]+@(?=\w+:|\w+@)/, '')
  const [, service] = /^(github|gitlab|bitbucket):/.exec(address) ?? []
  if (service !== undefined) state.hosts.push(service === 'bitbucket' ? 'bitbucket.org' : `${service}.com`)
  else if (isUrl(address)) applyUrl({ text: address, at: -1 }, state)
  else if (/^[\w.-]+@[\w.-]+:/.test(address)) addHost(remoteHost(address) ?? '', state)
  else if (/^[\w-]+\/[\w.-]+(?:#.*)?$/.test(address)) state.hosts.push('github.com')
})

/** Other registries that the files of npm name. */
export function addRegistries(state: CommandState): void {
  const { cwd, world } = state
  for (const dir of new Set([cwd, world.root, world.home])) {
    const text = dir === '' ? undefined : world.files.read(`${dir}/.npmrc`)
    for (const [, url = ''] of text?.matchAll(/^\s*(?:@[\w-]+:)?registry\s*=\s*(\S+)/gm) ?? [])
      if (!url.includes('//registry.npmjs.org')) addresses.apply({ text: url, at: -1 }, state)
  }
}

export const hostRoles: Roles = {
  addresses,
  jump: role(about, ({ text }, state) => {
    for (const each of text.split(',')) if (each !== 'none') addHost(each.replace(/^ssh:\/\//, ''), state)
  }),
  'database-address': database,
  'host-setting': setting,
  'npm-package': npmPackage,
  host: {
    about,
    apply: ({ text }, state) => addHost(text.replace(/^[a-z]+:\/\//i, '').replace(/[/?#].*$/s, ''), state),
  },
  url: urlRole,
  // a name of a package, or the address of one
  'package-link': {
    ...urlRole,
    apply(word, state) {
      const text = word.text.replace(/^git\+|^oci:(?=\/\/)/i, (found) => (found === 'oci:' ? 'https:' : ''))
      if (/^[a-z]+:\/\//i.test(text)) urlRole.apply({ ...word, text }, state)
    },
  },
  connect,
  image,
  'scp-copy': remoteOrLocal('copy'),
  'scp-tree': remoteOrLocal('copy-tree'),
  'scp-into': copyInto,
}
