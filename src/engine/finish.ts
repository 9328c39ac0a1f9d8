// Fits the merged verdict to the agent and to the limit of continues.
import { limitsOf } from '../model/rule-defaults.ts'
import { withoutKeys } from '../model/plain-object.ts'
import type { Verdict, Warning, Untrusted, Capabilities, Event, State } from '../model/types.ts'
import { canContinue, continuesKey, countContinue, saveSessionDeny } from './boundary.ts'
import { agentName, agentSupport, type DispatchState } from './dispatch-state.ts'
import { downgradeVerdict } from './fit.ts'
import { mergeFlow } from './flow.ts'
import { toVerdict } from './merge.ts'
import { isFailure } from './ask-handler.ts'

/** As often as one of the rules may that want it. */
function maxContinues(
  { registry: { settings }, options, draft }: DispatchState,
  flow: Verdict['flow'],
): number {
  const own = options.capabilities?.continues ?? Infinity
  const wanted = draft.trace.filter((entry) => entry.flow === flow).map(({ layer = 'local' }) => layer)
  const caps = wanted.map((layer) => limitsOf(settings, layer).continues)
  return Math.min(caps.length === 0 ? settings.continues : Math.max(...caps), own - 1)
}

/** Over the limit the agent may end; a soft stop that was outweighed counts again. */
function endRun(verdict: Verdict, state: DispatchState, why: string): Verdict {
  const left = mergeFlow(state.draft.flows.filter(({ flow }) => flow === 'stop'))
  const rules = state.draft.trace.filter(({ flow }) => flow === verdict.flow).map(({ rule }) => rule)
  const by = rules.length === 0 ? '' : `, although ${rules.join(', ')} would go on`
  const message = `${why}, so it is let go${by}`
  return {
    ...withoutKeys(verdict, ['flow', 'flow_reason', 'user_flow_reason', 'next_prompt']),
    ...left,
    follow_up_messages: [],
    warnings: [...verdict.warnings, { code: 'continues', message }],
  }
}

function capContinues(verdict: Verdict, state: DispatchState): Verdict {
  const { event } = state.subject
  if ((verdict.flow !== 'continue' && verdict.flow !== 'restart') || !canContinue(event)) return verdict
  const run = state.options.effects.state.run()
  const key = continuesKey(event)
  const cap = maxContinues(state, verdict.flow)
  const active = event.stop_active ?? 0
  if (Math.max(run.counted(key), active) >= cap)
    return endRun(
      verdict,
      state,
      `the agent was continued ${cap === 1 ? 'once' : `${cap} times`} in this run (limits.continues)`,
    )
  countContinue(event, verdict, state.options.effects.state)
  const isLost = state.options.effects.state.problem !== undefined
  return isLost && active > 0
    ? endRun(verdict, state, 'it cannot be counted how often the agent was continued')
    : verdict
}

/** Where the agent does not support a deny at the session's start, the next prompt is denied instead. */
function deferDeny(verdict: Verdict, state: DispatchState): Verdict {
  saveSessionDeny(verdict, state.options.effects.state)
  const message = `${agentName(state.subject.event)} cannot be refused a session: the next prompt is denied instead`
  const texts = ['reason', 'user_reason', 'flow_reason', 'user_flow_reason'] as const
  return {
    ...withoutKeys(verdict, [...texts, 'hard', 'forced']),
    decision: 'proceed',
    flow: 'default',
    warnings: [...verdict.warnings, { code: 'downgrade', message }],
  }
}

function fitAgent(verdict: Verdict, state: DispatchState): Verdict {
  const carries = agentSupport(state)
  if (carries === undefined) return verdict
  const isRefused = verdict.decision === 'deny' || (verdict.flow === 'stop' && carries.stop !== true)
  const isHeld = state.subject.event.event === 'SessionStart' && isRefused && carries.deny !== true
  return downgradeVerdict(
    isHeld ? deferDeny(verdict, state) : verdict,
    carries,
    agentName(state.subject.event),
  )
}

/** Counters that only this process remembers hold nothing, and a context that is cut says less than its rules do. */
function addWarnings(verdict: Verdict, state: DispatchState): Verdict {
  const { options, subject } = state
  const left = notInForce(state)
  const { problem } = options.effects.state
  const { context_chars: most = Infinity } = options.capabilities ?? {}
  const chars = verdict.additional_context.join('\n\n').length
  if (left.length === 0 && problem === undefined && chars <= most) return verdict
  const cut = `${agentName(subject.event)} shows its model only a part of a context above ${most.toLocaleString('en-US')} characters; this one has ${chars.toLocaleString('en-US')}`
  return {
    ...verdict,
    warnings: [
      ...verdict.warnings,
      ...left,
      ...(problem === undefined ? [] : [{ code: 'state', message: problem }]),
      ...(chars <= most ? [] : [{ code: 'context-cut', message: cut }]),
    ],
  }
}

/** Rules that `limits.rules` leaves out, programs that are no rules, and what nobody has trusted: told once per session. */
function notInForce({ registry, subject: { event }, options }: DispatchState): readonly Warning[] {
  const { left_out: messages = [], untrusted } = registry.settings
  const all = [
    ...messages.map((message) => ({ code: 'left_out', message })),
    ...(untrusted === undefined ? [] : [{ code: 'untrusted', message: untrustedMessage(untrusted) }]),
  ]
  const { state } = options.effects
  return all.filter(({ code, message }) => event.session_id === undefined || state.once(`${code}/${message}`))
}

export function finishVerdict(state: DispatchState): Verdict {
  const verdict = toVerdict(state.draft)
  return state.aborted ? verdict : addWarnings(capContinues(fitAgent(verdict, state), state), state)
}

const MAX_NAMED = 5

/** One sentence about what is not run, and what to do. */
function untrustedMessage({ new: fresh, changed, refused }: Untrusted): string {
  const parts = [
    ...(fresh.length > 0
      ? [`${named(fresh)} not run until you trust ${fresh.length === 1 ? 'it' : 'them'}`]
      : []),
    ...(changed.length > 0
      ? [
          `${named(changed)} not run, because of changes since you trusted ${changed.length === 1 ? 'it' : 'them'}`,
        ]
      : []),
  ]
  const remedy =
    refused === undefined ? 'look at what would run: hooks trust' : `nothing can be trusted here: ${refused}`
  return `${parts.join('; ')}; ${remedy}`
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED)
  const more = names.length - shown.length
  const list = more > 0 ? [...shown, `${more} more`] : shown
  const joined = list.length === 1 ? list[0] : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
  return `${joined} ${names.length === 1 ? 'is' : 'are'}`
}

// Tells the agent's user which rules did not hold.
export interface ReportOptions {
  readonly event: Event
  /** What the agent supports; absent: nobody reads messages, and warnings stay data. */
  readonly events: Capabilities['events'] | undefined
  readonly state: Pick<State, 'once' | 'problem'>
}

/** Adds each warning as a message to the user: once per session and cause, and with every ask or deny that it affects. */
export function reportWarnings(verdict: Verdict, { event, events, state }: ReportOptions): Verdict {
  const carries = event.event === 'unmapped' ? undefined : events?.[event.event]
  if (events === undefined || verdict.warnings.length === 0 || carries?.notify !== true) return verdict
  const isHeld = verdict.decision === 'ask' || verdict.decision === 'deny'
  const messages = verdict.warnings
    .filter((warning) => {
      const isNew = event.session_id === undefined || state.once(causeOf(warning))
      const isRepeated = state.problem !== undefined && isToldElsewhere(warning, event, events)
      return (isNew && !isRepeated) || (isHeld && warning.code !== 'downgrade')
    })
    .filter(({ message }) => verdict.reason?.includes(message) !== true)
    .map((warning) => textOf(warning, verdict))
  return messages.length === 0
    ? verdict
    : { ...verdict, system_messages: [...new Set([...verdict.system_messages, ...messages])] }
}

/** A person reads these first. */
const starts = ['SessionStart', 'UserPromptSubmit'] as const

/**
 * Where no state can be written it cannot be known what was told before. That itself is told where a session or a
 * prompt begins, as every event there has the warning.
 */
function isToldElsewhere(
  { code }: Warning,
  { event }: Event,
  events: NonNullable<ReportOptions['events']>,
): boolean {
  if (code !== 'ledger' && code !== 'state') return false
  return starts.every((start) => start !== event) && starts.some((start) => events[start]?.notify === true)
}

function causeOf({ code, rule, message }: Warning): string {
  return `warned/${code}/${rule ?? message}`
}

const STDERR_CHARS = 200

function textOf({ code, rule, message }: Warning, { trace }: Verdict): string {
  if (rule === undefined) return `hooks: ${message}`
  if (!isFailure(code)) return `hooks: rule ${rule}: ${message}`
  const stderr = trace.find((entry) => entry.rule === rule && entry.result === code)?.stderr ?? ''
  const said = stderr.trimEnd().split('\n').at(-1)?.trim().slice(0, STDERR_CHARS) ?? ''
  return `hooks: rule ${rule} failed and did not hold: ${message}${said === '' || message.includes(said) ? '' : ` (${said})`}`
}
