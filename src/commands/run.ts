import { listeners } from '../catalog.ts'
import { hasCall } from '../engine/haystack.ts'
import { isQuiet, isSilence, silence } from '../engine/quiet.ts'
import { plainTexts } from '../facts/plain.ts'
import type { Host } from '../host.ts'
import { part } from '../parts.ts'
import { parsePayload } from './payload.ts'
import { prepare, type Prepared, type Request } from './prepare.ts'
import { record } from './record.ts'
import type { Dialect, Event, Listener } from '../types.ts'
import { parseRunOptions, type RunOptions } from './run-options.ts'
import { tell } from './tell.ts'

const INTERRUPTED = 130

/** `hooks run`: decides over one payload. Returns the exit code. */
export async function run(host: Host): Promise<number> {
  const options = parseRunOptions(host.argv.slice(1))
  if (typeof options === 'string')
    return part(host, 'replay').misused(host, `${options}; see hooks run --help`)
  return options.agent === undefined
    ? part(host, 'replay').replay(host, options)
    : speak(host, options, options.agent)
}

/** Speaks an agent's protocol exactly: whatever goes wrong, the agent gets an answer it understands. */
async function speak(host: Host, options: RunOptions, agent: string): Promise<number> {
  const listener = listeners.find(({ name }) => name === agent)
  const dialect = listener ?? part(host, 'replay').agentNamed(agent)
  if (typeof dialect === 'string') return part(host, 'replay').misused(host, dialect)
  const text = await host.stdin().catch((error: unknown) => error)
  const payload = parsePayload(text)
  if ('problem' in payload) return part(host, 'replay').answerUnreadable(host, payload)
  try {
    const request = { options, dialect, payload: payload.value, live: true, ...wholePart(dialect) }
    const prepared = await prepare(host, request)
    if (isNameless(prepared.event))
      return part(host, 'replay').answerUnreadable(host, {
        problem: 'it does not say which event it is',
        text: '',
      })
    const exit =
      listener !== undefined && isSilent(host, prepared, options)
        ? passOver(host, prepared, options)
        : await answer(host, request, prepared)
    if (prepared.event.event === 'SessionStart' && !options.dryRun) forgetOld(host, prepared)
    return exit
  } catch (error) {
    const problem = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return part(host, 'replay').answerUnreadable(host, { problem, text: String(text) })
  }
}

/** What is not asked often brings all of its protocol along. */
function wholePart(dialect: Listener): Pick<Request, 'as'> {
  return 'encode' in dialect ? { as: dialect as Dialect } : {} // only a whole dialect answers as well
}

/** The agent has its answer. */
function forgetOld(host: Host, { dirs, stateDir, clock }: Prepared): void {
  try {
    part(host, 'prune').forgetOld({ state: dirs.state, project: stateDir, now: clock.now() })
  } catch {
    // No second answer because of it.
  }
}

function isNameless({ event, native_event: native = '' }: Event): boolean {
  return event === 'unmapped' && native === ''
}

/** Nothing has to be said: no rule could match, and there is nothing to tell about the rules themselves. */
function isSilent(host: Host, { event, plan, files }: Prepared, { explain }: RunOptions): boolean {
  if (explain || plan.fresh || plan.settings === undefined || plan.partial === true) return false
  const rules = event.event === 'unmapped' ? undefined : plan.rules(event.event)
  const disk = { ...files, home: host.env.HOME }
  return isQuiet(event, rules, () => plainTexts(event, { disk, shell: () => part(host, 'plain') }))
}

/** The agent goes on, and the ledger says so. */
function passOver(host: Host, prepared: Prepared, { dryRun }: RunOptions): number {
  const ms = prepared.clock.elapsed() - prepared.started
  if (!dryRun) record(host, prepared, { verdict: silence, ms })
  return 0
}

async function answer(host: Host, request: Request, prepared: Prepared): Promise<number> {
  const result = await part(host, deciderFor(prepared)).decide(host, request, prepared)
  const ms = prepared.clock.elapsed() - prepared.started
  const aborted = result.aborted === true
  const verdict = request.options.dryRun
    ? result.verdict
    : record(host, prepared, { verdict: result.verdict, ms, aborted })
  if (aborted) return INTERRUPTED
  if (isSilence(verdict) && listeners.some(({ name }) => name === request.dialect.name)) return 0
  const { event } = prepared
  return tell(
    host,
    request.as?.encode(verdict, event) ?? part(host, 'answer').encode(request.dialect.name, verdict, event),
  )
}

/** The part that decides, with what it will need besides as far as that is plain to see. */
function deciderFor({ event, plan }: Prepared): 'decide' | 'decide-shell' | 'decide-scripts' {
  const rules = event.event === 'unmapped' ? undefined : plan.rules(event.event)
  if (rules === undefined || plan.settings === undefined) return 'decide'
  if (rules.facts && hasCall(event)) return isShell(event) ? 'decide-shell' : 'decide'
  return rules.candidates(event).some((place) => rules.at(place).handler.kind === 'run')
    ? 'decide-scripts'
    : 'decide'
}

/** What it is called tells a part of the program that is not loaded yet. */
function isShell({ tool_input: input }: Event): boolean {
  return typeof input === 'object' && input !== null && 'command' in input
}
