// Joins lines to rows, oldest first.
import type { ContentsLine } from './contents.ts'
import { type Ended, grow, type LedgerRow, settleStatus } from './rows.ts'
import type { SpoolLine } from './spool.ts'

/** A row that may still grow. */
interface OpenRow {
  /** The number of the line that it began with. */
  readonly at: number
  row: LedgerRow
  /** Of a call that no Post has closed. */
  key?: string
  /** What came after it in its session or project ended it. */
  ended?: Ended
}

/** What lines are joined with. */
interface JoinState {
  /** Calls that no Post has closed, each set in the order in which they began. */
  readonly open: Map<string, Set<OpenRow>>
  /** Those of them that nothing has ended, by session. */
  readonly running: Map<string, Set<OpenRow>>
  /** Contents whose event has not come yet. */
  readonly waiting: WaitingContents
  /** When something last came of each session. */
  readonly heard: Map<string, string>
  /** The last run of each session. */
  readonly runs: Map<string, string>
  /** Rows that were not handed out yet, in the order in which they began. */
  pending: OpenRow[]
  /** How many lines were joined. */
  lines: number
}

type WaitingContents = Map<string, ContentsLine[]>

/** Lines of the same call have at most so many others between them: a call that is still open then is abandoned. */
export const MAX_APART = 10_000

export interface JoinedLines {
  readonly lines: readonly SpoolLine[]
  readonly contents: readonly ContentsLine[]
}

export function joinRows(ledger: JoinedLines, now: number): readonly LedgerRow[] {
  return [...rowsOf([ledger], now)]
}

/** Oldest first. Holds only the rows that may still grow, and those behind them. */
export function* rowsOf(chunks: Iterable<JoinedLines>, now: number): Generator<LedgerRow> {
  const joining: JoinState = {
    open: new Map(),
    running: new Map(),
    waiting: new Map(),
    heard: new Map(),
    runs: new Map(),
    pending: [],
    lines: 0,
  }
  for (const { lines, contents } of chunks) {
    for (const line of contents) add(joining.waiting, contentsKey(line), line)
    for (const line of lines) addLine(joining, line)
    yield* takeSettled(joining, (entry) => entry.key === undefined || isApart(entry, joining), now)
    forgetOld(joining, lines.at(-1)?.time)
  }
  yield* takeSettled(joining, () => true, now)
}

/** The first pending rows that are ready. */
function* takeSettled(
  joining: JoinState,
  isReady: (entry: OpenRow) => boolean,
  now: number,
): Generator<LedgerRow> {
  const { pending, heard } = joining
  const first = pending.findIndex((entry) => !isReady(entry))
  joining.pending = first < 0 ? [] : pending.slice(first)
  for (const entry of first < 0 ? pending : pending.slice(0, first)) {
    const ended = entry.ended ?? (isApart(entry, joining) ? 'others' : undefined)
    if (ended !== undefined) forget(entry, joining)
    yield settleStatus(entry.row, ended, now - Date.parse(heard.get(entry.row.session ?? '') ?? ''))
  }
}

function isApart({ at }: OpenRow, { lines }: JoinState): boolean {
  return lines - at > MAX_APART
}

function forget(entry: OpenRow, { open, running }: JoinState): void {
  const { key = '' } = entry
  open.get(key)?.delete(entry)
  if (open.get(key)?.size === 0) open.delete(key)
  running.get(entry.row.session ?? '')?.delete(entry)
}

const DAY_MS = 86_400_000

/** Contents whose event has not come within a day belong to a run that was killed. */
function forgetOld({ waiting }: JoinState, time: string | undefined): void {
  if (time === undefined) return
  const since = new Date(Math.max(0, Date.parse(time) - DAY_MS)).toISOString()
  for (const [key, lines] of waiting) {
    const left = lines.filter((line) => line.time >= since)
    if (left.length === 0) waiting.delete(key)
    else if (left.length < lines.length) waiting.set(key, left)
  }
}

function addLine(joining: JoinState, line: SpoolLine): void {
  joining.lines += 1
  endRunning(line, joining)
  const contents = takeContents(line, joining.waiting)
  const entry = findOpenRow(line, joining)
  if (entry === undefined) begin(line, contents, joining)
  else entry.row = grow(entry.row, line, contents)
  joining.heard.set(line.session ?? '', line.time)
}

function begin(line: SpoolLine, found: readonly ContentsLine[], joining: JoinState): void {
  const { open, running, pending, lines: at } = joining
  const entry: OpenRow = { at, row: grow(undefined, line, found) }
  pending.push(entry)
  if (line.event !== 'PreToolUse' || line.decision === 'deny') return
  const { session = '' } = line
  entry.key = callKey(line)
  open.set(entry.key, (open.get(entry.key) ?? new Set()).add(entry))
  running.set(session, (running.get(session) ?? new Set()).add(entry))
}

/** The row that a line belongs to: the end of a call, or the question to the user about it. */
function findOpenRow(line: SpoolLine, joining: JoinState): OpenRow | undefined {
  if (!belongsToCall(line.event)) return undefined
  let entry: OpenRow | undefined
  for (const each of joining.open.get(callKey(line)) ?? []) {
    if (isApart(each, joining)) continue
    if (entry === undefined || each.ended === undefined) entry = each // one that was ended may go on after all, when no other can be meant
    if (each.ended === undefined) break
  }
  if (entry === undefined || line.event !== 'PostToolUse') return entry
  forget(entry, joining)
  delete entry.key
  return entry
}

/** Is this an event of a call that began before? */
export function belongsToCall(event: string): boolean {
  return event === 'PostToolUse' || event === 'PermissionRequest'
}

type CallIds = Pick<SpoolLine, 'session' | 'tool' | 'tool_use_id'>

/** By its id; where an agent gives none, by the tool: calls of one tool end in the order in which they began. */
function callKey({ session = '', tool = '', tool_use_id }: CallIds): string {
  return `${session}\n${tool}\n${tool_use_id ?? ''}`
}

function add<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}

const endings = new Set(['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'AgentStop'])

/** A new session ends what another left open; a session's next prompt, its end and its next run what it left itself. */
function endRunning(line: SpoolLine, { running, runs }: JoinState): void {
  const { event, session = '', run } = line
  const isEnd = endings.has(event) || (event === 'Error' && line.tool === undefined)
  const isOtherRun = run !== undefined && runs.get(session) !== run
  if (!isEnd && !isOtherRun) return
  if (run !== undefined) runs.set(session, run)
  const sessions = event === 'SessionStart' ? [...running.values()] : [running.get(session) ?? new Set()]
  for (const entries of sessions)
    for (const entry of entries) {
      if (!isEnd && (entry.row.run === undefined || entry.row.run === run)) continue
      entry.ended = (entry.row.session ?? '') === session ? 'itself' : 'others'
      entries.delete(entry)
    }
  if (event === 'SessionStart') running.clear()
}

const contentsKey = (line: CallIds & { readonly event: string }): string => line.event + callKey(line)

const SLACK_MS = 50

/** The contents of a line are written just before it by the same run, once by each rule that records any. */
function takeContents(line: SpoolLine, waiting: WaitingContents): readonly ContentsLine[] {
  if (waiting.size === 0) return []
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
