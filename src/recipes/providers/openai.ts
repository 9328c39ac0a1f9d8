import { field, type Protocol, textOf } from './protocol.ts'

export const openai: Protocol = {
  name: 'openai',
  url: 'https://api.openai.com/v1',
  key_env: 'OPENAI_API_KEY',
  post: (prompt, { model, max_tokens, temperature, url }, key) => ({
    path: '/chat/completions',
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: {
      model,
      // The newer name is known to the provider itself, the older one to all that speak like it.
      ...(max_tokens === undefined
        ? {}
        : { [url === undefined ? 'max_completion_tokens' : 'max_tokens']: max_tokens }),
      ...(temperature === undefined ? {} : { temperature }),
      messages: [{ role: 'user', content: prompt }],
    },
  }),
  answer: (reply) => {
    const choice = field(reply, 'choices', 0)
    const reason = textOf(field(choice, 'finish_reason'))
    const text = textOf(field(choice, 'message', 'content'))
    return { text, ...(reason === undefined || reason === 'stop' ? {} : { cut: reason }) }
  },
}
