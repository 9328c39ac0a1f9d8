import {
  Agent,
  applyPatchTool,
  computerTool,
  Runner,
  setTracingDisabled,
  shellTool,
  tool,
} from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { createEngine } from 'hooks-yaml'
import { followHandoffs, wrapModel, wrapTools } from 'hooks-yaml/openai-agents'

setTracingDisabled(true)

/** The agent hands over to the cashier, who reads what rules say about that. */
export async function handOver() {
  const engine = await createEngine({
    config: {
      hooks: {
        SubagentStart: [{ name: 'till', match: { subagent: 'cashier' }, context: 'The till is closed.' }],
      },
    },
  })
  const events = []
  const run = await engine.start({ onEvent: ({ event, subagent }) => events.push([event, subagent?.name]) })
  const scripted = new ScriptedModel([
    [functionCall('transfer_to_cashier', {}, { callId: 'call_1' })],
    [assistantMessage('I cannot.')],
  ])
  const model = wrapModel(scripted, run)
  const cashier = new Agent({ name: 'cashier', instructions: 'You refund.', model })
  const runner = new Runner()
  const stop = followHandoffs(runner, run)
  const agent = Agent.create({ name: 'shop', instructions: 'You help.', model, handoffs: [cashier] })
  const { finalOutput } = await runner.run(agent, 'Refund order 7.')
  stop()
  await engine.close()
  return { answer: finalOutput, events, told: scripted.lastCall.request.systemInstructions }
}

/** Tools of the SDK's own that run here. */
export async function local() {
  const engine = await createEngine({ config: { hooks: {} } })
  const run = await engine.start()
  const nothing = async () => ({})
  const given = [
    shellTool({ shell: { run: nothing } }),
    applyPatchTool({ editor: {} }),
    computerTool({ computer: {} }),
  ]
  const refused = given.map((each) => {
    try {
      wrapTools([each], run)
      return 'taken'
    } catch ({ name, message }) {
      return `${name}: ${message}`
    }
  })
  await engine.close()
  return refused
}

/** Everything that is no call stays what it is. */
export async function wrapped() {
  const engine = await createEngine({ config: { hooks: {} } })
  const run = await engine.start()
  const own = tool({
    name: 'own',
    description: 'Fails in its own words',
    parameters: { type: 'object', properties: {}, required: [], additionalProperties: false },
    errorFunction: null,
    execute: () => {
      throw new Error('the till is closed')
    },
  })
  const namespace = Symbol('namespace')
  const tools = wrapTools(
    [Object.assign(own, { [namespace]: 'shop' }), { type: 'hosted_tool', name: 'web_search' }],
    run,
  )
  const thrown = await tools[0]
    .invoke({}, '{}', { toolCall: { callId: 'call_1' } })
    .catch(({ message }) => message)
  await engine.close()
  return { thrown, symbol: tools[0][namespace], hosted: tools[1], names: tools.map(({ name }) => name) }
}
