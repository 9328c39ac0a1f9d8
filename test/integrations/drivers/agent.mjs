import { createAgent } from 'hooks-yaml/agent'
import { scripted, toolsOf } from './ai-sdk.mjs'
import { endOf, openShop } from './shop.mjs'

export async function play(given) {
  const { engine, books, options, signal } = await openShop(given)
  const seen = []
  const settings = []
  const agent = await createAgent({
    model: scripted(given.turns, { seen, settings }),
    engine,
    tools: toolsOf(books),
    system: 'You help in a shop.',
    ...options,
  })
  const ended = await agent
    .run(given.prompt, { signal })
    .then(({ text, stopped }) => (stopped === undefined ? { answer: text } : { stopped }), endOf)
  await engine.close()
  const tool = seen.flat().filter(({ role }) => role === 'tool')
  return {
    ...books,
    ...ended,
    calls: seen.length,
    settings,
    told: JSON.stringify(tool),
    seen: JSON.stringify(seen),
  }
}
