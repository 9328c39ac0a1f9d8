// A rule stops a run.
import { mostSevereStop } from '../../engine/flow.ts'
import type { Stop, Verdict } from '../../model/types.ts'

interface HowItStopped extends Stop {
  readonly forced?: boolean
}

/** A rule stopped the run, or denied a model call. */
export class HooksStop extends Error {
  override readonly name = 'HooksStop'
  /** Of the gravest stop, such as `steps_limit`; `denied` where a rule denied without a word about the run. */
  readonly code: string
  readonly reason: string
  /** Nothing outweighs it. */
  readonly hard: boolean
  /** A limit ended the run, it did not end by itself. */
  readonly forced: boolean
  /** What came back of the call that was under way, when it had been made: a response or a tool's result. */
  readonly result?: unknown
  constructor({ code, message, hard, forced = false }: HowItStopped, result?: unknown) {
    super(message)
    this.code = code
    this.reason = message
    this.hard = hard
    this.forced = forced
    if (result !== undefined) this.result = result
  }
}

/** By its name: parts of the package that stand in files of their own have each their own class. */
export function isHooksStop(error: unknown): error is HooksStop {
  return error instanceof Error && error.name === 'HooksStop'
}

export function stopIn(verdict: Verdict): HowItStopped | undefined {
  const { flow, flow_reason, hard = false, stops, trace } = verdict
  if (flow !== 'stop') return undefined
  const gravest = mostSevereStop(stops.filter((stop) => stop.hard === hard))
  const failed = trace.some((entry) => entry.flow === 'stop' && entry.result !== 'ran')
  const code = gravest?.code ?? (failed ? 'error' : 'stop_requested')
  const said = flow_reason === undefined || flow_reason === gravest?.code ? gravest?.message : flow_reason
  return { code, message: said ?? verdict.reason ?? code, hard, forced: verdict.forced === true }
}

/** Why the verdict ends the run or denies the step. */
export function refusalIn(verdict: Verdict): HowItStopped | undefined {
  const stop = stopIn(verdict)
  if (stop !== undefined || verdict.decision !== 'deny') return stop
  return { code: 'denied', message: verdict.reason ?? 'denied', hard: false }
}

// What a verdict at the end of a run, or of a step, makes the host do next.

/** The agent goes on; `restart` goes on as well, with the verdict's `next_prompt`. */
export function mustContinue({ flow }: Verdict): boolean {
  return flow === 'continue' || flow === 'restart'
}

/**
 * The prompt for an agent that rules make go on, from `flow_reason`, `follow_up_messages` and `next_prompt`, each text
 * once; undefined when the agent may stop.
 *
 * @example
 * const engine = await createEngine({
 *   config: { hooks: { AgentStop: [{ name: 'tests', once: 'run', continue: 'Run the tests.' }] } },
 * })
 * const run = await engine.start({ prompt: 'Add tax.' })
 * assert.equal(nextPrompt(await run.end({ response: 'Done.' })), 'Run the tests.')
 * assert.equal(nextPrompt(await run.end({ response: 'Tested.' })), undefined)
 * await engine.close()
 */
export function nextPrompt(verdict: Verdict): string | undefined {
  if (!mustContinue(verdict)) return undefined
  const { flow_reason, follow_up_messages, next_prompt } = verdict
  const said = [flow_reason, ...follow_up_messages, next_prompt].filter((text) => text !== undefined)
  const words = [...new Set(said)].filter((text) => text !== '').join('\n\n')
  return words === '' ? 'Go on.' : words
}
