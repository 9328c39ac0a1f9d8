import { AIMessage, fakeModel } from 'langchain'

/** Tries to delete the order, then says what it was told. */
export const model = fakeModel()
  .respondWithTools([{ name: 'delete_order', args: { order: '7' } }])
  .respond((messages) => new AIMessage(`I cannot: ${messages.at(-1).text}`))
