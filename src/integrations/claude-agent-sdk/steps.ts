// Steps of Claude's loop. Its hooks report prompts, batches of tool calls and ends: a step is what lies between.
import { notifyHost } from '../../library/callbacks.ts'
import { tokensSpent } from '../../agents/claude-code/transcript.ts'
import { emptyVerdict } from '../../engine/select/empty-verdict.ts'
import type { Engine } from '../../library/engine-options.ts'
import { mustContinue, refusalIn, stopIn } from '../../library/run/stop.ts'
import { defined, withoutKeys } from '../../model/plain-object.ts'
import type { Clock, Event, Verdict } from '../../model/types.ts'
import { createClock, createFiles } from '../../store/disk/files.ts'

const stepEvents = ['PreStep', 'PostStep', 'ShouldContinue'] as const

type StepEvent = (typeof stepEvents)[number]

export interface StepsOptions {
  readonly engine: Pick<Engine, 'dispatch' | 'rules'>
  readonly onEvent?: ((event: Event, verdict: Verdict) => void) | undefined
}

/** One callback: its event, what its rules say, and when nobody waits any more. */
interface HookCallback {
  readonly native: string
  readonly event: Event
  readonly decide: () => Promise<Verdict>
  readonly signal: AbortSignal
}

/** The verdict of a callback with those of the steps that end and begin there. */
export type WithSteps = (callback: HookCallback) => Promise<Verdict>

export function followSteps({ engine, onEvent }: StepsOptions): WithSteps {
  const runs = createRuns(createClock())
  const isAsked = (name: StepEvent): boolean => engine.rules(name).length > 0
  const dispatch = async (name: StepEvent, { event, native, signal }: HookCallback): Promise<Verdict> => {
    const fields = { ...placeOf(event), ...(isAsked(name) && saidIn(event, runs, isEnd(native))) }
    const verdict = await engine.dispatch({ ...fields, event: name }, { signal })
    notifyHost('onEvent', onEvent, { ...event, ...fields, event: name }, verdict)
    return verdict
  }
  const begin = async (callback: HookCallback, verdict: Verdict): Promise<Verdict> =>
    joined(verdict, await dispatch('PreStep', callback))
  const end = async (callback: HookCallback): Promise<Verdict> => {
    const ended = await dispatch('PostStep', callback)
    if (stopIn(ended)?.hard === true) return ended
    const asked = await dispatch('ShouldContinue', callback)
    return asked.flow === 'default' ? ended : asked
  }
  const stop = async (callback: HookCallback): Promise<Verdict> => {
    const asked = await end(callback)
    const isHard = stopIn(asked)?.hard === true
    const verdict = mustContinue(asked) ? asked : await callback.decide()
    if (isHard) return joined(withoutFlow(verdict), asked)
    return mustContinue(verdict) ? begin(callback, verdict) : verdict
  }
  return async (callback) => {
    if (isEnd(callback.native)) return stop(callback)
    if (callback.native === 'PostToolBatch') {
      const ended = await end(callback)
      return stopIn(ended) === undefined ? begin(callback, emptyVerdict) : ended
    }
    const begins = callback.native === 'UserPromptSubmit' || callback.native === 'SubagentStart'
    if (begins && stepEvents.some(isAsked)) runs.begin(callback.event)
    const verdict = await callback.decide()
    return begins && refusalIn(verdict) === undefined ? begin(callback, verdict) : verdict
  }
}

const isEnd = (native: string): boolean => native === 'Stop' || native === 'SubagentStop'

/** What the step's rules refuse, refuses the callback; what they add, is added. */
function joined(verdict: Verdict, step: Verdict): Verdict {
  const both = (key: 'additional_context' | 'system_messages') => [...verdict[key], ...step[key]]
  const lists = {
    additional_context: both('additional_context'),
    system_messages: both('system_messages'),
    warnings: [...verdict.warnings, ...step.warnings],
    trace: [...verdict.trace, ...step.trace],
  }
  const refusal = refusalIn(step)
  if (refusal === undefined) return { ...verdict, ...lists }
  const { code, message, hard } = refusal
  const stops = step.stops.length === 0 ? [{ code, message, hard }] : step.stops
  return { ...withoutFlow(verdict), ...lists, flow: 'stop', flow_reason: message, hard, stops }
}

function withoutFlow(verdict: Verdict): Verdict {
  const rest = withoutKeys(verdict, ['flow_reason', 'next_prompt'])
  return { ...rest, flow: 'default', follow_up_messages: [] }
}

type Fields = Partial<Omit<Event, 'event'>>

/** In our own terms. */
function placeOf(event: Event): Pick<Event, 'cwd'> & Fields {
  const { agent, session_id, run_id, cwd, subagent, permission_mode, model, transcript_path } = event
  return { cwd, ...defined({ agent, session_id, run_id, subagent, permission_mode, model, transcript_path }) }
}

/** What the transcript holds: it is read only when rules are asked. */
function saidIn(event: Event, runs: ClaudeRuns, final: boolean): Fields {
  const { response, messages, usage, metadata } = event
  const { started_at, tokens: total } = runs.of(event) ?? {}
  return {
    ...defined({ response, messages, started_at }),
    ...(usage !== undefined && { usage: { ...usage, ...defined({ total }) } }),
    metadata: { ...metadata, final },
  }
}

interface ClaudeRun {
  readonly started_at: number
  /** In the transcript before it. */
  readonly spent: number
}

interface ClaudeRuns {
  begin(event: Event): void
  of(event: Event): { readonly started_at: number; readonly tokens: number } | undefined
}

/** Runs that are kept: one for each session, and for each subagent in it. */
const MAX_RUNS = 1000

function keyOf({ session_id, subagent }: Event): string {
  return JSON.stringify([session_id, subagent?.id])
}

/** Claude Code may write a model call to its transcript only after the hook of its tools. */
function createRuns(clock: Clock): ClaudeRuns {
  const files = createFiles()
  const runs = new Map<string, ClaudeRun>()
  const spentIn = ({ transcript_path: path }: Event) => (path === undefined ? 0 : tokensSpent(files, path))
  return {
    begin(event) {
      runs.delete(keyOf(event))
      runs.set(keyOf(event), { started_at: clock.now(), spent: spentIn(event) })
      const [oldest] = runs.keys()
      if (runs.size > MAX_RUNS && oldest !== undefined) runs.delete(oldest)
    },
    of(event) {
      const run = runs.get(keyOf(event))
      return run && { started_at: run.started_at, tokens: spentIn(event) - run.spent }
    },
  }
}
