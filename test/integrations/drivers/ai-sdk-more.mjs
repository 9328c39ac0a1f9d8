import * as ai from 'ai'
import * as mocks from 'ai/test'
import { createEngine } from 'hooks-yaml'
import { hooksMiddleware, modelRunner, wrapTools } from 'hooks-yaml/ai-sdk'

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const Model = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3

async function underRules(rules, use) {
  const engine = await createEngine({ config: { hooks: rules } })
  const run = await engine.start()
  const result = await use(run)
  await engine.close()
  return result
}

/** A tool that tells how far it is; `rules` may change its last word. */
export function count(rules) {
  const tool = ai.tool({
    inputSchema: ai.jsonSchema({ type: 'object' }),
    async *execute() {
      yield { books: 1 }
      yield { books: 2 }
    },
    toModelOutput: ({ output }) => ({ type: 'text', value: `${output.books} books` }),
  })
  return underRules(rules, async (run) => {
    const { count } = wrapTools({ count: tool, asked: ai.tool({ inputSchema: ai.jsonSchema({}) }) }, run)
    const output = await count.execute({}, { toolCallId: 'call_1', messages: [] })
    return { output, shown: await count.toModelOutput({ toolCallId: 'call_1', input: {}, output }) }
  })
}

/** The reader goes after the first word; the model would say a thousand. */
export async function leave() {
  const ended = { by: 'its end' }
  let said = 0
  const stream = new ReadableStream({
    pull(controller) {
      said++
      if (said === 1) controller.enqueue({ type: 'text-start', id: '1' })
      else if (said > 1000) controller.close()
      else controller.enqueue({ type: 'text-delta', id: '1', delta: 'word ' })
    },
    cancel() {
      ended.by = 'its reader'
    },
  })
  const model = new Model({ doStream: async () => ({ stream }) })
  return underRules({}, async (run) => {
    const wrapped = ai.wrapLanguageModel({ model, middleware: hooksMiddleware(run) })
    const { stream: told } = await wrapped.doStream({ prompt: [] })
    const reader = told.getReader()
    await reader.read()
    await reader.cancel('enough')
    await new Promise((resolve) => setTimeout(resolve, 20))
    return { ended: ended.by, said }
  })
}

/** A recipe's prompt answered by a model, and by one that its user does not wait for. */
export async function runner() {
  const prompts = []
  const model = new Model({
    doGenerate: async ({ prompt, abortSignal }) => {
      prompts.push(prompt.at(-1).content[0].text)
      abortSignal?.throwIfAborted()
      return {
        content: [{ type: 'text', text: 'Short.' }],
        finishReason: { unified: 'stop' },
        usage,
        warnings: [],
      }
    },
  })
  const ask = modelRunner(model)
  const answer = await ask('Make it short.')
  const aborted = await ask('Make it short.', { signal: AbortSignal.abort(new Error('too late')) }).catch(
    ({ message }) => message,
  )
  return { answer, aborted, prompts }
}
