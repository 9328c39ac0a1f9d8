import * as ai from 'ai'
import * as mocks from 'ai/test'
import { hooksMiddleware, runAgent, wrapTools } from 'hooks-yaml/ai-sdk'
import { endOf, openShop, shopTools } from './shop.mjs'

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

function contentOf(turn, at) {
  if (typeof turn === 'string') return [{ type: 'text', text: turn }]
  return turn.map(({ tool, input }, place) => ({
    type: 'tool-call',
    toolCallId: `call_${at}_${place}`,
    toolName: tool,
    input: JSON.stringify(input),
  }))
}

const reasonOf = (turn) => ({ unified: typeof turn === 'string' ? 'stop' : 'tool-calls', raw: undefined })

function chunksOf(turn, at) {
  const parts = contentOf(turn, at).flatMap((part) =>
    part.type === 'text'
      ? [
          { type: 'text-start', id: '1' },
          ...part.text.split(/(?<= )/).map((delta) => ({ type: 'text-delta', id: '1', delta })),
          { type: 'text-end', id: '1' },
        ]
      : [part],
  )
  return [
    { type: 'stream-start', warnings: [] },
    ...parts,
    { type: 'finish', usage, finishReason: reasonOf(turn) },
  ]
}

export function scripted(turns, { seen, settings }) {
  const Model = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3
  const next = (options) => {
    const at = seen.push(options.prompt) - 1
    settings.push(options.temperature)
    return [turns[at] ?? 'Done.', at]
  }
  return new Model({
    doGenerate: async (options) => {
      const [turn, at] = next(options)
      return { content: contentOf(turn, at), finishReason: reasonOf(turn), usage, warnings: [] }
    },
    doStream: async (options) => ({
      stream:
        ai.simulateReadableStream?.({ chunks: chunksOf(...next(options)) }) ??
        mocks.simulateReadableStream({ chunks: chunksOf(...next(options)) }),
    }),
  })
}

export function toolsOf(books) {
  const tools = Object.entries(shopTools(books)).map(([name, { description, fields, work }]) => {
    const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]))
    const inputSchema = ai.jsonSchema({ type: 'object', properties, additionalProperties: false })
    return [
      name,
      ai.tool({ description, inputSchema, execute: (input, { abortSignal }) => work(input, abortSignal) }),
    ]
  })
  return Object.fromEntries(tools)
}

export async function play(given) {
  const { engine, books, options, signal } = await openShop(given)
  const seen = []
  const settings = []
  const model = scripted(given.turns, { seen, settings })
  const messages = []
  const agent = async ({ prompt, run }) => {
    messages.push({ role: 'user', content: prompt })
    const asked = {
      model: ai.wrapLanguageModel({ model, middleware: hooksMiddleware(run, { hold: given.hold }) }),
      tools: wrapTools(toolsOf(books), run),
      system: 'You help in a shop.',
      messages,
      stopWhen: ai.stepCountIs?.(9) ?? ai.isStepCount(9),
      abortSignal: signal,
      maxRetries: 0,
    }
    if (given.stream !== true) {
      const { text, response } = await ai.generateText(asked)
      messages.push(...response.messages)
      return text
    }
    const failed = []
    const result = ai.streamText({ ...asked, onError: ({ error }) => failed.push(error) })
    books.deltas = []
    for await (const delta of result.textStream) books.deltas.push(delta)
    if (failed.length > 0) throw failed[0]
    messages.push(...(await result.response).messages)
    return result.text
  }
  const ended = await runAgent(engine, { ...options, prompt: given.prompt, signal }, agent).then(
    (answer) => ({ answer }),
    endOf,
  )
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
