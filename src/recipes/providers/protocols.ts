// The providers' protocols: a prompt becomes a request, a reply becomes a text.
import { HooksError } from '../../model/errors.ts'
import { field, type PlainObject } from '../../model/plain-object.ts'
import type { ModelRunner, ProviderName } from '../../model/types.ts'

export interface HttpPost {
  /** Below the provider's address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: PlainObject
}

interface Protocol {
  readonly url: string
  /** The variable of its key; absent: it needs none. */
  readonly key_env?: string
  post(prompt: string, runner: ModelRunner, key: string | undefined): HttpPost
  /** The answer's text, why the model ended when it was not done, and how it refused. */
  answer(reply: PlainObject): { readonly text: unknown; readonly cut?: unknown; readonly refusal?: unknown }
}

/** The protocol requires a limit. */
const ANTHROPIC_MAX_TOKENS = 8192
const OLLAMA_MAX_TOKENS = 4096
const MIN_WINDOW_TOKENS = 4096
const CHARS_PER_TOKEN = 3
const MAX_REFUSAL_CHARS = 200

export const protocols: Readonly<Record<ProviderName, Protocol>> = {
  anthropic: {
    url: 'https://api.anthropic.com',
    key_env: 'ANTHROPIC_API_KEY',
    post: (prompt, { model, max_tokens = ANTHROPIC_MAX_TOKENS, temperature }, key) => ({
      path: '/v1/messages',
      headers: { 'anthropic-version': '2023-06-01', ...(key !== undefined && { 'x-api-key': key }) },
      body: { model, max_tokens, ...withTemperature(temperature), ...withPrompt(prompt) },
    }),
    answer: (reply) => {
      const content = field(reply, 'content')
      const blocks: readonly unknown[] = Array.isArray(content) ? content : []
      const texts = blocks.map((block) => field(block, 'text')).filter((text) => typeof text === 'string')
      const reason = field(reply, 'stop_reason')
      const cut = reason === 'max_tokens' ? 'length' : reason
      const isDone = reason === 'end_turn' || reason === 'stop_sequence'
      return { text: texts.length === 0 ? undefined : texts.join(''), ...(!isDone && { cut }) }
    },
  },
  ollama: {
    url: 'http://127.0.0.1:11434',
    post: (prompt, { model, max_tokens, temperature }, key) => ({
      path: '/api/chat',
      headers: bearer(key),
      body: {
        model,
        stream: false,
        options: {
          num_ctx: windowFor(prompt, max_tokens ?? OLLAMA_MAX_TOKENS),
          ...(max_tokens !== undefined && { num_predict: max_tokens }),
          ...withTemperature(temperature),
        },
        ...withPrompt(prompt),
      },
    }),
    answer: (reply) => answerOf(reply, field(reply, 'done_reason')),
  },
  openai: {
    url: 'https://api.openai.com/v1',
    key_env: 'OPENAI_API_KEY',
    post: (prompt, { model, max_tokens, temperature, url }, key) => ({
      path: '/chat/completions',
      headers: bearer(key),
      body: {
        model,
        // Only the provider itself knows the newer name.
        ...(max_tokens !== undefined && {
          [url === undefined ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
        }),
        ...withTemperature(temperature),
        ...withPrompt(prompt),
      },
    }),
    answer: (reply) => {
      const choice = field(field(reply, 'choices'), '0')
      return answerOf(choice, field(choice, 'finish_reason'))
    },
  },
}

function withTemperature(temperature: number | undefined): PlainObject {
  return temperature === undefined ? {} : { temperature }
}

function withPrompt(prompt: string): PlainObject {
  return { messages: [{ role: 'user', content: prompt }] }
}

function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

function answerOf(choice: unknown, reason: unknown): ReturnType<Protocol['answer']> {
  const message = field(choice, 'message')
  const refusal = field(message, 'refusal')
  return { text: field(message, 'content'), refusal, ...(reason !== 'stop' && { cut: reason }) }
}

/** Ollama silently drops what does not fit into its window. */
function windowFor(prompt: string, answer: number): number {
  const needed = Math.ceil(prompt.length / CHARS_PER_TOKEN) + answer
  return Math.max(MIN_WINDOW_TOKENS, Math.ceil(needed / 1024) * 1024)
}

/** The answer's text; throws when it is cut off or empty. */
export function completeAnswer(reply: PlainObject, { provider, max_tokens }: ModelRunner): string {
  const { text, cut, refusal } = protocols[provider].answer(reply)
  const refuse = (message: string): never => {
    throw new HooksError('bad_reply', `${provider}: ${message}`)
  }
  if (cut === 'length')
    return refuse(
      `the answer was cut off at max_tokens${max_tokens === undefined ? '' : ` of ${max_tokens}`}`,
    )
  if (typeof refusal === 'string' && refusal !== '')
    return refuse(`the model refused to answer: ${refusal.replace(/\s+/g, ' ').slice(0, MAX_REFUSAL_CHARS)}`)
  if (cut === 'refusal' || cut === 'content_filter') return refuse('the model refused to answer')
  if (typeof cut === 'string') return refuse(`the model ended with "${cut}"`)
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : refuse('the reply holds no text')
}
