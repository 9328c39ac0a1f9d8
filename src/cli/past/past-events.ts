// Turns files of transcripts and payloads into events, one after the other.
import fs from 'node:fs'
import type { AgentHistory } from '../../agents/shared/agent.ts'
import type { PlainObject } from '../../model/plain-object.ts'
import type { Dialect, Event } from '../../model/types.ts'
import { isInside } from '../../config/read/package-rules.ts'
import { chooseDialect } from '../../run/payload.ts'
import type { Host } from '../../run/call.ts'
import { parsePayload } from '../../run/payload.ts'
import { relocatePayload } from '../../run/locate.ts'
import { createFiles, lookAt } from '../../store/disk/files.ts'
import { findRoot } from '../../store/project.ts'
import { histories, reasonOf, type FoundFiles, type ReplayFile, type Unreadable } from './find-files.ts'

export interface PastEvent {
  readonly event: Event
  /** ISO 8601, where the source tells it. */
  readonly time?: string
}

/** What was left out, and why. */
export interface LeftOutCalls {
  /** Lines that are no JSON object. */
  broken: number
  /** Lines above the limit. */
  long: number
  /** Objects that no agent sends. */
  unknown: number
  readonly unreadable: Unreadable[]
}

interface PastEventOptions {
  readonly host: Host
  readonly root: string
  /** Only of sessions that began below the root. */
  readonly here: boolean
  /** With the results of calls. */
  readonly results: boolean
  /** ISO 8601: only what happened since. */
  readonly since: string
  /** Told how many bytes were read so far. */
  readonly onRead: (bytes: number) => void
}

export function* pastEvents(
  { files, unreadable }: FoundFiles,
  options: PastEventOptions,
): Generator<PastEvent, LeftOutCalls> {
  const left: LeftOutCalls = { broken: 0, long: 0, unknown: 0, unreadable: [...unreadable] }
  const seen = new Set<string>()
  let before = 0
  for (const file of files) {
    try {
      yield* eventsIn(file, { ...options, left, seen, onRead: (bytes) => options.onRead(before + bytes) })
    } catch (error) {
      left.unreadable.push({ path: file.path, why: reasonOf(error) })
    }
    before += file.bytes
  }
  return left
}

interface Reading extends PastEventOptions {
  readonly left: LeftOutCalls
  /** Calls that were read before. */
  readonly seen: Set<string>
}

function* eventsIn({ path: file }: ReplayFile, reading: Reading): Generator<PastEvent> {
  const read = createEntryReader(reading)
  let bytes = 0
  for (const line of file.endsWith('.json') ? [wholeFile(file)] : readLines(file)) {
    reading.onRead((bytes += line?.length ?? 0))
    if (line === undefined) reading.left.long += 1
    if (line === undefined || line.trim() === '' || isSkipped(line, reading)) continue
    const parsed = parsePayload(line)
    if ('problem' in parsed) {
      reading.left.broken += 1
      continue
    }
    const found = read(parsed.value)
    if (found === 'elsewhere') return
    yield* found
  }
}

function wholeFile(file: string): string | undefined {
  const lines = [...readLines(file)]
  return lines.includes(undefined) ? undefined : lines.join('\n')
}

/** Most of a transcript, and never what is looked for: copies of requests, and results where no rule remembers them. */
function isSkipped(line: string, { results }: Reading): boolean {
  if (line.startsWith('{"type":"api-request')) return true
  return !results && line.endsWith('}') && line.includes('"type":"tool_result"')
}

/** Reads the lines of one file; `elsewhere` when it turns out to be another project's. */
function createEntryReader(reading: Reading): (line: PlainObject) => readonly PastEvent[] | 'elsewhere' {
  let transcript: OpenTranscript | undefined
  return (line) => {
    const history = histories.find((each) => each.isEntry(line))
    if (history === undefined) return recordedEvent(line, reading)
    transcript ??= { read: history.createReader() }
    if (transcript.root === undefined && typeof line['cwd'] === 'string') {
      const root = rootOfSession(line['cwd'], reading)
      if (root === undefined) return 'elsewhere'
      transcript.root = root
    }
    const { read, root = reading.root } = transcript
    return read(line).flatMap(({ payload, time, call }) => {
      if ((time !== undefined && time < reading.since) || isSeen(call, reading)) return []
      const event = decode(payload, history.dialect, { reading, root })
      return { event, ...(time !== undefined && { time }) }
    })
  }
}

interface OpenTranscript {
  readonly read: ReturnType<AgentHistory['createReader']>
  root?: string
}

function isSeen(call: string | undefined, { seen }: Reading): boolean {
  return call !== undefined && seen.size === seen.add(call).size
}

/** The project that a session began in, when it is one that is asked for. */
function rootOfSession(cwd: string, { root, here }: Reading): string | undefined {
  const began = createFiles().real(cwd)
  if (began === root || isInside(began, root)) return root
  return here ? undefined : findRoot(began, lookAt).root
}

function recordedEvent(payload: PlainObject, reading: Reading): readonly PastEvent[] {
  const { root, host } = reading
  const dialect = chooseDialect(payload, { env: host.env, from: undefined, option: '' })
  if (typeof dialect === 'string') {
    reading.left.unknown += 1
    return []
  }
  const moved = relocatePayload(payload, { files: createFiles(), root })
  return [{ event: decode(moved, dialect, { reading, root }) }]
}

function decode(
  payload: PlainObject,
  dialect: Dialect,
  { reading, root }: { readonly reading: Reading; readonly root: string },
): Event {
  return dialect.decode(payload, { env: reading.host.env, cwd: root, root, files: createFiles() })
}

const CHUNK_BYTES = 1024 * 1024
/** A call is shorter; what is longer holds pictures or whole files of output. */
const MAX_LINE_BYTES = 16 * 1024 * 1024

/** The lines of a file of any size; `undefined` for one above the limit. Throws what the system says. */
function* readLines(file: string): Generator<string | undefined> {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0))
  try {
    if (!fs.fstatSync(fd).isFile()) throw new Error('it is not a file')
    yield* linesOf(fd)
  } finally {
    fs.closeSync(fd)
  }
}

function* linesOf(fd: number): Generator<string | undefined> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let begun: Buffer[] = []
  let size = 0
  const line = (end: Buffer): string | undefined => {
    const text = size + end.length > MAX_LINE_BYTES ? undefined : Buffer.concat([...begun, end]).toString()
    begun = []
    size = 0
    return text
  }
  for (let read = fs.readSync(fd, chunk); read > 0; read = fs.readSync(fd, chunk)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0 && end < read; end = chunk.indexOf(10, from)) {
      yield size === 0 ? chunk.toString('utf8', from, end) : line(chunk.subarray(from, end))
      from = end + 1
    }
    const rest = chunk.subarray(from, read)
    size += rest.length
    if (size <= MAX_LINE_BYTES) begun.push(Buffer.from(rest))
    else begun = []
  }
  if (size > 0) yield line(Buffer.alloc(0))
}
