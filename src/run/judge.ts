// A person's and a team's installation, and agents that read each other's settings, report one call to several entries.
// The first entry judges it; each other one gets the same verdict, so that nothing is counted, started or recorded twice.
import { agentLimits } from '../engine/dispatch-state.ts'
import { emptyVerdict, hasNoCandidates, isEmptyVerdict } from '../engine/select/empty-verdict.ts'
import { BACKGROUND_FILE } from '../handlers/background.ts'
import { HooksError } from '../model/errors.ts'
import { isGate } from '../model/events.ts'
import { isObject, type PlainObject } from '../model/plain-object.ts'
import { commandFields, directoryIn } from '../model/tool-groups.ts'
import type { Env, Event, Verdict } from '../model/types.ts'
import { childPath } from '../patterns/paths/paths.ts'
import { hash } from '../patterns/text/hash.ts'
import { lookAt } from '../store/disk/files.ts'
import { makePrivate } from '../store/disk/private-dir.ts'
import { sessionFile } from '../store/state/file-name.ts'
import { type CallRecord, type EntryClaim, openRecord } from './call-record.ts'
import { isDisabled, type Judged, type Opened } from './call.ts'

/** Of the hash that names a file: a project has 36 ** 2, each for the calls that meet in it. */
const NAME_LENGTH = 2

/** What the rules say, unless another entry has asked them. Throws why a call cannot be judged. */
export async function judge(opened: Opened): Promise<Judged> {
  const problem = problemIn(opened)
  if (problem !== undefined) throw new HooksError('error', problem)
  const claims = claimsOf(opened)
  if (claims === undefined) return askRules(opened)
  const leave = (verdict?: Verdict): void => {
    claims.record.leave(verdict)
    claims.record.close()
  }
  try {
    const known = await claims.record.claim(claims.claim, Date.now() + timeLeft(opened))
    if (known === undefined) {
      const judged = await askRules(opened)
      return { ...judged, leave: (verdict) => leave(mayStay(judged, verdict) ? verdict : undefined) }
    }
    claims.record.close()
    const verdict = known.isTold ? withoutTexts(known.verdict) : known.verdict
    return { opened, verdict, ms: 0, aborted: false, isKnown: true }
  } catch (error) {
    leave()
    throw error
  }
}

async function askRules(opened: Opened): Promise<Judged> {
  const { host, clock, started } = opened
  const { verdict, aborted = false } =
    !isDisabled(host.env) && isSettled(opened)
      ? { verdict: emptyVerdict }
      : await host.load('decide').decide(opened)
  return { opened, verdict, ms: clock.elapsed() - started, aborted }
}

/** Why a call cannot be judged: no rule could hold it. */
function problemIn({ host, event: asked }: Opened): string | undefined {
  const { event, native_event: native = '', tool_name: tool, tool_input } = asked
  if (event === 'unmapped' && native === '') return 'it does not say which event it is'
  if (!isGate(event) || (tool !== undefined && tool !== '')) return undefined
  return host.load('decide').shellCommandIn(tool_input) === undefined
    ? 'the payload names no tool and has no command'
    : undefined
}

/** No rule could match, and nothing has to be said about the rules themselves. */
function isSettled({ event, plan, stateDir, files, mayLeave, problem, sealed, sent }: Opened): boolean {
  if (plan.settings?.background === true && lookAt(sessionFile(stateDir, event.session_id, BACKGROUND_FILE)))
    return false
  if (problem !== undefined || plan.lost !== undefined || sealed !== undefined) return false
  if (sent.options.explain || plan.fresh || plan.kept || plan.settings === undefined || plan.partial === true)
    return false
  if (isGate(event.event) && mayLeave()) return false
  return hasNoCandidates(event, event.event === 'unmapped' ? undefined : plan.rules(event.event), files)
}

interface Claims {
  readonly record: CallRecord
  readonly claim: EntryClaim
}

/** Undefined where none can be written, which costs only the second judgement. */
function claimsOf(opened: Opened): Claims | undefined {
  const { host, sent, event } = opened
  const { options, dialect } = sent
  // What is judged under a pause says nothing to an entry that has none.
  const dir = options.dryRun || isDisabled(host.env) ? undefined : directoryFor(opened)
  if (dir === undefined) return undefined
  const call = digest(JSON.stringify([settingsIn(host.env), callIn(event)]))
  const record = openRecord(childPath(dir, hash(call).slice(-NAME_LENGTH)))
  const claim = {
    said: `${call} ${digest(JSON.stringify(planIn(opened)))}`,
    entry: [options.agent, options.event, options.entry, host.packageDir].join(' '),
    form: `${dialect.name} ${event.native_event ?? event.event}`,
    call: event.tool_use_id,
  }
  return record && { record, claim }
}

/** Two hashes of different texts: together too long to meet by chance. */
function digest(text: string): string {
  return `${hash(text)} ${hash(`${text.length} ${text}`)} ${text.length}`
}

/** A secret is not left on the disk: each entry judges such a call. */
function mayStay({ opened: { host }, aborted }: Judged, verdict: Verdict | undefined): boolean {
  if (aborted || verdict === undefined) return false
  return isEmptyVerdict(verdict) || host.load('decide').maskedJson(verdict) === JSON.stringify(verdict)
}

function timeLeft({ sent, event, clock, started }: Opened): number {
  return agentLimits(sent.dialect.capabilities, event, clock.elapsed() - started).deadline_ms ?? 0
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

/** Undefined where none can be written. */
function directoryFor({ dirs, stateDir }: Opened): string | undefined {
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
function planIn({ host: { packageDir, version }, plan }: Opened): unknown {
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
