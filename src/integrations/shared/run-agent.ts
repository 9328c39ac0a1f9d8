import type { Engine } from '../../library/engine-options.ts'
import type { Run, RunOptions } from '../../library/run/run-types.ts'
import { nextPrompt, HooksStop } from '../../library/run/stop.ts'

/** What an agent is told, and the run that it works under. */
export interface Turn {
  /** The user's prompt as rules left it; after a rule that wants the agent to go on, that rule's words. */
  readonly prompt: string
  readonly run: Run
  /** 0 at first, then how often rules have made the agent go on. */
  readonly again: number
}

/**
 * Runs an agent from its prompt to its end: SessionStart and UserPromptSubmit, the agent, AgentStop, SessionEnd. The
 * agent is called again with a rule's words while a rule wants it to go on; it keeps its own messages between the
 * calls. Resolves with its last answer; rejects with a HooksStop when a rule ended the run, and with what the agent
 * throws.
 */
export async function runAgent(
  engine: Pick<Engine, 'start'>,
  options: RunOptions & { readonly prompt: string },
  agent: (turn: Turn) => Promise<string>,
): Promise<string> {
  const run = await engine.start(options)
  try {
    if (run.started.stopped !== undefined) throw new HooksStop(run.started.stopped)
    let prompt = run.prompt ?? options.prompt
    for (let again = 0; ; again++) {
      const response = await agent({ prompt, run, again })
      const next = nextPrompt(await run.end({ response }))
      if (next === undefined) return response
      prompt = next
    }
  } catch (error) {
    await endFailed(run, error)
    throw error
  }
}

/** Errors of ending are ignored: the caller throws the original error. */
export async function endFailed(run: Run, error: unknown): Promise<void> {
  await run.end({ error }).catch(() => undefined)
}
