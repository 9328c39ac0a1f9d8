import { Agent, Runner, setTracingDisabled, tool, Usage } from '@openai/agents'
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents/testing'
import { runAgent, wrapModel, wrapTools } from 'hooks-yaml/openai-agents'
import { endOf, openShop, shopTools } from './shop.mjs'

setTracingDisabled(true)

function outputOf(turn, at) {
  if (typeof turn === 'string') return [assistantMessage(turn)]
  return turn.map(({ tool: name, input }, place) =>
    functionCall(name, input, { callId: `call_${at}_${place}` }),
  )
}

const responseOf = (turn, at) => ({
  output: outputOf(turn, at),
  usage: new Usage({ requests: 1, inputTokens: 10, outputTokens: 5, totalTokens: 15 }),
})

function toolsOf(books) {
  return Object.entries(shopTools(books)).map(([name, { description, fields, work }]) => {
    const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]))
    const parameters = { type: 'object', properties, required: fields, additionalProperties: false }
    return tool({
      name,
      description,
      parameters,
      execute: (input, _, details) => work(input, details?.signal),
    })
  })
}

export async function play(given) {
  const { engine, books, options, signal } = await openShop(given)
  const turns = [...given.turns, ...Array(9).fill('Done.')]
  const model = new ScriptedModel(turns.map((turn, at) => modelResponder(() => responseOf(turn, at))))
  let history = []
  const ended = await runAgent(
    engine,
    { ...options, prompt: given.prompt, signal },
    async ({ prompt, run }) => {
      const agent = new Agent({
        name: 'shop',
        instructions: 'You help in a shop.',
        model: wrapModel(model, run, { hold: given.hold }),
        tools: wrapTools(toolsOf(books), run),
      })
      const input = [...history, { role: 'user', content: prompt }]
      const runner = new Runner()
      if (given.stream !== true) {
        const result = await runner.run(agent, input, { signal })
        history = result.history
        return result.finalOutput
      }
      const result = await runner.run(agent, input, { signal, stream: true })
      books.deltas = []
      for await (const delta of result.toTextStream()) books.deltas.push(delta)
      await result.completed
      history = result.history
      return result.finalOutput
    },
  ).then((answer) => ({ answer }), endOf)
  await engine.close()
  const seen = model.calls.map(({ request }) => request)
  const told = seen.flatMap(({ input }) => input).filter(({ type }) => type === 'function_call_result')
  const said = seen.map(({ systemInstructions, input }) => ({ systemInstructions, input }))
  return {
    ...books,
    ...ended,
    calls: seen.length,
    settings: seen.map(({ modelSettings }) => modelSettings.temperature),
    told: JSON.stringify(told),
    seen: JSON.stringify(said),
  }
}
