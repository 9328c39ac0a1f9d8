import { field, type Protocol, textOf } from './protocol.ts'

const MAX_TOKENS = 8192 // the protocol wants a number

export const anthropic: Protocol = {
  name: 'anthropic',
  url: 'https://api.anthropic.com',
  key_env: 'ANTHROPIC_API_KEY',
  post: (prompt, { model, max_tokens = MAX_TOKENS, temperature }, key) => ({
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) },
    body: {
      model,
      max_tokens,
      ...(temperature === undefined ? {} : { temperature }),
      messages: [{ role: 'user', content: prompt }],
    },
  }),
  answer: (reply) => {
    const content = field(reply, 'content')
    const blocks: readonly unknown[] = Array.isArray(content) ? content : []
    const texts = blocks.flatMap((block) => textOf(field(block, 'text')) ?? [])
    const reason = textOf(field(reply, 'stop_reason'))
    return { text: texts.length === 0 ? undefined : texts.join(''), ...cutBy(reason) }
  },
}

function cutBy(reason: string | undefined): { readonly cut?: string } {
  if (reason === 'max_tokens') return { cut: 'length' }
  return reason === undefined || reason === 'end_turn' || reason === 'stop_sequence' ? {} : { cut: reason }
}
