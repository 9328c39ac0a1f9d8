// What a word makes a program send to another machine.
import { isUnknownWord, optionValue, role, roleOfAnyWord, addUnknownWord } from '../command-state.ts'
import type { CommandState, ArgumentWord, Role, Roles } from '../command-state.ts'
import { hostOf } from '../../../patterns/text/host-name.ts'
import { pushTo } from './git/git.ts'
import { addHost, hostRoles, isUrl, looksLikeHost, remoteHost, sendSources } from './hosts.ts'
import { pathRoles } from './paths.ts'
import { repositoryRoot, resolvePath } from './place.ts'

const stream = /^(?:-|\.|\/dev\/(?:stdin|fd\/\d+)|\/(?:proc\/self|dev)\/fd\/\d+)$/

/** A file, or standard input. */
function sendFile(word: ArgumentWord, state: CommandState, tree = false): void {
  if (isUnknownWord(state, word.at)) {
    state.sends.push({ kind: 'file' })
    return addUnknownWord(state, word, ['reads'])
  }
  if (stream.test(word.text) && !(tree && word.text === '.')) {
    const substituted = /^\/dev\/fd\/[1-9]\d/.test(word.text)
    return void state.sends.push({ kind: 'input', ...(substituted && { substituted }) })
  }
  const named = resolvePath(word, state, ['reads'])
  if (named === undefined) return
  const path = tree ? { ...named, tree } : named
  state.reads.push(path)
  state.sends.push({ kind: 'file', path })
}

function sendText({ text, at }: ArgumentWord, state: CommandState, aside = false): void {
  if (text !== '') state.sends.push({ kind: 'word', text, at, ...(aside && { aside }) })
}

/** Standard input, where something is given there. */
function sendInput(state: CommandState): void {
  if (state.input !== undefined) state.sends.push({ kind: 'input' })
}

/** A file after a sign, or text: `@file`, `name=@file`. An unknown part of a path is an unknown file. */
function sendMarked(pattern: RegExp, doubt: RegExp): Role {
  return roleOfAnyWord(['reads'], (word, state) => {
    const files = [...word.text.matchAll(pattern)].map(([, file = '']) => file)
    for (const text of files) sendFile({ ...word, text }, state)
    if (files.length > 0) return
    sendText(word, state)
    if (isUnknownWord(state, word.at) && doubt.test(word.text)) addUnknownWord(state, word, ['reads'])
  })
}

const authorizes = /^[\w-]*(?:auth|token|key|cookie|secret)[\w-]*:/i

const header = roleOfAnyWord(['reads'], (word, state) => {
  if (!isUnknownWord(state, word.at)) pathRoles.attached?.apply(word, state)
  else if (/^[@$`…]/.test(word.text)) addUnknownWord(state, word, ['reads'])
  if (!word.text.startsWith('@') && !authorizes.test(word.text)) sendText(word, state, true)
})

/** What stands behind the host in an address. */
export const address = roleOfAnyWord(['hosts', 'reads'], (word, state) => {
  hostRoles.url?.apply(word, state)
  const behind = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*([^]*)$/i.exec(word.text)?.[1] ?? ''
  const isOpen = isUnknownWord(state, word.at)
  if (!/^file:/i.test(word.text) && (isOpen || behind.length > 1))
    sendText({ ...word, text: isOpen ? word.text : behind }, state, true)
})

/** `METHOD`, an address, and what is sent there: `name=text`, `name@file`, `@file`. */
const httpWord = roleOfAnyWord(['hosts', 'reads'], (word, state) => {
  const { text } = word
  const file = /^(?:[\w.[\]-]*:?=?@)(.+)$/s.exec(text)?.[1]
  if (isUrl(text) || looksLikeHost(text) || /^:(?:\d|\/)/.test(text)) address.apply(word, state)
  else if (file !== undefined) sendFile({ ...word, text: file }, state)
  else if (/^[\w.[\]-]+(?::=|=(?!=))/.test(text)) sendText(word, state)
  else if (text.includes('==')) sendText(word, state, true)
  else if (isUnknownWord(state, word.at) && !text.includes(':')) addUnknownWord(state, word, ['hosts'])
})

/** A name that is looked up, which carries text to whoever answers for it. */
const lookup = roleOfAnyWord(['hosts'], (word, state) => {
  const { text } = word
  if (isUnknownWord(state, word.at)) {
    addUnknownWord(state, word, ['hosts'])
    sendText(word, state, true)
  } else if (isUrl(text)) hostRoles.url?.apply(word, state)
  else if (looksLikeHost(text.replace(/^@/, ''))) hostRoles.host?.apply(word, state)
})

const bucket = /^(s3|gs|az|r2|b2|oss|cos):\/\/([^/]*)/i

/** What is copied, or standard input; nothing when it comes from a bucket. */
function bucketFrom(name: 'copy-tree' | 'move'): Role {
  const local = pathRoles[name]
  return roleOfAnyWord(local?.about ?? [], (word, state) => {
    if (word.text === '-') state.sources.push({ tree: false, sent: { kind: 'input' } })
    else if (!bucket.test(word.text)) local?.apply(word, state)
  })
}

const hostIn = (url: string): string | undefined =>
  hostOf(url.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/s, ''))

/** Whoever gets what was copied, else a place of this machine. */
const bucketTo = roleOfAnyWord(['creates', 'edits', 'sends'], (word, state) => {
  const [, scheme, owner = ''] = bucket.exec(word.text) ?? []
  const endpoint = optionValue(state, '--endpoint-url')
  if (scheme !== undefined && endpoint !== undefined) sendSources(state, hostIn(endpoint))
  else if (scheme !== undefined) sendSources(state, `${scheme.toLowerCase()}://${owner}`)
  else if (isUnknownWord(state, word.at)) addUnknownWord(state, word, ['creates', 'edits', 'sends'])
  else pathRoles['write-tree']?.apply(word, state)
})

/** `dana@shop.example`, to whose host a mail goes. */
const recipient = role([], ({ text }, state) => {
  const host = /@([\w.-]+)/.exec(text)?.[1]
  if (host !== undefined) state.receivers.push(host.toLowerCase())
})

const putLine = /(?:^|;)\s*-?m?put\s+(?:-\w+\s+)*("[^"]+"|[^\s;]+)/gim

/** The files that commands for a file transfer put on the other machine. */
function sendPut(text: string, state: CommandState): void {
  for (const [, name = ''] of text.matchAll(putLine))
    sendFile({ text: name.replaceAll('"', ''), at: -1, ...(/[*?]/.test(name) && { glob: true }) }, state)
}

/** A push to an address, or to a remote that the repository does not have. */
const push = roleOfAnyWord(['hosts'], (word, state) => {
  if (isUnknownWord(state, word.at)) return addUnknownWord(state, word, ['hosts'])
  pushTo(word, state)
  const top = repositoryRoot(state)
  if (top === undefined || state.has('--dry-run')) return
  const path = { path: top, tree: true, skips: ['ignored', '.git'] } as const
  const isAddress = /:\/\/|^[^/:]+:/.test(word.text)
  if (isAddress || /^[\w.-]+$/.test(word.text))
    state.sends.push({ kind: 'repository', path, remote: isAddress ? '' : word.text })
})

/** What goes into an archive, which may stand on another machine: `tar -cf host:a.tar`. */
const packed = roleOfAnyWord(['reads'], (word, state) => {
  const archive = state.has('--force-local') ? undefined : optionValue(state, '--file')
  if (archive !== undefined && remoteHost(archive) !== undefined) sendFile(word, state, true)
  else if (isUnknownWord(state, word.at)) addUnknownWord(state, word, ['reads'])
  else pathRoles.tree?.apply(word, state)
})

export const sendRoles = (): Roles => ({
  send: sendMarked(/^@(.+)/gs, /^[$`…]/),
  'send-form': sendMarked(/=[@<]([^;,]+)/gs, /=[$`…]/),
  'send-encoded': sendMarked(/^[^=@]*@([^]+)$/g, /^[$`…]/),
  'send-field': sendMarked(/^[^=]*=@([^]+)$/g, /=[$`…]/),
  'send-text': roleOfAnyWord([], (word, state) => sendText(word, state)),
  'send-aside': roleOfAnyWord([], (word, state) => sendText(word, state, true)),
  'send-header': header,
  'send-file': roleOfAnyWord(['reads'], (word, state) => sendFile(word, state)),
  'send-tree': roleOfAnyWord(['reads'], (word, state) => sendFile(word, state, true)),
  'send-input': role([], (_, state) => sendInput(state)),
  'send-url': address,
  'send-word': httpWord,
  'net-word': lookup,
  'send-put': role([], ({ text }, state) => sendPut(text === '-' ? (state.input?.text ?? '') : text, state)),
  'send-push': push,
  recipient,
  receiver: role([], ({ text }, state) => void state.receivers.push(text)),
  'storage-account': role([], ({ text }, state) => addHost(`${text}.blob.core.windows.net`, state)),
  packed,
  's3-from': bucketFrom('copy-tree'),
  's3-move': bucketFrom('move'),
  's3-to': bucketTo,
  /** `mc cp f store/bucket`: a name that mc was told an address for. */
  'alias-to': roleOfAnyWord([], ({ text }, state) => {
    if (!/^[./~]/.test(text)) sendSources(state, text.split('/')[0])
  }),
  'put-url': roleOfAnyWord(['hosts'], (word, state) => {
    hostRoles.url?.apply(word, state)
    if (isUrl(word.text) || isUnknownWord(state, word.at)) sendSources(state, undefined)
  }),
})
