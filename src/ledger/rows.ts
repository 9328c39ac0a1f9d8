// Lines joined to what a person calls one thing: a call with its Pre and its Post, or another event.
import type { AnyLine, Ledger } from './read.ts'
import type { ContentsLine } from './contents.ts'

type Status = 'prepared' | 'running' | 'succeeded' | 'failed' | 'denied' | 'abandoned'

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
  readonly creates?: readonly string[]
  /** What else `use: ledger` kept: prompt, response, error. */
  readonly contents?: Readonly<Record<string, unknown>>
  readonly trace?: readonly Readonly<Record<string, unknown>>[]
  readonly pause?: AnyLine['pause']
  /** How long our own answers took. */
  readonly ms: number
}

interface Group {
  readonly lines: AnyLine[]
  /** What came after it in its session or project ended it. */
  ended: boolean
}

const MINUTE_MS = 60_000
/** Nothing came of its session for so long: a call that ran does not run any more, its agent was ended. */
const DEAD_MS = 60 * MINUTE_MS
/** A person may be asked for longer. */
const UNANSWERED_MS = 24 * 60 * MINUTE_MS

/** Oldest first. */
export function joinRows({ lines, contents }: Ledger, now: number): readonly LedgerRow[] {
  const groups: Group[] = []
  const open: Open = { byCall: new Map(), running: new Map() }
  for (const line of lines) {
    endRunning(line, open)
    const pre = line.event === 'PostToolUse' ? takeOpen(line, open) : undefined
    if (pre !== undefined) pre.lines.push(line)
    else if (!belongs(line, open)) groups.push(begin(line, open))
  }
  const byCall = contentsByCall(contents)
  const heard = new Map(lines.map(({ session, time }) => [session, Date.parse(time)]))
  return groups.map((group) => rowOf(group, { byCall, now, heard }))
}

/** Calls that no Post has closed. */
interface Open {
  readonly byCall: Map<string, Group[]>
  /** Those that nothing has ended, by session. */
  readonly running: Map<string | undefined, Set<Group>>
}

function begin(line: AnyLine, { byCall, running }: Open): Group {
  const group: Group = { lines: [line], ended: false }
  if (line.event !== 'PreToolUse' || line.decision === 'deny') return group
  const key = callKey(line)
  const same = byCall.get(key)
  if (same === undefined) byCall.set(key, [group])
  else same.push(group)
  running.set(line.session, (running.get(line.session) ?? new Set()).add(group))
  return group
}

/** By its id; where an agent gives none, by the tool: calls of one tool end in the order in which they began. */
function callKey({
  session = '',
  tool = '',
  tool_use_id,
}: Pick<AnyLine, 'session' | 'tool' | 'tool_use_id'>): string {
  return JSON.stringify(tool_use_id === undefined ? [session, tool] : [session, tool, tool_use_id])
}

/** One that was ended may end after all, when no other can be meant. */
function takeOpen(line: AnyLine, { byCall, running }: Open): Group | undefined {
  const groups = byCall.get(callKey(line)) ?? []
  const at = groups.findIndex(({ ended }) => !ended)
  const [group] = groups.splice(Math.max(0, at), 1)
  if (group !== undefined) running.get(line.session)?.delete(group)
  return group
}

/** The question to the user is part of the call that it is about. */
function belongs(line: AnyLine, { byCall }: Open): boolean {
  if (line.event !== 'PermissionRequest') return false
  const group = byCall.get(callKey(line))?.[0]
  group?.lines.push(line)
  return group !== undefined
}

const endings = new Set(['SessionStart', 'SessionEnd', 'UserPromptSubmit', 'AgentStop'])

/** A new session ends what another left open; a session's next prompt, its end and its next run what it left itself. */
function endRunning(line: AnyLine, { running }: Open): void {
  const { event, session, run } = line
  const isEnd = endings.has(event) || (event === 'Error' && line.tool === undefined)
  if (!isEnd && run === undefined) return
  const sessions = event === 'SessionStart' ? [...running.values()] : [running.get(session) ?? new Set()]
  for (const groups of sessions)
    for (const group of groups) if (isEnd || isOfAnother(run, group)) end(group, groups)
}

function end(group: Group, running: Set<Group>): void {
  group.ended = true
  running.delete(group)
}

function isOfAnother(run: string | undefined, { lines }: Group): boolean {
  const own = lines[0]?.run
  return own !== undefined && own !== run
}

type Contents = ReadonlyMap<string, readonly ContentsLine[]>

/** By event and call, as they were written. */
function contentsByCall(contents: readonly ContentsLine[]): Contents {
  const byCall = new Map<string, ContentsLine[]>()
  for (const line of contents) {
    const key = line.event + callKey(line)
    const list = byCall.get(key)
    if (list === undefined) byCall.set(key, [line])
    else list.push(line)
  }
  return byCall
}

interface Known {
  readonly byCall: Contents
  readonly now: number
  /** When something last came of each session. */
  readonly heard: ReadonlyMap<string | undefined, number>
}

/** The contents of a line were written within its own run, just before it. */
function contentsOf(line: AnyLine, { byCall }: Known): readonly ContentsLine[] {
  const all = byCall.get(line.event + callKey(line)) ?? []
  const until = Date.parse(line.time)
  return all.filter(({ time }) => Date.parse(time) <= until && Date.parse(time) >= until - line.ms - SLACK_MS)
}

const SLACK_MS = 50

function rowOf({ lines, ended }: Group, known: Known): LedgerRow {
  const [first] = lines
  const last = lines.at(-1)
  if (first === undefined || last === undefined) throw new Error('a row without a line')
  const told = lines.flatMap((line) => contentsOf(line, known))
  const { input, output, ...contents } = Object.assign({}, ...told.map((line) => line.contents)) as Record<
    string,
    unknown
  > // merged from plain records
  const deciding = lines.find((line) => line.rule !== undefined) ?? first
  return {
    time: first.time,
    events: lines.map(({ event }) => event),
    ...pick(first, ['session', 'run', 'agent', 'tool_use_id', 'pause']),
    ...(first.tool === undefined ? {} : { tool_name: first.tool }),
    ...(input === undefined ? {} : { input }),
    ...(output === undefined ? {} : { output }),
    ...callPart(lines, ended, known.now - (known.heard.get(first.session) ?? 0)),
    ...pick(deciding, ['decision', 'flow', 'rule']),
    decision: deciding.decision,
    ...gathered(lines),
    ...lists(
      'creates',
      told.flatMap((line) => line.intent?.creates ?? []),
    ),
    ...(Object.keys(contents).length === 0 ? {} : { contents }),
    ...lists(
      'trace',
      told.flatMap((line) => line.trace ?? []),
    ),
    ms: Math.round(lines.reduce((sum, { ms }) => sum + ms, 0) * 1000) / 1000,
  }
}

function pick<Key extends keyof AnyLine>(line: AnyLine, keys: readonly Key[]): Partial<Pick<AnyLine, Key>> {
  return Object.fromEntries(
    keys.flatMap((key) => (line[key] === undefined ? [] : [[key, line[key]]])),
  ) as Partial<Pick<AnyLine, Key>> // the same keys of the same line
}

function lists<Key extends string, Item>(
  key: Key,
  items: readonly Item[],
): Partial<Record<Key, readonly Item[]>> {
  return items.length === 0 ? {} : ({ [key]: items } as Record<Key, readonly Item[]>) // its one key
}

function gathered(lines: readonly AnyLine[]): Partial<Pick<LedgerRow, 'would' | 'failed' | 'warnings'>> {
  const would = Object.assign({}, ...lines.map((line) => line.would)) as Record<string, string> // merged from its kind
  return {
    ...(Object.keys(would).length === 0 ? {} : { would }),
    ...lists(
      'failed',
      lines.flatMap((line) => line.failed ?? []),
    ),
    ...lists(
      'warnings',
      lines.flatMap((line) => line.warnings ?? []),
    ),
  }
}

function callPart(
  lines: readonly AnyLine[],
  ended: boolean,
  silent_ms: number,
): Partial<Pick<LedgerRow, 'status' | 'duration_ms'>> {
  const pre = lines.find(({ event }) => event === 'PreToolUse')
  const post = lines.find(({ event }) => event === 'PostToolUse')
  if (post !== undefined) {
    const status = post.is_error === true ? 'failed' : 'succeeded'
    if (pre === undefined) return { status }
    return { status, duration_ms: Math.max(0, Date.parse(post.time) - Date.parse(pre.time)) }
  }
  if (pre === undefined) return {}
  if (lines.some(({ decision }) => decision === 'deny')) return { status: 'denied' }
  const status = lines.some(({ decision }) => decision === 'ask') ? 'prepared' : 'running'
  const isOver = ended || silent_ms > (status === 'prepared' ? UNANSWERED_MS : DEAD_MS)
  return { status: isOver ? 'abandoned' : status }
}
