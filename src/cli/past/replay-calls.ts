// Judges past events one after the other, as `hooks test` judges its cases. Nothing is started or kept.
import { isObject } from '../../model/plain-object.ts'
import type { Condition, Event, EventName, Files, Plan, Rule, Verdict } from '../../model/types.ts'
import type { Host } from '../../run/call.ts'
import { createFiles } from '../../store/disk/files.ts'
import { createBench } from '../trial/bench.ts'
import type { LeftOutCalls, PastEvent } from './past-events.ts'
import { createDeal, type Share, WHOLE } from './shares.ts'
import { createTally, type Played } from './tally.ts'

interface PlayOptions {
  readonly events: Generator<PastEvent, LeftOutCalls>
  /** Of calls. */
  readonly max?: number
  /** Absent: all sessions. */
  readonly share?: Share
  /** Sees the verdict of each call. */
  readonly onCall?: (event: Event, verdict: Verdict) => void
}

/** Events other than calls only leave in the session what later calls are judged by. */
export async function play(
  host: Host,
  plan: Plan,
  { events, max = Infinity, share = WHOLE, onCall = () => undefined }: PlayOptions,
): Promise<Played> {
  const bench = createBench(host, plan, { files: lookingOnce(createFiles()) })
  const tally = createTally()
  const sessions = new Map<string, ReturnType<typeof bench.openSession>>()
  const repeated = isPure(plan) ? createMemory() : (_: Event, ask: AskVerdict) => ask()
  const isOurs = createDeal(share)
  let calls = 0
  let next = events.next()
  for (; next.done !== true && calls < max; next = events.next()) {
    const past: PastEvent = next.value
    const { event } = past
    const id = event.session_id ?? ''
    if (!isPlayed(event, plan) || !isOurs(id)) continue
    const ask = sessions.get(id) ?? bench.openSession()
    sessions.set(id, ask)
    const verdict = await repeated(event, async () => (await ask(event)).verdict)
    if (event.event !== 'PreToolUse') continue
    calls += 1
    tally.add(past, verdict)
    onCall(event, verdict)
  }
  const left_out = next.done === true ? next.value : { broken: 0, long: 0, unknown: 0, unreadable: [] }
  return {
    ...tally.totals(),
    left_out,
    not_started: [...new Set(startingRules(plan).map(({ name }) => name))],
  }
}

type AskVerdict = () => Promise<Verdict>

/** Whether a call gets the same verdict whenever it is made. */
function isPure({ events }: Plan): boolean {
  return (events.PreToolUse ?? []).every(
    (rule) => !remembers(rule) && rule.once === undefined && !asksAboutPast(rule.match),
  )
}

function asksAboutPast(condition: Condition | undefined): boolean {
  if (condition === undefined) return false
  if (condition.kind === 'key') return ['session', 'turn', 'when'].includes(condition.key)
  return condition.kind === 'not' ? asksAboutPast(condition.of) : condition.of.some(asksAboutPast)
}

/** A call that is made again is judged once. */
function createMemory(): (event: Event, ask: AskVerdict) => Promise<Verdict> {
  const known = new Map<string, Verdict>()
  return async ({ raw, root, subagent }, ask) => {
    const key = JSON.stringify([root, subagent?.name, isObject(raw) ? { ...raw, ...withoutIds } : raw])
    const verdict = known.get(key) ?? (await ask())
    if (known.size < MAX_REMEMBERED && key.length < MAX_KEY_CHARS) known.set(key, verdict)
    return verdict
  }
}

const withoutIds = {
  session_id: undefined,
  tool_use_id: undefined,
  prompt_id: undefined,
  transcript_path: undefined,
}

const MAX_KEY_CHARS = 2000

/** A prompt begins a run; other events count where rules remember them. */
function isPlayed({ event }: Event, plan: Plan): boolean {
  return (
    event === 'PreToolUse' || event === 'UserPromptSubmit' || (event !== 'unmapped' && hasMemory(plan, event))
  )
}

/** Whether rules of an event remember what happened. */
export function hasMemory({ events }: Plan, event: EventName): boolean {
  return (events[event] ?? []).some(remembers)
}

function remembers({ handler: { kind } }: Rule): boolean {
  return kind !== 'inline' && kind !== 'run' && kind !== 'recipe'
}

function startingRules({ events }: Plan): readonly Rule[] {
  return (events.PreToolUse ?? []).filter(({ handler: { kind } }) => kind === 'run' || kind === 'recipe')
}

/** While a replay lasts the disk counts as unchanged. */
function lookingOnce(files: Files): Files {
  return {
    ...files,
    real: remembered(files.real),
    kind: remembered(files.kind),
    list: remembered(files.list),
    inode: remembered((file) => files.inode?.(file)),
  }
}

const MAX_REMEMBERED = 50_000

function remembered<T>(look: (file: string) => T): (file: string) => T {
  const known = new Map<string, T>()
  return (file) => {
    const found = known.get(file)
    if (found !== undefined || known.has(file)) return found as T // looked at before
    const looked = look(file)
    if (known.size < MAX_REMEMBERED) known.set(file, looked)
    return looked
  }
}
