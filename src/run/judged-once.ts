// Agents that read each other's settings report one call to several entries. The first entry judges it; each other one
// gets the same verdict, so that nothing is counted, started or recorded twice.
import { linkSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { agentLimits } from '../engine/dispatch-state.ts'
import { hasCode } from '../model/errors.ts'
import { isObject } from '../model/plain-object.ts'
import type { Env, Event, Verdict } from '../model/types.ts'
import { childPath } from '../patterns/paths/child-path.ts'
import { hash } from '../patterns/text/hash.ts'
import { directoryIn, shellCommandIn } from '../shell/tool-shapes.ts'
import { makePrivate, writeAtomically } from '../store/private-dir.ts'
import type { DecidedRun } from './decide/record.ts'
import { type Host, isDisabled } from './host.ts'

/** How long a verdict stands for the other entries. */
const KEEP_MS = 2000
const POLL_MS = 5
/** Longer than any agent waits for its hook. */
const REMOVE_MS = 900_000

/** What the first entry leaves for the others. */
interface Judged {
  /** What all entries say alike; the file's name is only its hash. */
  readonly said: string
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
  { env }: Pick<Host, 'env'>,
  run: DecidedRun,
  judge: () => Promise<Decided>,
): Promise<Decided> {
  const { options } = run.request
  // What is judged under a pause says nothing to an entry that has none.
  const dir = options.dryRun || isDisabled(env) ? undefined : directoryFor(run)
  if (dir === undefined) return judge()
  const said = JSON.stringify([settingsIn(env), identity(run.prepared)])
  const entry = `${options.agent ?? ''} ${options.event ?? ''}`
  const own: Judged = { said, entries: [entry], call: run.prepared.event.tool_use_id, pid: process.pid }
  const file = childPath(dir, hash(said))
  const known = await claim(file, own, Date.now() + timeLeft(run))
  if (known !== undefined) return { verdict: known }
  let decided: Decided | undefined
  try {
    return (decided = await judge())
  } finally {
    if (decided === undefined || decided.aborted === true) rmSync(file, { force: true })
    else keep(file, { ...own, verdict: decided.verdict, at: Date.now() })
  }
}

function timeLeft({ request, prepared: { event, clock, started } }: DecidedRun): number {
  return agentLimits(request.dialect.capabilities, event, clock.elapsed() - started).deadline_ms ?? 0
}

/** The verdict of another entry; undefined when this one has to judge. */
async function claim(file: string, own: Judged, deadline: number): Promise<Verdict | undefined> {
  while (Date.now() < deadline) {
    if (isFirst(file, own)) return undefined
    const text = textOf(file)
    const found = read(text)
    if (found === undefined || !isSameCall(found, own) || isOver(found)) removeOnly(file, text)
    else if (found.verdict === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    else {
      keep(file, { ...found, entries: [...found.entries, ...own.entries] })
      return found.verdict
    }
  }
  return undefined
}

/** An entry that reports it again reports another call. */
function isSameCall(found: Judged, own: Judged): boolean {
  if (found.said !== own.said || own.entries.some((entry) => found.entries.includes(entry))) return false
  return found.call === undefined || own.call === undefined || found.call === own.call
}

/** Its time has passed, or nobody judges it any more. */
function isOver({ verdict, pid, at = 0 }: Judged): boolean {
  if (verdict === undefined) return !isAlive(pid)
  const age = Date.now() - at
  return age < 0 || age > KEEP_MS
}

/** Linked when it is whole: no other entry reads half of it. True as well where none can be left. */
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

/** Of several entries that saw a record one takes it away; what another has left since is put back. */
function removeOnly(file: string, seen: string | undefined): void {
  const taken = `${file}.${process.pid}`
  try {
    renameSync(file, taken)
    if (textOf(taken) !== seen) linkSync(taken, file)
  } catch {
    // Another entry was faster.
  } finally {
    rmSync(taken, { force: true })
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function read(text: string | undefined): Judged | undefined {
  try {
    const found: unknown = JSON.parse(text ?? '')
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

/** Undefined where none can be written. */
function directoryFor({ prepared: { dirs, stateDir, clock } }: DecidedRun): string | undefined {
  const dir = childPath(stateDir, 'calls')
  if (!makePrivate(dirs.state) || !makePrivate(dir)) return undefined
  removeOld(dir, clock.now())
  return dir
}

/** What a verdict depends on beside the call: what the agent starts with other settings leaves nothing for its calls. */
function settingsIn(env: Env): unknown {
  return Object.entries(env)
    .filter(([name]) => /^(?:HOME|PATH|XDG_.*|HOOKS_.*)$/.test(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}

/** The plan, and what two entries say alike about one call, each in its own words. */
function identity({ plan, event }: DecidedRun['prepared']): unknown {
  const { agent, session_id, subagent, permission_mode, recipe, prompt, response, source, error } = event
  const more = [permission_mode, recipe, prompt, response, source, subagent?.id, error]
  return [plan.sources, plan.paused, agent, session_id, event.event, callIn(event), ...more]
}

function callIn({ tool_name, tool_input, cwd }: Event): unknown {
  const command = shellCommandIn(tool_input)
  if (command === undefined) return [tool_name, sorted(tool_input), cwd]
  return [command, (isObject(tool_input) ? directoryIn(tool_input) : undefined) ?? cwd]
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
