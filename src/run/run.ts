import { rulesIn } from '../model/rule-counts.ts'
import { repositoryAt } from '../shell/git/dir.ts'
import { areRefsDue } from '../store/records/session-refs.ts'
import { listeners } from '../catalog.ts'
import { retryDamaged } from '../store/plan/rule-file.ts'
import { failureAt } from '../engine/dispatch-state.ts'
import { BACKGROUND_FILE } from '../handlers/background.ts'
import { hasNoCandidates, isEmptyVerdict, emptyVerdict } from '../engine/select/empty-verdict.ts'
import {
  type Host,
  isDisabled,
  writeAnswer,
  writeFailure,
  type PreparedRun,
  type RunRequest,
  type Call,
  type Program,
} from './call.ts'
import type { Event, Listener } from '../model/types.ts'
import { lookAt } from '../store/disk/files.ts'
import { isGate } from '../model/events.ts'
import { sessionFile } from '../store/state/file-name.ts'
import { judgeOnce } from './judged-once.ts'
import { removeOldRecords, sealEnv } from './plan/sealed.ts'
import { parsePayload, PROBE } from './payload.ts'
import { prepare } from './decide/prepare.ts'
import { parseRunOptions, type RunOptions } from './run-options.ts'
import { conclude } from './decide/record.ts'
import { isFromAgent } from './last-resort.ts'

const INTERRUPTED = 130

/** `hooks run`: decides over one payload. Returns the exit code. */
export async function run(host: Host): Promise<number> {
  const options = parseRunOptions(host.argv.slice(1))
  if (typeof options === 'string') return answerMisuse(host, `${options}; see hooks run --help`)
  return options.agent === undefined
    ? host.load('cli').runByHand(host, options)
    : answerAgent(host, options, options.agent)
}

/** Speaks an agent's protocol exactly: whatever goes wrong, the agent gets an answer it understands. */
async function answerAgent(host: Host, options: RunOptions, agent: string): Promise<number> {
  const claimed = listeners.find(({ name }) => name === agent) ?? host.load('agents').agentNamed(agent)
  if (typeof claimed === 'string') return host.fail(claimed)
  const payload = parsePayload(await host.stdin().catch((error: unknown) => error))
  if ('problem' in payload)
    return host.fail(
      payload.text === PROBE ? `hooks ${host.version} in ${host.packageDir} answers` : payload.problem,
    )
  const dialect = senderOf(host, claimed, payload.value)
  const sealed = sealEnv(host, { dialect, payload: payload.value })
  const inner = sealed === undefined ? host : { ...host, ...sealed }
  const request: RunRequest = { options, dialect, payload: payload.value, live: true, sealed }
  if (dialect === claimed) return retryDamaged(() => answer(inner, request))
  try {
    return await retryDamaged(() => answer(inner, request))
  } catch (error) {
    return host.fail(error, dialect.name)
  }
}

/** Agents run the hooks in each other's settings, so the payload says who called. */
function senderOf(host: Host, claimed: Listener, payload: RunRequest['payload']): Listener {
  return claimed.recognizes(payload, host.env) === 2
    ? claimed
    : host.load('agents').senderOf(claimed, payload, host.env)
}

/** An agent whose settings call us wrongly gets an answer all the same: nothing passes unchecked. */
function answerMisuse(host: Call, problem: string): number | Promise<number> {
  return isFromAgent(host.argv) ? host.fail(problem) : writeFailure(host, problem)
}

/** Why a call cannot be judged: no rule could hold it. */
function problemIn(host: Program, { event, native_event: native = '', tool_name: tool, tool_input }: Event) {
  if (event === 'unmapped' && native === '') return 'it does not say which event it is'
  if (!isGate(event) || (tool !== undefined && tool !== '')) return undefined
  return host.load('decide').shellCommandIn(tool_input) === undefined
    ? 'the payload names no tool and has no command'
    : undefined
}

/** After the answer: a failure here is no second answer. */
function pruneOld(host: Program, { dirs, stateDir, event, clock, plan }: PreparedRun): void {
  const { state, cache } = dirs
  const project = { project: stateDir, root: event.root }
  const limits = plan.settings ?? undefined
  try {
    host.load('decide').removeOldState({ state, cache, ...project, now: clock.now(), limits })
    removeOldRecords(host)
  } catch {
    // The next session tries again.
  }
}

async function answer(host: Host, request: RunRequest): Promise<number> {
  const prepared = await prepare(host, request)
  if (host.leaves?.(prepared.event.event) === true) return host.fail('it is judged by a run of its own')
  const problem = problemIn(host, prepared.event)
  if (problem !== undefined) return host.fail(problem, request.dialect.name)
  const exit = await decideAndAnswer(host, request, prepared)
  if (needsRefs(prepared, request)) host.load('drift').noteRefs(host, prepared)
  host.keepEngine?.(prepared.plan.settings?.engine_off !== true)
  if (prepared.event.event === 'SessionStart' && !request.options.dryRun) pruneOld(host, prepared)
  return exit
}

/** What Git's references hold, for a session with rules. */
function needsRefs({ event, plan, stateDir, files }: PreparedRun, { live, options }: RunRequest): boolean {
  if (!live || options.dryRun || rulesIn(plan.counts) === 0 || event.session_id === undefined) return false
  const gitDir = repositoryAt(event.root, files)?.own
  return gitDir !== undefined && (plan.fresh || areRefsDue(stateDir, event.session_id, gitDir))
}

async function decideAndAnswer(host: Host, request: RunRequest, prepared: PreparedRun): Promise<number> {
  const { dialect } = request
  const judge = () => decideAndRecord(host, request, prepared)
  const { verdict, aborted = false } = await judgeOnce(host, { request, prepared }, judge)
  if (aborted) return INTERRUPTED
  const { event } = prepared
  if (isEmptyVerdict(verdict) && failureAt(dialect.capabilities, event.event).empty === 'open') return 0
  const speaker = host.load('agents').agentNamed(dialect.name)
  return typeof speaker === 'string' ? 1 : writeAnswer(host, speaker.encode(verdict, event))
}

async function decideAndRecord(host: Host, request: RunRequest, prepared: PreparedRun) {
  const { verdict: decided, aborted = false } =
    !isDisabled(host.env) && isSettled(prepared, request)
      ? { verdict: emptyVerdict }
      : await host.load('decide').decide(host, request, prepared)
  const ms = prepared.clock.elapsed() - prepared.started
  return { verdict: conclude(host, { verdict: decided, ms, aborted }, { request, prepared }), aborted }
}

/** No rule could match, and nothing has to be said about the rules themselves. */
function isSettled(
  { event, plan, stateDir, files, mayLeave, problem }: PreparedRun,
  { options, sealed }: RunRequest,
): boolean {
  if (plan.settings?.background === true && lookAt(sessionFile(stateDir, event.session_id, BACKGROUND_FILE)))
    return false
  if (problem !== undefined || plan.lost !== undefined || sealed !== undefined) return false
  if (options.explain || plan.fresh || plan.kept || plan.settings === undefined || plan.partial === true)
    return false
  if (isGate(event.event) && mayLeave()) return false
  return hasNoCandidates(event, event.event === 'unmapped' ? undefined : plan.rules(event.event), files)
}
