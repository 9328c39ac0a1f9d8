// A person's and a team's installation, and agents that read each other's settings, report one call to several entries.
// The first entry judges it; each other one gets the same verdict, so that nothing is counted, started or recorded twice.
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { agentLimits } from '../engine/dispatch-state.ts'
import { isEmptyVerdict } from '../engine/select/empty-verdict.ts'
import { hasCode } from '../model/errors.ts'
import { isObject, type PlainObject } from '../model/plain-object.ts'
import { commandFields, directoryIn } from '../model/tool-groups.ts'
import type { Env, Event, Verdict } from '../model/types.ts'
import { childPath } from '../patterns/paths/child-path.ts'
import { hash } from '../patterns/text/hash.ts'
import { makePrivate } from '../store/private-dir.ts'
import type { DecidedRun } from './decide/record.ts'
import { type Host, isDisabled } from './host.ts'

/** How long a verdict stands for the other entries, where a call has no id. */
const KEEP_MS = 10_000
const POLL_MS = 5
/** How long the making of a record takes at the most. */
const WRITE_MS = 1_000
/** Of the hash that names a record: a project has 36 ** 2, and each call takes the place of an earlier one. */
const NAME_LENGTH = 2

/** What the first entry leaves for the others: a line as it begins, one with its verdict, and one of each other entry. */
interface Judged {
  /** What all entries say alike: the call as a digest, as prompts and commands may hold secrets, and the plan. */
  readonly said: string
  /** The entries that have reported this call. */
  readonly entries: readonly string[]
  /** The forms of answer that have told what a verdict says beside its decision. */
  readonly told: readonly string[]
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
  host: Pick<Host, 'env' | 'load' | 'packageDir' | 'version'>,
  run: DecidedRun,
  judge: () => Promise<Decided>,
): Promise<Decided> {
  const { env } = host
  const { options } = run.request
  // What is judged under a pause says nothing to an entry that has none.
  const dir = options.dryRun || isDisabled(env) ? undefined : directoryFor(run)
  if (dir === undefined) return judge()
  const { event } = run.prepared
  const call = digest(JSON.stringify([settingsIn(env), callIn(event)]))
  const said = `${call} ${JSON.stringify(planIn(host, run.prepared))}`
  const entry = [options.agent, options.event, options.entry, host.packageDir].join(' ')
  const form = `${run.request.dialect.name} ${event.native_event ?? event.event}`
  const own: Judged = { said, entries: [entry], told: [form], call: event.tool_use_id, pid: process.pid }
  const file = childPath(dir, hash(call).slice(-NAME_LENGTH))
  const claimed = await claim(file, own, Date.now() + timeLeft(run))
  if (typeof claimed === 'object') return { verdict: claimed }
  let decided: Decided | undefined
  try {
    return (decided = await judge())
  } finally {
    const { verdict, aborted } = decided ?? {}
    if (verdict === undefined || aborted === true || holdsSecret(host, verdict)) remove(file)
    else if (claimed !== undefined) addLine(claimed, { said, verdict, at: Date.now() })
    if (claimed !== undefined) closeSync(claimed)
  }
}

/** Two hashes of different texts: together too long to meet by chance. */
function digest(text: string): string {
  return `${hash(text)} ${hash(`${text.length} ${text}`)} ${text.length}`
}

/** It is not left on the disk: each entry judges such a call. */
function holdsSecret({ load }: Pick<Host, 'load'>, verdict: Verdict): boolean {
  return !isEmptyVerdict(verdict) && load('decide').maskedJson(verdict) !== JSON.stringify(verdict)
}

function timeLeft({ request, prepared: { event, clock, started } }: DecidedRun): number {
  return agentLimits(request.dialect.capabilities, event, clock.elapsed() - started).deadline_ms ?? 0
}

/** The verdict of another entry; where this one has to judge, its record, if one could be made. */
async function claim(file: string, own: Judged, deadline: number): Promise<Verdict | number | undefined> {
  while (Date.now() < deadline) {
    const made = makeRecord(file, own)
    if (made !== 'taken') return made
    const text = textOf(file)
    const found = read(text)
    const isOurs = found === undefined ? isBeingWritten(file) : isSameCall(found, own) && !isOver(found, own)
    if (!isOurs && isMoved(file, text)) continue
    if (!isOurs || found?.verdict === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    else {
      const { told, verdict } = found
      addEntry(file, own)
      return own.told.some((form) => told.includes(form)) ? withoutTexts(verdict) : verdict
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
function isOver({ verdict, pid, call, at = 0 }: Judged, own: Judged): boolean {
  if (verdict === undefined) return !isAlive(pid)
  const age = Date.now() - at
  return age < 0 || (age > KEEP_MS && (call === undefined || own.call === undefined))
}

/** The agent gets an answer of the same form: what adds up has been said there. */
function withoutTexts(verdict: Verdict): Verdict {
  return {
    ...verdict,
    additional_context: [],
    system_messages: [],
    follow_up_messages: [],
    warnings: [],
  }
}

/** What stays is pruned. */
function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // It costs no verdict.
  }
}

/** Open, so that a line reaches it wherever it is moved; undefined where none can be left. */
function makeRecord(file: string, own: Judged): number | 'taken' | undefined {
  try {
    const made = openSync(file, 'ax', 0o600)
    addLine(made, own)
    return made
  } catch (error) {
    return hasCode(error, 'EEXIST') ? 'taken' : undefined
  }
}

function addEntry(file: string, { said, entries, told }: Judged): void {
  try {
    const record = openSync(file, constants.O_WRONLY | constants.O_APPEND)
    addLine(record, { said, entries, told })
    closeSync(record)
  } catch {
    // A third one may hear again what this one told.
  }
}

function addLine(record: number, line: Partial<Judged>): void {
  try {
    writeSync(record, `${JSON.stringify(line)}\n`)
  } catch {
    // The other entry judges, too.
  }
}

/** Moves a record aside, unless another entry has: what was left since is put back. */
function isMoved(file: string, seen: string | undefined): boolean {
  const aside = `${file}.old` // stays there: removing it costs more than all else
  try {
    renameSync(file, aside)
    if (textOf(aside) !== seen && textOf(file) === undefined) renameSync(aside, file)
    return true
  } catch {
    return false
  }
}

/** Who made it is writing it at this moment. */
function isBeingWritten(file: string): boolean {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
  return age >= 0 && age < WRITE_MS
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** A line that says something else is of an entry that found another record here. */
function read(text = ''): Judged | undefined {
  const [first, ...others] = text.split('\n').slice(0, -1).map(readLine)
  if (first?.entries === undefined || first.told === undefined) return undefined
  return others.filter((more) => more?.said === first.said).reduce<Judged>(withLine, first as Judged) // the first is of makeRecord
}

function withLine(judged: Judged, { entries = [], told = [], ...more }: Partial<Judged> = {}): Judged {
  return { ...judged, ...more, entries: [...judged.entries, ...entries], told: [...judged.told, ...told] }
}

function readLine(text: string): Partial<Judged> | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return isObject(line) ? line : undefined
  } catch {
    return undefined
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
function directoryFor({ prepared: { dirs, stateDir } }: DecidedRun): string | undefined {
  const dir = childPath(stateDir, 'calls')
  return makePrivate(dirs.state) && makePrivate(dir) ? dir : undefined
}

/** What a verdict depends on beside the call: what the agent starts with other settings leaves nothing for its calls. */
function settingsIn(env: Env): unknown {
  return Object.entries(env)
    .filter(([name]) => /^(?:HOME|PATH|XDG_.*|HOOKS_.*)$/.test(name))
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
}

/** Two copies of one version have the same presets. */
function planIn(
  { packageDir, version }: Pick<Host, 'packageDir' | 'version'>,
  { plan }: DecidedRun['prepared'],
): unknown {
  return [version, plan.sources.filter(([file]) => !file.startsWith(`${packageDir}/`)), plan.paused]
}

/** What two entries say alike about one call, each in its own words. */
function callIn(event: Event): unknown {
  const {
    agent,
    session_id = agent,
    subagent,
    permission_mode,
    recipe,
    prompt,
    response,
    source,
    error,
  } = event
  const more = [permission_mode, recipe, prompt, response, source, subagent?.id, error]
  return [session_id, event.event, toolCallIn(event), ...more]
}

/** The command of a shell, whatever its tool and the field are called. */
function toolCallIn({ tool_name, tool_input, cwd }: Event): unknown {
  const input = isObject(tool_input) ? tool_input : {}
  const command = commandFields.map((field) => input[field]).find((value) => typeof value === 'string')
  if (command === undefined) return [tool_name, sorted(tool_input), cwd]
  const rest = Object.entries(input).filter(
    ([name]) => !commandFields.includes(name) && !isAside(name, input),
  )
  return [command, directoryIn(input) ?? cwd, sorted(Object.fromEntries(rest))]
}

/** Where it runs, which is told apart, and what agents only say about it. */
function isAside(name: string, input: PlainObject): boolean {
  return ['description', 'timeout'].includes(name) || directoryIn({ [name]: input[name] }) !== undefined
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const names = Object.keys(value).sort()
  return names.map((name) => [name, sorted(value[name])])
}
