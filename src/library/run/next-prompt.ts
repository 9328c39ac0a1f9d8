// What a verdict at the end of a run, or of a step, makes the host do next.
import type { Verdict } from '../../model/types.ts'

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
