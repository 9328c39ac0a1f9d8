import { AIMessage, createAgent, createMiddleware, fakeModel, HumanMessage, tool } from 'langchain'
import { hooksMiddleware } from 'hooks-yaml/langchain'
import { z } from 'zod'
import { endOf, openShop, shopTools } from './shop.mjs'

function answerOf(turn, at) {
  const usage_metadata = { input_tokens: 10, output_tokens: 5, total_tokens: 15 }
  if (typeof turn === 'string') return new AIMessage({ content: turn, usage_metadata })
  const tool_calls = turn.map(({ tool: name, input: args }, place) => ({
    name,
    args,
    id: `call_${at}_${place}`,
    type: 'tool_call',
  }))
  return new AIMessage({ content: '', tool_calls, usage_metadata })
}

function toolsOf(books) {
  return Object.entries(shopTools(books)).map(([name, { description, fields, work }]) => {
    const schema = z.object(Object.fromEntries(fields.map((field) => [field, z.string()])))
    return tool((input, config) => work(input, config.signal), { name, description, schema })
  })
}

export async function play(given) {
  const { engine, books, options, signal } = await openShop(given)
  const model = [...given.turns, ...Array(9).fill('Done.')].reduce(
    (model, turn, at) => model.respond(answerOf(turn, at)),
    fakeModel(),
  )
  const settings = []
  // The fake model does not tell with what settings it was bound.
  const settled = createMiddleware({
    name: 'Settings',
    wrapModelCall: (request, handler) => {
      settings.push(request.modelSettings?.temperature)
      return handler(request)
    },
  })
  const agent = createAgent({
    model,
    tools: toolsOf(books),
    systemPrompt: 'You help in a shop.',
    middleware: [hooksMiddleware(engine, options), settled],
  })
  const input = { messages: [new HumanMessage(given.prompt)] }
  const asked = async () => {
    if (given.stream !== true) return agent.invoke(input, { signal })
    books.deltas = []
    let last
    for await (const [mode, chunk] of await agent.stream(input, {
      signal,
      streamMode: ['messages', 'values'],
    })) {
      if (mode === 'values') last = chunk
      else if (chunk[0].getType() === 'ai' && chunk[0].text !== '') books.deltas.push(chunk[0].text)
    }
    return last
  }
  const ended = await asked().then(({ messages }) => ({ answer: messages.at(-1).text }), endOf)
  await engine.close()
  const seen = model.calls.map(({ messages }) =>
    messages.map((message) => ({ role: message.getType(), content: message.content })),
  )
  const told = seen.flat().filter(({ role }) => role === 'tool')
  return {
    ...books,
    ...ended,
    calls: seen.length,
    settings,
    told: JSON.stringify(told),
    seen: JSON.stringify(seen),
  }
}
