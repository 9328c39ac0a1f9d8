// Agents that read each other's settings report one call to several entries. The first entry judges it; each other one
// gets the same verdict, so that nothing is counted, started or recorded twice.
import { linkSync, lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { agentLimits } from '../engine/dispatch-state.ts'
import { hasCode } from '../model/errors.ts'
import { isObject } from '../model/plain-object.ts'
import type { Event, Verdict } from '../model/types.ts'
import { childPath } from '../patterns/paths/child-path.ts'
import { hash } from '../patterns/text/hash.ts'
import { shellCommandIn } from '../shell/tool-shapes.ts'
import { makePrivate, writeAtomically } from '../store/private-dir.ts'
import type { PreparedRun } from './decide/prepare.ts'
import type { RunRequest } from './run-options.ts'

/** How long a verdict stands for the other entries. */
const KEEP_MS = 2000
const POLL_MS = 5
const REMOVE_MS = 3_600_000

/** What the first entry leaves for the others. */
interface Judged {
  /** The entries that have reported this call. */
  readonly entries: readonly string[]
  readonly call: string | undefined
  readonly pid: number
  /** Absent: it is being judged. */
  readonly verdict?: Verdict
  /** When it was judged, milliseconds since 1970. */
  readonly at?: number
}

interface Decided {
  readonly verdict: Verdict
  readonly aborted?: boolean
}

/** Judges a call unless another entry has. A state directory that cannot be written costs only the second judgement. */
export async function judgeOnce(
  request: RunRequest,
  prepared: PreparedRun,
  judge: () => Promise<Decided>,
): Promise<Decided> {
  const file = fileFor(prepared)
  if (request.options.dryRun || file === undefined) return judge()
  const { agent = '', event = '' } = request.options
  const entry = `${agent} ${event}`
  const own: Judged = { entries: [entry], call: prepared.event.tool_use_id, pid: process.pid }
  const known = await claim(file, own, deadlineOf(request, prepared))
  if (known !== undefined) return { verdict: known }
  let decided: Decided | undefined
  try {
    return (decided = await judge())
  } finally {
    if (decided === undefined || decided.aborted === true) rmSync(file, { force: true })
    else keep(file, { ...own, verdict: decided.verdict, at: Date.now() })
  }
}

function deadlineOf({ dialect }: RunRequest, { event, clock, started }: PreparedRun): number {
  const { deadline_ms = 0 } = agentLimits(dialect.capabilities, event)
  return Date.now() + deadline_ms - (clock.elapsed() - started)
}

/** The verdict of another entry; undefined when this one has to judge. */
async function claim(file: string, own: Judged, deadline: number): Promise<Verdict | undefined> {
  if (isFirst(file, own)) return undefined
  for (;;) {
    const found = read(file)
    if (found === undefined || !isSameCall(found, own)) break
    if (found.verdict !== undefined) {
      if (Date.now() - (found.at ?? 0) > KEEP_MS) break
      keep(file, { ...found, entries: [...found.entries, ...own.entries] })
      return found.verdict
    }
    if (Date.now() > deadline || !isAlive(found.pid)) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  keep(file, own)
  return undefined
}

/** An entry that reports it again reports another call. */
function isSameCall(found: Judged, own: Judged): boolean {
  if (own.entries.some((entry) => found.entries.includes(entry))) return false
  return found.call === undefined || own.call === undefined || found.call === own.call
}

/** Linked when it is whole: no other entry reads half of it. */
function isFirst(file: string, own: Judged): boolean {
  const temporary = `${file}.${process.pid}`
  try {
    writeFileSync(temporary, JSON.stringify(own), { mode: 0o600 })
    linkSync(temporary, file)
    return true
  } catch (error) {
    return !hasCode(error, 'EEXIST')
  } finally {
    rmSync(temporary, { force: true })
  }
}

function read(file: string): Judged | undefined {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isObject(found) && Array.isArray(found['entries']) ? (found as unknown as Judged) : undefined
  } catch {
    return undefined
  }
}

function keep(file: string, judged: Judged): void {
  try {
    writeAtomically(file, JSON.stringify(judged))
  } catch {
    // The other entry judges, too.
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

/** One file for each call and plan; undefined where none can be written. */
function fileFor({ dirs, stateDir, event, plan, clock }: PreparedRun): string | undefined {
  const dir = childPath(stateDir, 'calls')
  if (!makePrivate(dirs.state) || !makePrivate(dir)) return undefined
  removeOld(dir, clock.now())
  return childPath(dir, hash(JSON.stringify([plan.sources, plan.paused, identity(event)])))
}

/** What two entries say alike about one call, each in its own words. */
function identity({ session_id, event, tool_name, tool_input, ...more }: Event): unknown {
  const input = shellCommandIn(tool_input) ?? [tool_name, sorted(tool_input)]
  return [session_id, event, input, more.prompt, more.response, more.source, more.subagent?.id, more.error]
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return names.map((name) => [name, sorted(value[name])])
}

function removeOld(dir: string, now: number): void {
  for (const name of readdirSync(dir)) {
    const file = childPath(dir, name)
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (found !== undefined && now - found.mtimeMs > REMOVE_MS) rmSync(file, { force: true })
  }
}
