// Joins lines to rows: one row for a call with its Pre and its Post, or for another event.
import type { ContentsLine } from './contents.ts'
import type { Ledger, SpoolLine } from './spool.ts'

export const statuses = ['prepared', 'running', 'succeeded', 'failed', 'denied', 'abandoned'] as const

export type Status = (typeof statuses)[number]

export interface LedgerRow extends Omit<SpoolLine, 'event' | 'tool' | 'is_error' | 'aborted'> {
  readonly events: readonly string[]
  readonly tool_name?: string
  readonly input?: unknown
  readonly output?: unknown
  /** Of calls only. */
  readonly status?: Status
  /** From Pre to Post. */
  readonly duration_ms?: number
  /** With `use: side-effects`: what the call would create, edit, delete and contact. */
  readonly intent?: NonNullable<ContentsLine['intent']>
  /** Other contents from `use: ledger`: prompt, response, error. */
  readonly contents?: Readonly<Record<string, unknown>>
  readonly trace?: readonly Readonly<Record<string, unknown>>[]
}

/** Every rule that the row names. */
export function ruleNames({ rule, would, failed, trace }: LedgerRow): readonly string[] {
  const traced = (trace ?? []).map((entry) => entry.rule)
  const names = [rule, ...Object.keys(would ?? {}), ...(failed ?? []), ...traced]
  return [...new Set(names.filter((name) => typeof name === 'string'))]
}

/** A row that may still grow. */
export interface OpenRow {
  /** Counted from 1, in the order in which rows began. */
  readonly id: number
  row: LedgerRow
  /** Of a call that no Post has closed. */
  key?: string
  /** What came after it in its session or project ended it. */
  ended: boolean
}

/** What lines are joined with. */
export interface JoinState {
  /** Calls that no Post has closed, each list in the order in which they began. */
  readonly open: Map<string, OpenRow[]>
  /** Those of them that nothing has ended, by session. */
  readonly running: Map<string, Set<OpenRow>>
  /** Contents whose event has not come yet. */
  readonly waiting: WaitingContents
  /** When something last came of each session. */
  readonly heard: Map<string, number>
  /** Rows that began or grew, or were ended. */
  readonly touched: Set<OpenRow>
  next: number
}

export type WaitingContents = Map<string, ContentsLine[]>

export function createJoinState(
  waiting: WaitingContents,
  open: readonly OpenRow[] = [],
  next = 1,
): JoinState {
  const joining: JoinState = {
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
  const joining = createJoinState(addWaiting(contents))
  for (const line of lines) addLine(joining, line)
  return [...joining.touched].map((entry) =>
    settleStatus(entry, joining.heard.get(entry.row.session ?? ''), now),
  )
}

export function addWaiting(
  contents: readonly ContentsLine[],
  waiting: WaitingContents = new Map(),
): WaitingContents {
  for (const line of contents) add(waiting, contentsKey(line), line)
  return waiting
}

export function addLine(joining: JoinState, line: SpoolLine): void {
  endRunning(line, joining)
  const contents = takeContents(line, joining.waiting)
  const entry = findOpenRow(line, joining)
  if (entry === undefined) begin(line, contents, joining)
  else {
    entry.row = grow(entry.row, line, contents)
    joining.touched.add(entry)
  }
  joining.heard.set(line.session ?? '', Date.parse(line.time))
}

function begin(line: SpoolLine, found: readonly ContentsLine[], joining: JoinState): void {
  const entry: OpenRow = { id: joining.next++, row: grow(undefined, line, found), ended: false }
  joining.touched.add(entry)
  if (line.event !== 'PreToolUse' || line.decision === 'deny') return
  entry.key = callKey(line)
  keepOpen(entry, joining)
}

function keepOpen(entry: OpenRow, { open, running }: JoinState): void {
  const session = entry.row.session ?? ''
  add(open, entry.key ?? '', entry)
  if (!entry.ended) running.set(session, (running.get(session) ?? new Set()).add(entry))
}

/** The row that a line belongs to: the end of a call, or the question to the user about it. */
function findOpenRow(line: SpoolLine, { open, running }: JoinState): OpenRow | undefined {
  if (!belongsToCall(line)) return undefined
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
export function belongsToCall({ event }: SpoolLine): boolean {
  return event === 'PostToolUse' || event === 'PermissionRequest'
}

type CallIds = Pick<SpoolLine, 'session' | 'tool' | 'tool_use_id'>

/** By its id; where an agent gives none, by the tool: calls of one tool end in the order in which they began. */
export function callKey({ session = '', tool = '', tool_use_id }: CallIds): string {
  return JSON.stringify(tool_use_id === undefined ? [session, tool] : [session, tool, tool_use_id])
}

function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

const endings = new Set(['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'AgentStop'])

/** A new session ends what another left open; a session's next prompt, its end and its next run what it left itself. */
function endRunning(line: SpoolLine, { running, touched }: JoinState): void {
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

const contentsKey = (line: CallIds & { readonly event: string }): string => line.event + callKey(line)

const SLACK_MS = 50

/** The contents of a line are written just before it by the same run, once by each rule that records any. */
function takeContents(line: SpoolLine, waiting: WaitingContents): readonly ContentsLine[] {
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
function grow(row: LedgerRow | undefined, line: SpoolLine, found: readonly ContentsLine[]): LedgerRow {
  const first = row ?? firstRow(line)
  const said = first.rule === undefined && line.rule !== undefined ? line : first
  const { input = row?.input, output = row?.output, ...contents } = merged(found.map((each) => each.contents))
  return {
    ...pick(first, [...identifying, 'pause']),
    time: first.time,
    events: [...(row?.events ?? []), line.event],
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...callPart(row, line),
    ...pick(said, ['decision', 'flow', 'rule']),
    decision: said.decision,
    ...unlessEmpty('would', merged([row?.would, line.would])),
    ...joinLists('failed', [row?.failed, line.failed]),
    ...joinLists('warnings', [row?.warnings, line.warnings]),
    ...unlessEmpty('intent', merged([row?.intent, ...found.map(({ intent }) => intent)])),
    ...unlessEmpty('contents', merged([row?.contents, contents])),
    ...joinLists('trace', [row?.trace, ...found.map(({ trace }) => trace)]),
    ms: Math.round(((row?.ms ?? 0) + line.ms) * 1000) / 1000,
  }
}

const identifying = [
  'id',
  'time',
  'session',
  'run',
  'entry',
  'agent',
  'tool_name',
  'tool_use_id',
  'subject',
] as const

function firstRow({ tool, ...line }: SpoolLine): LedgerRow {
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

function unlessEmpty<Key extends string, Value extends object>(
  key: Key,
  value: Value,
): Partial<Record<Key, Value>> {
  return Object.keys(value).length === 0 ? {} : ({ [key]: value } as Record<Key, Value>) // its one key
}

function joinLists<Key extends string, Item>(
  key: Key,
  lists: readonly (readonly Item[] | undefined)[],
): Partial<Record<Key, readonly Item[]>> {
  return unlessEmpty(
    key,
    lists.flatMap((list) => list ?? []),
  )
}

/** A call's status after this line. */
function callPart(row: LedgerRow | undefined, line: SpoolLine): Pick<LedgerRow, 'status' | 'duration_ms'> {
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
/** After this silence of its session a running call is dead: its agent was killed. */
const DEAD_MS = 60 * MINUTE_MS
/** A question to a person may take longer. */
const UNANSWERED_MS = 24 * 60 * MINUTE_MS

/** The row with its status now; `heard` is when its session was last active. */
export function settleStatus({ row, ended }: Pick<OpenRow, 'row' | 'ended'>, heard = 0, now = 0): LedgerRow {
  if (row.status !== 'prepared' && row.status !== 'running') return row
  const silent_ms = now - heard
  const isOver = ended || silent_ms > (row.status === 'prepared' ? UNANSWERED_MS : DEAD_MS)
  return isOver ? { ...row, status: 'abandoned' } : row
}
