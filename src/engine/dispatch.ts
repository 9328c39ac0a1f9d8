// One event through its rules: select, test, handle, merge; a change reopens the question.
import { historyIn } from '../handlers/history.ts'
import { createFactSource } from '../shell/source.ts'
import type { Event, LiveRule, Match, OnUnresolved, Registry, TraceEntry } from '../model/types.ts'
import { claimOnce, enter, promptsIn, takeDeny } from './boundary.ts'
import { createSubject } from './change.ts'
import type { FactSource } from './change.ts'
import { closedOutcome } from './closed.ts'
import { answered, consult, graceMs, startBeside } from './consult.ts'
import type { Reply } from './consult.ts'
import type { Course, DispatchOptions, DispatchResult, Turn } from './course.ts'
import { finish } from './finish.ts'
import { addMatch, addRefused, type OpenEntry } from './select/matched.ts'
import { createDraft, mergeDecision, trace, warn } from './merge.ts'
import { speak, weigh } from './speak.ts'

export type { DispatchOptions, DispatchResult, Effects, ExplainedRule } from './course.ts'

const none: readonly never[] = []

/** Facts against the machine as it is, and what the session did so far. */
function factsOf({ effects, capabilities }: DispatchOptions): FactSource {
  const { files, env, state, past, parser } = effects
  const isHeard = capabilities === undefined || capabilities.events.PostToolUse !== undefined
  return {
    ...createFactSource({ files, env, parser }),
    did: () => historyIn(past ?? state, { isHeard, ...(past && { prompts: promptsIn(state) }) }),
  }
}

function remembering({ files }: DispatchOptions['effects']): (path: string) => string {
  let known: Map<string, string> | undefined
  return (path) => {
    known ??= new Map()
    const found = known.get(path) ?? files.real(path)
    known.set(path, found)
    return found
  }
}

function setOut(registry: Registry, event: Event, options: DispatchOptions): Course {
  const { clock, state } = options.effects
  const source = options.facts ?? factsOf(options)
  const real = remembering(options.effects)
  const { rules, longest_ms } = registry.measure(event.event)
  const allowed = Math.max(registry.settings.dispatch_ms, longest_ms)
  return {
    registry,
    options,
    considered: rules,
    source,
    real,
    draft: createDraft(),
    ends: clock.elapsed() + Math.min(allowed + graceMs, options.deadline_ms ?? Infinity),
    explained: options.explain === true ? [] : undefined,
    subject: createSubject(enter(event, state), source, real),
    changedAt: undefined,
    askedAgain: 0,
    claimed: none,
    aborted: false,
    rules: none,
    asked: 0,
    selectedFor: -1,
  }
}

function ask(course: Course, live: LiveRule): Match {
  try {
    return live.test(course.subject)
  } catch (error) {
    return { is: 'maybe', why: error instanceof Error ? error.message : String(error) }
  }
}

/** Does the rule's turn come at all? Guards also speak on a maybe. */
function isConcerned({ live, match }: Turn): boolean {
  if (match.is !== 'maybe') return match.is === 'yes'
  return guards(live)
}

function guards({ rule }: LiveRule): boolean {
  return (
    rule.handler.kind === 'inline' &&
    (rule.handler.inline.says === 'deny' || rule.handler.inline.says === 'ask')
  )
}

/** A `once` rule speaks once, but may be asked again in the same dispatch. */
function isDue({ course, live }: Turn): boolean {
  const { once, name, layer, at } = live.rule
  if (once === undefined) return true
  const { turn } = course.subject.event
  if (once === 'turn' && turn !== undefined) return turn <= 1
  // Names are unique in a file only.
  const key = `${layer}/${at.file}/${name}`
  if (course.claimed.includes(key)) return true
  if (!claimOnce(key, once === 'turn' ? 'run' : once, course.options.effects.state)) return false
  course.claimed = [...course.claimed, key]
  return true
}

function explain({ course, live, match }: Turn): void {
  const { rule } = live
  course.explained?.push({
    rule: rule.name,
    at: rule.at,
    layer: rule.layer,
    order: rule.order,
    is: match.is,
    ...(match.why !== undefined && { why: match.why }),
    ...(course.draft.denied && !rule.always && match.is !== 'no' && { skipped: true as const }),
  })
}

function traceOnly({ course, live, match }: Turn, result: TraceEntry['result']): void {
  const { name, at, layer } = live.rule
  const entry: OpenEntry = { rule: name, result, ms: 0, at, layer }
  addMatch(entry, match)
  trace(course.draft, entry)
}

/** A guard that could not tell, or that this version does not fully understand. */
function unsure(turn: Turn, how: OnUnresolved, reason: string): Reply | undefined {
  const outcome = closedOutcome(turn.course, how, reason)
  return outcome === undefined ? undefined : answered(outcome)
}

function quarantined(turn: Turn, key: string): Reply | undefined {
  const { rule } = turn.live
  const message = `rule ${rule.name} was not run: it has an ${key}, which this version does not have`
  warn(turn.course.draft, { code: 'quarantined', rule: rule.name, message })
  return guards(turn.live) ? unsure(turn, 'ask', message) : undefined
}

/** What answers without the handler, if the handler is not to be asked; `none` when nothing answers. */
function answerFor(turn: Turn): Reply | Promise<Reply> | 'none' {
  const { live, match } = turn
  if (live.rule.quarantined !== undefined) return quarantined(turn, live.rule.quarantined) ?? 'none'
  if (match.is === 'yes') return consult(turn)
  const reason =
    match.unknown ??
    `it cannot be known whether rule ${live.rule.name} applies: ${match.why ?? 'its match could not be asked'}`
  return unsure(turn, live.rule.on_unresolved, reason) ?? 'none'
}

function hear(turn: Turn, reply: Reply): void {
  if (reply.aborted) turn.course.aborted = true
  else speak(turn, reply)
}

function background(turn: Turn): void {
  const failure = startBeside(turn)
  traceOnly(turn, failure === undefined ? 'ran' : 'error')
  if (failure !== undefined) {
    warn(turn.course.draft, { code: 'error', rule: turn.live.rule.name, message: failure })
  }
}

/** One rule's turn; a promise only when its handler takes its time. */
function take(course: Course, live: LiveRule): Promise<void> | undefined {
  const turn: Turn = { course, live, match: ask(course, live) }
  if (course.explained !== undefined) explain(turn)
  if (!isConcerned(turn)) return undefined
  const { rule } = live
  if (course.draft.denied && !rule.always) {
    if (turn.match.is === 'yes') traceOnly(turn, 'skipped')
    return undefined
  }
  if (!isDue(turn)) return undefined
  if (rule.background === true && rule.quarantined === undefined) {
    background(turn)
    return undefined
  }
  const reply = answerFor(turn)
  if (reply === 'none') return undefined
  if (reply instanceof Promise) return reply.then((late) => hear(turn, late))
  hear(turn, reply)
  return undefined
}

/** A change reopens the question, unless the answer stands. */
function isReopened({ draft, askedAgain }: Course): boolean {
  return !draft.denied && askedAgain !== draft.version
}

/** Every pure rule before the last change is asked about the final subject; only its decision counts. */
async function reopen(course: Course): Promise<void> {
  const { draft, changedAt = -Infinity } = course
  course.askedAgain = draft.version
  for (const live of course.registry.select(course.subject, -Infinity)) {
    if (live.rule.order >= changedAt || draft.denied) return
    if (live.pure && live.rule.mode === 'enforce' && live.rule.background !== true)
      await askAgain(course, live)
  }
}

async function askAgain(course: Course, live: LiveRule): Promise<void> {
  const turn: Turn = { course, live, match: ask(course, live) }
  if (!isConcerned(turn) || !isDue(turn)) return
  const reply = await answerFor(turn)
  if (reply === 'none') return
  if (reply.aborted) {
    course.aborted = true
    return
  }
  const { outcome, closed, result } = weigh(turn, reply)
  const decision = closed?.decision ?? outcome.decision
  if (decision === undefined || decision === 'proceed') return
  const reason = closed?.decision === undefined ? outcome.reason : closed.reason
  mergeDecision(course.draft, { decision, ...(reason !== undefined && { reason }) })
  const { name, at, layer } = live.rule
  const known = course.draft.trace.some((entry) => entry.rule === name && entry.decision === decision)
  if (known) return
  const entry: OpenEntry = { rule: name, result, ms: reply.ms, at, layer, decision }
  addMatch(entry, turn.match)
  addRefused(entry, turn.match)
  trace(course.draft, entry)
}

/** The next rule to ask: after a change those that follow are selected anew, after an abort there is none. */
function nextRule(course: Course): LiveRule | undefined {
  if (course.selectedFor !== course.draft.version) selectRest(course)
  const live = course.rules[course.asked++]
  if (live !== undefined && course.options.signal?.aborted === true) course.aborted = true
  return course.aborted ? undefined : live
}

/** The rules after the last one that was asked, by the subject as it is now. */
function selectRest(course: Course): void {
  const { registry, subject, rules, asked } = course
  const from = (rules[asked - 1]?.rule.order ?? -Infinity) + 1
  course.rules = course.explained === undefined ? registry.select(subject, from) : registry.all(subject, from)
  course.asked = 0
  course.selectedFor = course.draft.version
}

/** A deny that was kept from the session's start answers first. */
function answerHeld(course: Course): void {
  const held = takeDeny(course.subject.event, course.options.effects.state)
  if (held === undefined) return
  mergeDecision(course.draft, { decision: 'deny', reason: held.reason })
  if (held.trace !== undefined) trace(course.draft, held.trace)
}

/** Decides over one event. Never rejects: what fails becomes a warning and the rule's `on_error`. */
export async function dispatch(
  registry: Registry,
  event: Event,
  options: DispatchOptions,
): Promise<DispatchResult> {
  const course = setOut(registry, event, options)
  answerHeld(course)
  for (let live = nextRule(course); live !== undefined; live = nextRule(course)) {
    if (live.rule.always && isReopened(course)) await reopen(course)
    const late = take(course, live)
    if (late !== undefined) await late
  }
  if (!course.aborted && isReopened(course)) await reopen(course)
  return resultOf(course)
}

function resultOf(course: Course): DispatchResult {
  const result: { -readonly [K in keyof DispatchResult]: DispatchResult[K] } = {
    verdict: finish(course),
    considered: course.considered,
  }
  if (course.explained !== undefined) result.explained = course.explained
  if (course.aborted) result.aborted = true
  return result
}
