// One call, from payload to answer.
import { failureAt } from '../engine/dispatch-state.ts'
import type { DispatchResult } from '../engine/dispatch.ts'
import { isEmptyVerdict } from '../engine/select/empty-verdict.ts'
import { HooksError } from '../model/errors.ts'
import { rulesIn } from '../model/rule-counts.ts'
import type { Verdict } from '../model/types.ts'
import { repositoryAt } from '../shell/git/dir.ts'
import { retryDamaged } from '../store/plan/rule-file.ts'
import { areRefsDue } from '../store/records/session-refs.ts'
import {
  type Call,
  type Host,
  type Judged,
  type Loader,
  type Opened,
  type SentPayload,
  writeAnswer,
  writeFailure,
} from './call.ts'
import { judge } from './judge.ts'
import { isFromAgent } from './last-resort.ts'
import { openCall } from './open.ts'
import { type AgentArguments, readPayload } from './payload.ts'
import { createHost } from './process.ts'
import { record } from './record.ts'
import { runArguments } from './run-arguments.ts'
import { removeOldRecords } from './sealed.ts'

const INTERRUPTED = 130

/** Runs the command line. Resolves to the exit code, once everything is answered. */
export async function start(loader: Loader): Promise<number> {
  const host = createHost(loader)
  const { engine } = host
  if (engine !== undefined && host.argv.join(' ') === 'serve --background')
    return (await host.load('serve').serve(host, engine)) === undefined ? 0 : 1
  const isRun = host.argv[0] === 'run' && !host.argv.includes('--help') && !host.argv.includes('-h')
  return isRun ? run(host) : host.load('cli').main(host)
}

/** `hooks run`: decides over one payload. Returns the exit code. */
export async function run(host: Host): Promise<number> {
  const asked = runArguments(host.argv.slice(1))
  if (typeof asked === 'string') return answerMisuse(host, `${asked}; see hooks run --help`)
  const { agent } = asked
  return agent === undefined
    ? host.load('cli').runByHand(host, asked)
    : answerAgent(host, { ...asked, agent })
}

/** Speaks an agent's protocol exactly: whatever goes wrong, the agent gets an answer it understands. */
async function answerAgent(host: Host, asked: AgentArguments): Promise<number> {
  let sender: string | undefined
  try {
    const sent = await readPayload(host, asked)
    sender = sent.dialect.name
    return await retryDamaged(() => answer(host, sent))
  } catch (error) {
    return host.fail(error, sender)
  }
}

async function answer(host: Host, sent: SentPayload): Promise<number> {
  const opened = await openCall(host, sent)
  if (host.leaves?.(opened.event.event) === true)
    throw new HooksError('error', 'it is judged by a run of its own')
  const judged = await judge(opened)
  const verdict = record(judged)
  const exit = judged.aborted ? INTERRUPTED : encode(opened, verdict)
  afterAnswer(opened)
  return exit
}

function encode({ host, sent, event }: Opened, verdict: Verdict): number {
  const { dialect } = sent
  if (isEmptyVerdict(verdict) && failureAt(dialect.capabilities, event.event).empty === 'open') return 0
  const speaker = host.load('agents').agentNamed(dialect.name)
  return typeof speaker === 'string' ? 1 : writeAnswer(host, speaker.encode(verdict, event))
}

/** An agent whose settings call us wrongly gets an answer all the same: nothing passes unchecked. */
function answerMisuse(host: Call, problem: string): number | Promise<number> {
  return isFromAgent(host.argv) ? host.fail(problem) : writeFailure(host, problem)
}

function afterAnswer(opened: Opened): void {
  const { host, sent, event, plan } = opened
  if (needsRefs(opened)) {
    const { stateDir, files } = opened
    const place = { root: event.root, session: event.session_id, stateDir, files }
    host.load('drift').noteRefs({ ...place, env: host.env }, plan)
  }
  host.keepEngine?.(plan.settings?.engine_off !== true)
  if (event.event === 'SessionStart' && !sent.options.dryRun) pruneOld(opened)
}

/** What Git's references hold, for a session with rules. */
function needsRefs({ sent, event, plan, stateDir, files }: Opened): boolean {
  if (!sent.live || sent.options.dryRun || rulesIn(plan.counts) === 0 || event.session_id === undefined)
    return false
  const gitDir = repositoryAt(event.root, files)?.own
  return gitDir !== undefined && (plan.fresh || areRefsDue(stateDir, event.session_id, gitDir))
}

/** A failure here is no second answer. */
function pruneOld({ host, dirs, stateDir, event, clock, plan }: Opened): void {
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

export interface Evaluated
  extends
    Pick<DispatchResult, 'verdict' | 'considered' | 'explained'>,
    Pick<Opened, 'event' | 'plan' | 'dirs' | 'compiled_ms'>,
    Pick<Judged, 'ms' | 'aborted'> {}

/** A payload that a person or a program hands over: every rule is asked, and nobody is answered. */
export function evaluate(host: Host, sent: SentPayload): Promise<Evaluated> {
  return retryDamaged(async () => {
    const opened = await openCall(host, sent)
    const result = await host.load('decide').decide(opened)
    const { event, plan, dirs, clock, started, compiled_ms } = opened
    const ms = clock.elapsed() - started
    const aborted = result.aborted === true
    const verdict = record({ opened, verdict: result.verdict, ms, aborted })
    return { ...result, event, verdict, aborted, plan, dirs, ms, compiled_ms }
  })
}
