import { field, type Protocol, textOf } from './protocol.ts'

const ANSWER_TOKENS = 4096
const LEAST_WINDOW = 4096
const CHARS_PER_TOKEN = 3

export const ollama: Protocol = {
  name: 'ollama',
  url: 'http://127.0.0.1:11434',
  post: (prompt, { model, max_tokens, temperature }, key) => ({
    path: '/api/chat',
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: {
      model,
      stream: false,
      options: {
        num_ctx: windowFor(prompt, max_tokens ?? ANSWER_TOKENS),
        ...(max_tokens === undefined ? {} : { num_predict: max_tokens }),
        ...(temperature === undefined ? {} : { temperature }),
      },
      messages: [{ role: 'user', content: prompt }],
    },
  }),
  answer: (reply) => {
    const reason = textOf(field(reply, 'done_reason'))
    const text = textOf(field(reply, 'message', 'content'))
    return { text, ...(reason === undefined || reason === 'stop' ? {} : { cut: reason }) }
  },
}

/** What does not fit into its window it drops without a word. */
function windowFor(prompt: string, answer: number): number {
  const needed = Math.ceil(prompt.length / CHARS_PER_TOKEN) + answer
  return Math.max(LEAST_WINDOW, Math.ceil(needed / 1024) * 1024)
}
