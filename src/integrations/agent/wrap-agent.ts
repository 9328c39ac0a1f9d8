import type { Engine } from '../../library/options.ts'
import type { RunOptions } from '../../library/run/run-types.ts'
import { runAgent, type Turn } from '../shared/run-agent.ts'

/** An agent that has a loop: called with the prompt after rules, and again with a rule's text when that makes it go on. */
export type AgentLoop = ((prompt: string, turn: Turn) => Promise<string>) | LoopObject

interface LoopObject {
  run(prompt: string, turn: Turn): Promise<string>
}

export interface WrappedAgent {
  /** Resolves with the agent's last answer; rejects with a HooksStop when a rule ended the run, and with what the agent throws. */
  run(prompt: string, options?: Omit<RunOptions, 'prompt'>): Promise<string>
}

/**
 * Puts the rules of an engine around an agent that has a loop of its own: SessionStart and UserPromptSubmit before it,
 * AgentStop and SessionEnd after it. Its model and tool calls have rules where it makes them through `turn.run`.
 *
 * @example
 * const engine = await createEngine({
 *   config: { hooks: { UserPromptSubmit: [{ name: 'brief', set_prompt: '{{prompt}} Be brief.' }] } },
 * })
 * const agent = wrapAgent(async (prompt) => `I was told: ${prompt}`, engine)
 * assert.equal(await agent.run('Add tax.'), 'I was told: Add tax. Be brief.')
 * await engine.close()
 */
export function wrapAgent(
  agent: AgentLoop,
  engine: Pick<Engine, 'start'>,
  common: Omit<RunOptions, 'prompt'> = {},
): WrappedAgent {
  const loop = typeof agent === 'function' ? agent : agent.run.bind(agent)
  return {
    run: (prompt, options = {}) =>
      runAgent(engine, { ...common, ...options, prompt }, (turn) => loop(turn.prompt, turn)),
  }
}
