// Runs one rule's handler within its time limit; every failure becomes data.
import { errorMessage, HooksError, isHooksError } from '../model/errors.ts'
import { limitsOf, startsProcess } from '../model/rule-defaults.ts'
import { isObject } from '../model/plain-object.ts'
import { recordFailure } from '../handlers/background.ts'
import { recordScript } from '../handlers/history.ts'
import { treeOf, inTree } from '../handlers/tree.ts'
import { withCallbacks } from '../recipes/recipe-handler.ts'
import { hideSecrets } from '../patterns/secrets/secrets.ts'
import type {
  Context,
  Handler,
  Match,
  Outcome,
  Saying,
  TraceEntry,
  TraceResult,
  Verdict,
} from '../model/types.ts'
import { withFields } from './subject.ts'
import { agentSupport, type RuleTurn } from './dispatch-state.ts'
import { toVerdict, addWarning } from './merge.ts'
import { shortPath } from '../patterns/paths/paths.ts'
import { failureOutcome } from './fail-closed.ts'

type TraceNotes = { -readonly [K in 'stderr' | 'stdout' | 'did' | 'correctable']?: TraceEntry[K] }

export interface HandlerReply {
  readonly outcome: Outcome
  readonly result: TraceResult
  readonly failure?: string
  readonly aborted?: true
  readonly ms: number
  readonly notes?: TraceNotes
}

/** Output of scripts and failures is shown and stored. */
const maskSecrets = (text: string): string => hideSecrets(text, '***')

/** Added to a script's time limit: ending its process group and reading its output takes time. */
export const SCRIPT_GRACE_MS = 2_000

const failures: ReadonlySet<string> = new Set(['error', 'timeout', 'bad_reply', 'spawn_failed'])

/** Whether a result, or a warning's code, says that a handler failed. */
export function isFailure(code: string): boolean {
  return failures.has(code)
}

function resultOf(error: unknown): TraceResult {
  return isHooksError(error) && isFailure(error.code) ? (error.code as TraceResult) : 'error' // results that are failures
}

function createContext(turn: RuleTurn, time_ms: number, notes: TraceNotes): Context {
  const { state, live, match } = turn
  const { effects, signal } = state.options
  let prior: Verdict | undefined
  return {
    rule: live.rule,
    match,
    get prior() {
      return (prior ??= toVerdict(state.draft))
    },
    clock: effects.clock,
    files: effects.files,
    spawn: live.rule.counts === true ? recordingSpawn(turn) : effects.spawn,
    state: effects.state,
    env: effects.env,
    time_ms,
    reply_chars: limitsOf(state.registry.settings, live.rule.layer).reply_chars,
    ...recipeContext(state),
    frontMatter: (text) => effects.frontMatter(text),
    record: (entry) => effects.record?.({ rule: live.rule.name, ...entry }),
    ...(effects.changedFile !== undefined && { changedFile: effects.changedFile }),
    ...(effects.exportSpans !== undefined && { exportSpans: effects.exportSpans }),
    note: (entry) => {
      if (entry.correctable === true) notes.correctable = true
      for (const key of ['stderr', 'stdout', 'did'] as const)
        if (entry[key] !== undefined) notes[key] = maskSecrets(entry[key])
    },
    ...(signal !== undefined && { signal }),
  }
}

/** Records in the history that the rule's script succeeded. */
function recordingSpawn({ state }: RuleTurn): Context['spawn'] {
  const { spawn, state: session } = state.options.effects
  return async (request) => {
    const result = await spawn(request)
    if (result.end !== 'exit' || result.code !== 0) return result
    const call = {
      event: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: request.argv },
      cwd: request.cwd,
    } as const
    const event = withFields(state.subject.event, call)
    recordScript(event, state.source.facts(event), { state: session, hide: maskSecrets })
    return result
  }
}

function recipeContext(state: RuleTurn['state']): Pick<Context, 'recipes' | 'carries' | 'dry'> {
  const { recipes } = state.registry.settings
  const carries = agentSupport(state)
  return {
    ...(recipes !== undefined && { recipes }),
    ...(carries !== undefined && { carries }),
    ...(state.options.effects.dry === true && { dry: true }),
  }
}

/** Its callbacks are answered by what this call brings. */
function handlerOf({ state, live: { rule, handle } }: RuleTurn): Handler {
  const { answerer } = state.options.effects
  return answerer === undefined || rule.handler.kind === 'remember' ? handle : withCallbacks(handle, answerer)
}

/** Rejects at the time limit, or when the dispatch is aborted. */
function withinTime(
  answer: Promise<Outcome>,
  time_ms: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new HooksError('timeout', `no answer within ${Math.round(time_ms)} ms`))
    let timer = setTimeout(late, Math.min(time_ms, 2 ** 31 - 1))
    const abort = (): void => {
      clearTimeout(timer)
      timer = setTimeout(
        () => reject(new HooksError('aborted', 'the dispatch was aborted')),
        SCRIPT_GRACE_MS / 4,
      )
    }
    if (signal?.aborted === true) abort()
    else signal?.addEventListener('abort', abort, { once: true })
    const settle = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    answer.then(resolve, reject).finally(settle)
  })
}

/** Returns a promise only when the handler does. */
export function askHandler(turn: RuleTurn): HandlerReply | Promise<HandlerReply> {
  return turn.live.says === undefined ? runHandler(turn) : askInline(turn, turn.live.says)
}

/** Only a text that names the root asks for the worktree. */
function bindOf({ state: { subject }, live, match }: RuleTurn): Match['bind'] {
  return /\{\{\s*root\s*\}\}/.test(JSON.stringify(live.rule.handler))
    ? { ...match.bind, root: treeOf(subject, match) }
    : match.bind
}

function askInline(turn: RuleTurn, says: Saying): HandlerReply {
  const { state } = turn
  try {
    return immediateReply(says(state.subject.event, bindOf(turn)))
  } catch (error) {
    return { outcome: {}, ms: 0, failure: maskSecrets(errorMessage(error)), result: resultOf(error) }
  }
}

/** A reply without running a handler. */
export function immediateReply(outcome: Outcome): HandlerReply {
  return { outcome, result: 'ran', ms: 0 }
}

function runHandler(turn: RuleTurn): HandlerReply | Promise<HandlerReply> {
  const { state, live } = turn
  const { clock } = state.options.effects
  const began = clock.elapsed()
  const { dispatch_ms = Infinity } = limitsOf(state.registry.settings, live.rule.layer)
  const left = Math.min(state.ends, state.began + dispatch_ms) - began
  const grace = startsProcess(live.rule.handler) ? Math.min(SCRIPT_GRACE_MS, left / 5) : 0
  const time_ms = Math.min(live.rule.timeout_ms, left - grace)
  const notes: TraceNotes = {}
  const elapsed = (): number => clock.elapsed() - began
  const replied = (outcome: Outcome): HandlerReply => {
    if (!isObject(outcome))
      return failed(new HooksError('error', 'the handler did not answer with an outcome'))
    const { problem } = state.options.effects.state
    if (problem !== undefined && live.effects === 'state' && live.rule.on_error !== 'proceed')
      return failed(new HooksError('error', `its state is lost: ${problem}`))
    return { outcome, result: 'ran', ms: elapsed(), notes }
  }
  const failed = (error: unknown): HandlerReply => {
    const base = { outcome: {}, ms: elapsed(), notes, failure: maskSecrets(errorMessage(error)) }
    if (isHooksError(error) && error.code === 'aborted') return { ...base, result: 'error', aborted: true }
    return { ...base, result: resultOf(error) }
  }
  if (time_ms <= 0) return failed(new HooksError('timeout', 'no time was left for it'))
  try {
    const answer = handlerOf(turn)(state.subject, createContext(turn, time_ms, notes))
    if (!(answer instanceof Promise)) return replied(answer)
    const isTimed = live.rule.handler.kind === 'run' && state.options.effects.punctual === true
    const inTime = isTimed ? answer : withinTime(answer, time_ms + grace, state.options.signal)
    return inTime.then(replied, failed)
  } catch (error) {
    return failed(error)
  }
}

/** Starts a background rule; its outcome is ignored. Returns why it could not be started. */
export function startInBackground(turn: RuleTurn): string | undefined {
  const { live, state } = turn
  try {
    const answer = handlerOf(turn)(state.subject, createContext(turn, live.rule.timeout_ms, {}))
    if (answer instanceof Promise)
      answer.catch((error: unknown) => {
        const failure = { rule: live.rule.name, message: maskSecrets(errorMessage(error)) }
        recordFailure(failure, state.options.effects)
      })
    return undefined
  } catch (error) {
    return errorMessage(error)
  }
}

// Rules that start something and are not, or not any more, what their user trusted.

/** Why its user's trust does not hold for the rule as it is now. */
export function whyWithheld({ state, live: { rule }, match }: RuleTurn): string | undefined {
  const { changedFile } = state.options.effects
  if (rule.withheld === 'changed') return `rule ${rule.name} has changed since the user trusted it, so it`
  if (rule.covers === undefined || changedFile === undefined) return undefined
  const { root } = state.subject.event
  const tree = treeOf(state.subject, match)
  const covers = rule.covers.map((each) => ({ ...each, path: inTree(each.path, root, tree) }))
  const file = changedFile(covers, tree)
  return file === undefined
    ? undefined
    : `${shortPath(file, root)} has changed since the user trusted it, so rule ${rule.name}`
}

/** Events at which a script that was trusted is asked about when it is not run; a stop is held once. */
const gates: ReadonlySet<string> = new Set(['PreToolUse', 'PermissionRequest', 'UserPromptSubmit'])

/** What stands in for a rule that was trusted and is not run. */
export function answerWithheld(turn: RuleTurn, why: string): Outcome | undefined {
  const { rule } = turn.live
  const message = `${why} was not run. The user can look at it: hooks trust`
  addWarning(turn.state.draft, { code: 'untrusted', rule: rule.name, message })
  const isGate = startsProcess(rule.handler) && rule.background !== true && rule.mode === 'enforce'
  if (isGate && rule.event === 'AgentStop' && turn.state.options.effects.state.once(`withheld/${rule.name}`))
    return { flow: 'continue', flow_reason: message }
  if (!isGate || !gates.has(rule.event)) return undefined
  return failureOutcome(turn.state, rule.on_error === 'deny' ? 'deny' : 'ask', message)
}
