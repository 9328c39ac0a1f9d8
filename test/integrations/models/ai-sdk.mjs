import * as mocks from 'ai/test'

const Model = mocks.MockLanguageModelV4 ?? mocks.MockLanguageModelV3
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
const input = JSON.stringify({ order: '7' })
const call = { type: 'tool-call', toolCallId: 'call_1', toolName: 'delete_order', input }

/** Tries to delete the order, then says what it was told. */
export const model = new Model({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1)
    const told = last.role === 'tool' ? last.content[0].output.value : undefined
    const content = told === undefined ? [call] : [{ type: 'text', text: `I cannot: ${told}` }]
    const unified = told === undefined ? 'tool-calls' : 'stop'
    return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
  },
})
