// An agent whose events are an async generator. Each goes through the hooks first, and its reader gets it as they left it.
import path from 'node:path'
import { createEngine } from 'hooks-yaml'

/** Programs in .acai/hooks are the hooks. */
export function openHooks(root) {
  return createEngine({ root, trust: 'all', state: { dir: path.join(root, '.agent') } })
}

/** `model` takes messages and gives `{ text, tool_calls }`; `tools` are functions by name. */
export async function* run({ engine, session, signal, ...agent }) {
  const pass = async (event) => {
    const verdict = await engine.dispatch({ session_id: session, ...event }, { signal })
    if (verdict.decision === 'deny' || verdict.flow === 'stop')
      throw new Blocked(verdict.reason ?? verdict.flow_reason)
    return {
      ...event,
      ...('updated_input' in verdict && { tool_input: verdict.updated_input }),
      ...('updated_output' in verdict && { tool_output: verdict.updated_output }),
    }
  }
  try {
    yield* eventsOf({ ...agent, signal }, pass)
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    yield { event: 'agent-error', error: error.message }
  }
}

class Blocked extends Error {}

async function* eventsOf({ prompt, model, tools, signal }, pass) {
  const messages = [{ role: 'user', content: prompt }]
  yield await pass({ event: 'agent-start', prompt })
  for (let step = 0; ; step++) {
    yield await pass({ event: 'step-start', step })
    const { text = '', tool_calls = [] } = await model({ messages, signal })
    messages.push({ role: 'assistant', content: text, tool_calls })
    if (tool_calls.length === 0) return yield await pass({ event: 'agent-stop', response: text })
    for (const { id, name, input } of tool_calls) {
      const start = await pass({
        event: 'tool-call-start',
        tool_use_id: id,
        tool_name: name,
        tool_input: input,
      })
      yield start
      const output = await tools[name](start.tool_input, { signal })
      const end = await pass({ ...start, event: 'tool-call-end', tool_output: output })
      yield end
      messages.push({ role: 'tool', tool_call_id: id, content: end.tool_output })
    }
  }
}
