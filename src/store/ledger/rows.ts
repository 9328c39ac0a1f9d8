// Lines joined to what a person calls one thing: a call with its Pre and its Post, or another event.
import type { ContentsLine } from './contents.ts'
import type { Ledger } from './read.ts'
import type { AnyLine } from './spool.ts'

export const statuses = ['prepared', 'running', 'succeeded', 'failed', 'denied', 'abandoned'] as const

export type Status = (typeof statuses)[number]

export interface LedgerRow {
  /** When its first event came. */
  readonly time: string
  readonly events: readonly string[]
  readonly session?: string
  readonly run?: string
  readonly agent?: string
  readonly tool_name?: string
  readonly tool_use_id?: string
  readonly input?: unknown
  readonly output?: unknown
  /** Of calls only. */
  readonly status?: Status
  /** From Pre to Post. */
  readonly duration_ms?: number
  readonly decision: AnyLine['decision']
  readonly flow?: string
  readonly rule?: string
  readonly would?: Readonly<Record<string, string>>
  readonly failed?: readonly string[]
  readonly warnings?: readonly string[]
  /** With `use: side-effects`: what the call would create, edit, delete and contact. */
  readonly intent?: NonNullable<ContentsLine['intent']>
  /** What else `use: ledger` kept: prompt, response, error. */
  readonly contents?: Readonly<Record<string, unknown>>
  readonly trace?: readonly Readonly<Record<string, unknown>>[]
  readonly pause?: AnyLine['pause']
  /** How long our own answers took. */
  readonly ms: number
}

/** A row that may still grow. */
export interface Entry {
  /** Counted from 1, in the order in which rows began. */
  readonly id: number
  row: LedgerRow
  /** Of a call that no Post has closed. */
  key?: string
  /** What came after it in its session or project ended it. */
  ended: boolean
}

/** What lines are joined with. */
export interface Joining {
  /** Calls that no Post has closed, each list in the order in which they began. */
  readonly open: Map<string, Entry[]>
  /** Those of them that nothing has ended, by session. */
  readonly running: Map<string, Set<Entry>>
  /** Contents whose event has not come yet. */
  readonly waiting: Waiting
  /** When something last came of each session. */
  readonly heard: Map<string, number>
  /** Rows that began or grew, or were ended. */
  readonly touched: Set<Entry>
  next: number
}

export type Waiting = Map<string, ContentsLine[]>

export function createJoining(waiting: Waiting, open: readonly Entry[] = [], next = 1): Joining {
  const joining: Joining = {
    open: new Map(),
    running: new Map(),
    waiting,
    heard: new Map(),
    touched: new Set(),
    next,
  }
  for (const entry of open) keepOpen(entry, joining)
  return joining
}

/** Oldest first. */
export function joinRows({ lines, contents }: Ledger, now: number): readonly LedgerRow[] {
  const joining = createJoining(waitFor(contents))
  for (const line of lines) addLine(joining, line)
  return [...joining.touched].map((entry) => settle(entry, joining.heard.get(entry.row.session ?? ''), now))
}

export function waitFor(contents: readonly ContentsLine[], waiting: Waiting = new Map()): Waiting {
  for (const line of contents) add(waiting, contentsKey(line), line)
  return waiting
}

export function addLine(joining: Joining, line: AnyLine): void {
  endRunning(line, joining)
  const told = takeContents(line, joining.waiting)
  const entry = growsInto(line, joining)
  if (entry === undefined) begin(line, told, joining)
  else {
    entry.row = grow(entry.row, line, told)
    joining.touched.add(entry)
  }
  joining.heard.set(line.session ?? '', Date.parse(line.time))
}

function begin(line: AnyLine, told: readonly ContentsLine[], joining: Joining): void {
  const entry: Entry = { id: joining.next++, row: grow(undefined, line, told), ended: false }
  joining.touched.add(entry)
  if (line.event !== 'PreToolUse' || line.decision === 'deny') return
  entry.key = callKey(line)
  keepOpen(entry, joining)
}

function keepOpen(entry: Entry, { open, running }: Joining): void {
  const session = entry.row.session ?? ''
  add(open, entry.key ?? '', entry)
  if (!entry.ended) running.set(session, (running.get(session) ?? new Set()).add(entry))
}

/** The row that a line belongs to: the end of a call, or the question to the user about it. */
function growsInto(line: AnyLine, { open, running }: Joining): Entry | undefined {
  if (!asksForCall(line)) return undefined
  const key = callKey(line)
  const all = open.get(key) ?? []
  const entry = all.find(({ ended }) => !ended) ?? all[0] // one that was ended may go on after all, when no other can be meant
  if (entry === undefined || line.event !== 'PostToolUse') return entry
  open.set(
    key,
    all.filter((each) => each !== entry),
  )
  running.get(entry.row.session ?? '')?.delete(entry)
  delete entry.key
  return entry
}

/** Is this a line about a call that began before? */
export function asksForCall({ event }: AnyLine): boolean {
  return event === 'PostToolUse' || event === 'PermissionRequest'
}

type Call = Pick<AnyLine, 'session' | 'tool' | 'tool_use_id'>

/** By its id; where an agent gives none, by the tool: calls of one tool end in the order in which they began. */
export function callKey({ session = '', tool = '', tool_use_id }: Call): string {
  return JSON.stringify(tool_use_id === undefined ? [session, tool] : [session, tool, tool_use_id])
}

function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

const endings = new Set(['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'AgentStop'])

/** A new session ends what another left open; a session's next prompt, its end and its next run what it left itself. */
function endRunning(line: AnyLine, { running, touched }: Joining): void {
  const { event, session = '', run } = line
  const isEnd = endings.has(event) || (event === 'Error' && line.tool === undefined)
  if (!isEnd && run === undefined) return
  const sessions = event === 'SessionStart' ? [...running.values()] : [running.get(session) ?? new Set()]
  for (const entries of sessions)
    for (const entry of entries) {
      if (!isEnd && (entry.row.run === undefined || entry.row.run === run)) continue
      entry.ended = true
      entries.delete(entry)
      touched.add(entry)
    }
}

const contentsKey = (line: Call & { readonly event: string }): string => line.event + callKey(line)

const SLACK_MS = 50

/** The contents of a line were written within its own run, just before it, once by each rule that keeps any. */
function takeContents(line: AnyLine, waiting: Waiting): readonly ContentsLine[] {
  const key = contentsKey(line)
  const taken = new Map<string | undefined, ContentsLine>()
  const until = Date.parse(line.time)
  const left = (waiting.get(key) ?? []).filter((each) => {
    const at = Date.parse(each.time)
    if (taken.has(each.rule) || at > until || at < until - line.ms - SLACK_MS) return true
    taken.set(each.rule, each)
    return false
  })
  if (left.length === 0) waiting.delete(key)
  else waiting.set(key, left)
  return [...taken.values()]
}

/** A row with one more line, or of a first one. */
function grow(row: LedgerRow | undefined, line: AnyLine, told: readonly ContentsLine[]): LedgerRow {
  const first = row ?? begun(line)
  const said = first.rule === undefined && line.rule !== undefined ? line : first
  const { input = row?.input, output = row?.output, ...contents } = merged(told.map((each) => each.contents))
  return {
    ...pick(first, ['time', 'session', 'run', 'agent', 'tool_name', 'tool_use_id', 'pause']),
    time: first.time,
    events: [...(row?.events ?? []), line.event],
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...callPart(row, line),
    ...pick(said, ['decision', 'flow', 'rule']),
    decision: said.decision,
    ...filled('would', merged([row?.would, line.would])),
    ...listed('failed', [row?.failed, line.failed]),
    ...listed('warnings', [row?.warnings, line.warnings]),
    ...filled('intent', merged([row?.intent, ...told.map(({ intent }) => intent)])),
    ...filled('contents', merged([row?.contents, contents])),
    ...listed('trace', [row?.trace, ...told.map(({ trace }) => trace)]),
    ms: Math.round(((row?.ms ?? 0) + line.ms) * 1000) / 1000,
  }
}

function begun({ tool, ...line }: AnyLine): LedgerRow {
  return { ...line, events: [], ...(tool === undefined ? {} : { tool_name: tool }) }
}

function pick<From, Key extends keyof From>(from: From, keys: readonly Key[]): Partial<Pick<From, Key>> {
  return Object.fromEntries(
    keys.flatMap((key) => (from[key] === undefined ? [] : [[key, from[key]]])),
  ) as Partial<Pick<From, Key>> // the same keys of the same value
}

function merged<Value>(
  parts: readonly (Readonly<Record<string, Value>> | undefined)[],
): Readonly<Record<string, Value>> {
  return Object.assign({}, ...parts) as Readonly<Record<string, Value>> // what they all are
}

function filled<Key extends string, Value extends object>(
  key: Key,
  value: Value,
): Partial<Record<Key, Value>> {
  return Object.keys(value).length === 0 ? {} : ({ [key]: value } as Record<Key, Value>) // its one key
}

function listed<Key extends string, Item>(
  key: Key,
  lists: readonly (readonly Item[] | undefined)[],
): Partial<Record<Key, readonly Item[]>> {
  return filled(
    key,
    lists.flatMap((list) => list ?? []),
  )
}

/** What a call has come to by this line. */
function callPart(row: LedgerRow | undefined, line: AnyLine): Pick<LedgerRow, 'status' | 'duration_ms'> {
  const { event, decision } = line
  if (event === 'PostToolUse') {
    const status = line.is_error === true ? 'failed' : 'succeeded'
    if (row === undefined) return { status }
    return { status, duration_ms: Math.max(0, Date.parse(line.time) - Date.parse(row.time)) }
  }
  if (event !== 'PreToolUse' && row === undefined) return {}
  if (decision === 'deny' || row?.status === 'denied') return { status: 'denied' }
  return { status: decision === 'ask' || row?.status === 'prepared' ? 'prepared' : 'running' }
}

const MINUTE_MS = 60_000
/** Nothing came of its session for so long: a call that ran does not run any more, its agent was ended. */
const DEAD_MS = 60 * MINUTE_MS
/** A person may be asked for longer. */
const UNANSWERED_MS = 24 * 60 * MINUTE_MS

/** A row as it stands at this time, when its session was last heard of then. */
export function settle({ row, ended }: Pick<Entry, 'row' | 'ended'>, heard = 0, now = 0): LedgerRow {
  if (row.status !== 'prepared' && row.status !== 'running') return row
  const silent_ms = now - heard
  const isOver = ended || silent_ms > (row.status === 'prepared' ? UNANSWERED_MS : DEAD_MS)
  return isOver ? { ...row, status: 'abandoned' } : row
}
