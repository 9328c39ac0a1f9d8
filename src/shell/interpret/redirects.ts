// What redirects read, write and pass to a command.
import { hostOf } from '../../patterns/text/host-name.ts'
import { isDevice } from '../absolute-path.ts'
import { factsOfPath } from '../path-expand.ts'
import {
  displayText,
  EMPTY,
  isKnown,
  isLiteral,
  joinTexts,
  literalOf,
  matches,
  NUMBER,
  symbolic,
  UNKNOWN,
  type SymbolicText,
} from '../words/marks.ts'
import type { Redirect, Redirection, Word } from '../words/syntax.ts'
import { pathOf } from './scope.ts'
import { addSocketSend, recordFlow } from './sending.ts'
import { writtenOf } from './shell.ts'
import type { CommandContext, WordField, Shell } from './shell.ts'
import { expandBody, expandText, expandWords } from '../words/words.ts'

export interface Streams {
  /** Absent: standard input of the context. */
  readonly stdin?: SymbolicText
  /** The file that it is read from, when that is known. */
  readonly stdinFile?: string | undefined
  readonly out: 'on' | 'file' | 'nowhere'
  /** The path of that file, when it is known. */
  readonly file?: string
  /** What is written comes behind what the file holds. */
  readonly appends?: boolean
  /** The host of a socket; empty when it cannot be known. */
  readonly socket?: string
}

const unredirected: Streams = { out: 'on' }

export function applyRedirects(
  shell: Shell,
  redirects: readonly Redirection[],
  context: CommandContext,
): Streams {
  let streams = unredirected
  for (const each of redirects) {
    if (each.type === 'HereDoc')
      streams = { ...streams, stdin: hereDocumentText(shell, each, context), stdinFile: undefined }
    else if (each.type === 'HereString') {
      const text = each.target === undefined ? EMPTY : expandText(shell, each.target, context)
      streams = { ...streams, stdin: symbolic`${text}\n`, stdinFile: undefined }
    } else streams = redirectFile(shell, each, { context, streams })
  }
  return streams
}

function hereDocumentText(
  shell: Shell,
  each: Extract<Redirection, { type: 'HereDoc' }>,
  context: CommandContext,
): SymbolicText {
  const { body, delimiter, operator } = each
  const text =
    delimiter?.quoted === true
      ? body.text
      : body.parts === undefined
        ? body.text.replace(/\\([\\$`])|\\\n/g, '$1')
        : expandBody(shell, body.parts, context)
  return operator === '<<-' ? text.replace(/^\t+/gm, '') : text
}

/** Globs apply; bash rejects a target of several words. */
function targetText(shell: Shell, target: Word, context: CommandContext): SymbolicText {
  return joinTexts(
    expandWords(shell, [target], context).map(({ text }) => text),
    ' ',
  )
}

function redirectFile(
  shell: Shell,
  each: Redirect,
  { context, streams }: { readonly context: CommandContext; readonly streams: Streams },
): Streams {
  const { operator, target, descriptor } = each
  if (target === undefined) return streams
  const text = targetText(shell, target, context)
  const fd = descriptor?.type === 'FileDescriptor' ? descriptor.value : undefined
  const reads = operator.startsWith('<')
  const outward = !reads && (fd === undefined || fd === 1) && descriptor?.type !== 'FileDescriptorVariable'
  const doubles = operator === '>&' || operator === '<&'
  if (doubles && (matches(text, /^(?:\d+-?|-)$/) || (operator === '<&' && isKnown(text)))) {
    const file = shell.descriptors.get(Number.parseInt(displayText(text), 10))
    if (!outward || literalOf(text) === '1') return streams
    if (file === undefined) return { ...streams, out: 'nowhere' }
    recordFlow(shell, context.pipeline, { reads: [], writes: [{ path: file }] })
    return { ...streams, out: 'file', file }
  }
  const piped = shell.substitutionFiles.get(literalOf(text) ?? '')
  if (piped !== undefined)
    return reads
      ? { ...streams, stdin: piped, stdinFile: undefined }
      : { ...streams, out: outward ? 'on' : streams.out }
  const socket = text.match(/^\/dev\/(?:tcp|udp)\/([^/]*)\//)?.[1]
  if (socket !== undefined && !context.remote) {
    const host = isKnown(socket) ? (hostOf(displayText(socket)) ?? '') : ''
    addHost(shell, host, writtenOf(target))
    if (outward && !reads) return { ...streams, out: 'file', socket: host }
    // What later goes through another descriptor cannot be told.
    if (descriptor?.type === 'FileDescriptorVariable' || (fd !== undefined && fd > 0))
      addSocketSend(shell, host, { output: undefined, pipeline: 0 })
  } else if (!context.remote) addFile(shell, { text, written: writtenOf(target) }, { operator, context })
  if (reads) return fd === undefined || fd === 0 ? { ...streams, ...inputFrom(shell, text) } : streams
  const { out, file } = outputTo(shell, text)
  if (file !== undefined && out === 'file' && fd !== undefined && fd > 2) shell.descriptors.set(fd, file)
  const appends = operator.includes('>>')
  return outward ? { ...streams, out, appends, ...(file !== undefined && { file }) } : streams
}

function inputFrom({ scope }: Shell, text: SymbolicText): Pick<Streams, 'stdin' | 'stdinFile'> {
  const { path, glob } = (isLiteral(text) && pathOf(scope, text)) || {}
  const stdin = literalOf(text) === '/dev/null' ? EMPTY : UNKNOWN
  return { stdin, stdinFile: glob === true ? undefined : path }
}

function outputTo({ scope }: Shell, text: SymbolicText): Pick<Streams, 'out' | 'file'> {
  const known = literalOf(text)
  const path = known === undefined ? undefined : pathOf(scope, text)?.path
  const out = known !== undefined && isDevice(known) ? 'nowhere' : 'file'
  return { out, ...(path !== undefined && { file: path }) }
}

function addFile(
  shell: Shell,
  { text, written }: WordField,
  { operator, context }: { readonly operator: string; readonly context: CommandContext },
): void {
  const { sink } = shell
  const kinds =
    operator === '<' ? (['reads'] as const) : operator === '<>' ? (['reads', 'edits'] as const) : undefined
  const about = kinds ?? (['creates', 'edits'] as const)
  if (!isKnown(text))
    return sink.unresolved(
      `the file behind ${operator} is only known at run time: write its path out`,
      written,
      about,
    )
  const found = pathOf(shell.scope, text)
  if (found === undefined)
    return sink.unresolved('the directory it runs in cannot be known: write an absolute path', written, about)
  if (isDevice(found.path)) return
  // A number may name a file that does not exist yet.
  const isOpen = text.includes(NUMBER) || shell.scope.directory?.includes(NUMBER) === true
  const facts = found.glob === true && isOpen ? [found] : factsOfPath(found, shell.world.files)
  recordFlow(shell, context.pipeline, {
    reads: kinds === undefined ? [] : facts,
    writes: operator === '<' ? [] : facts,
  })
  for (const fact of facts) {
    if (kinds !== undefined) kinds.forEach((kind) => sink.push(kind, fact))
    else if (fact.glob === true) {
      sink.push('creates', fact)
      sink.push('edits', fact)
    } else sink.push(shell.world.files.kind(fact.path) === 'file' ? 'edits' : 'creates', fact)
  }
}

function addHost(shell: Shell, host: string, written: string): void {
  if (host !== '') shell.sink.push('hosts', host)
  else shell.sink.unresolved('the host is only known at run time: write it out', written, ['hosts'])
}
