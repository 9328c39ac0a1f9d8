// Providers over HTTP: what is asked, what is taken for an answer, what is tried again.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { askModel } from '../../src/recipes/providers/ask-model.ts'
import type { ModelRunner, ProviderName } from '../../src/model/types.ts'
import { type Answering, cutOff, json, type Provider, provider, silent, text } from './provider.ts'

const open: Provider[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()))
})

const fine: Readonly<Record<ProviderName, unknown>> = {
  anthropic: {
    content: [
      { type: 'text', text: 'Carts were ' },
      { type: 'text', text: 'repaired.' },
    ],
    stop_reason: 'end_turn',
  },
  openai: {
    choices: [{ message: { role: 'assistant', content: 'Carts were repaired.' }, finish_reason: 'stop' }],
  },
  ollama: {
    message: { role: 'assistant', content: 'Carts were repaired.' },
    done: true,
    done_reason: 'stop',
  },
}
const names: readonly ProviderName[] = ['anthropic', 'openai', 'ollama']

interface Asking {
  readonly name?: ProviderName
  readonly runner?: Partial<ModelRunner>
  readonly time_ms?: number
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

async function ask(answers: readonly Answering[], asking: Asking = {}) {
  const server = await provider(...answers)
  open.push(server)
  const { name = 'anthropic', runner, time_ms = 20_000, env = { KEY: 'sk-secret' }, signal } = asking
  const question = {
    prompt: 'Sum up.',
    runner: { provider: name, model: 'small', url: server.url, ...runner },
    time_ms,
    max_chars: 1000,
  }
  const answer = askModel(question, { env, signal })
  return { server, answer, heard: server.heard }
}

test.each(names)('%s answers', async (name) => {
  const { answer } = await ask([json(fine[name])], { name })
  expect(await answer).toBe('Carts were repaired.')
})

describe('is asked in its own protocol', () => {
  const runner = { key_env: 'KEY', max_tokens: 300, temperature: 0 }
  test.each([
    {
      name: 'anthropic',
      path: '/v1/messages',
      headers: { 'x-api-key': 'sk-secret', 'anthropic-version': '2023-06-01' },
      body: {
        model: 'small',
        max_tokens: 300,
        temperature: 0,
        messages: [{ role: 'user', content: 'Sum up.' }],
      },
    },
    {
      name: 'openai',
      path: '/chat/completions',
      headers: { authorization: 'Bearer sk-secret' },
      body: {
        model: 'small',
        max_tokens: 300,
        temperature: 0,
        messages: [{ role: 'user', content: 'Sum up.' }],
      },
    },
    {
      name: 'ollama',
      path: '/api/chat',
      headers: { authorization: 'Bearer sk-secret' },
      body: {
        model: 'small',
        stream: false,
        options: { num_ctx: 4096, num_predict: 300, temperature: 0 },
        messages: [{ role: 'user', content: 'Sum up.' }],
      },
    },
  ] as const)('$name', async ({ name, path, headers, body }) => {
    const { answer, heard } = await ask([json(fine[name])], { name, runner })
    await answer
    expect(heard).toMatchObject([{ path, headers, body }])
  })

  test('ollama has room for the whole prompt', async () => {
    const server = await provider(json(fine.ollama))
    open.push(server)
    const runner = { provider: 'ollama', model: 'small', url: server.url } as const
    await askModel({ prompt: 'x'.repeat(60_000), runner, time_ms: 9000, max_chars: 1000 }, { env: {} })
    expect(server.heard[0]?.body).toMatchObject({ options: { num_ctx: 24_576 } })
  })
})

describe('a key', () => {
  test('of the provider goes nowhere else', async () => {
    const env = { ANTHROPIC_API_KEY: 'sk-secret' }
    const { answer, heard } = await ask([json(fine.anthropic)], { env })
    await answer
    expect(JSON.stringify(heard)).not.toContain('sk-secret')
  })

  test.each([{}, { KEY: '' }])('that is not there is told by its name: %s', async (env) => {
    const { answer, heard } = await ask([json(fine.openai)], {
      name: 'openai',
      runner: { key_env: 'KEY' },
      env,
    })
    await expect(answer).rejects.toMatchObject({ code: 'error', message: 'openai: KEY is not set' })
    expect(heard).toEqual([])
  })

  test('stands in no message', async () => {
    const refused = json({ error: { message: 'bad key sk-secret' } }, 401)
    const { answer } = await ask([refused], { runner: { key_env: 'KEY' } })
    await expect(answer).rejects.toMatchObject({ message: 'anthropic: HTTP 401: bad key ***' })
  })

  test('stands in no message, not even its beginning where the message is cut', async () => {
    const key = `shop-${'k'.repeat(190)}`
    const refused = json({ error: { message: `there is no account for the key ${key}` } }, 401)
    const { answer } = await ask([refused], { runner: { key_env: 'KEY' }, env: { KEY: key } })
    await expect(answer).rejects.toMatchObject({
      message: 'anthropic: HTTP 401: there is no account for the key ***',
    })
  })

  test.each(['shop\nkey', 'shop key', 'sh\u00f6p'])('that no header takes is told: %j', async (key) => {
    const { answer, heard } = await ask([json(fine.anthropic)], {
      runner: { key_env: 'KEY' },
      env: { KEY: key },
    })
    await expect(answer).rejects.toMatchObject({
      message: 'anthropic: KEY holds a space or a character that no key has',
    })
    expect(heard).toEqual([])
  })
})

describe('a provider that is busy', () => {
  const soon = { 'retry-after': '0.01' }
  test.each([500, 502, 503, 504, 529])('%i is asked again', async (status) => {
    const { answer, heard } = await ask([
      json({}, status, soon),
      json({}, status, soon),
      json(fine.anthropic),
    ])
    expect(await answer).toBe('Carts were repaired.')
    expect(heard).toHaveLength(3)
  })

  test.each(names)('%s is waited for once where it limits the rate', async (name) => {
    const limited = json({}, 429, soon)
    const once = await ask([limited, json(fine[name])], { name })
    expect(await once.answer).toBe('Carts were repaired.')
    const twice = await ask([limited], { name })
    await expect(twice.answer).rejects.toMatchObject({
      code: 'error',
      message: `${name}: HTTP 429: Too Many Requests (2 tries)`,
    })
    expect(twice.heard).toHaveLength(2)
  })

  test('is given up after four tries', async () => {
    const { answer, heard } = await ask([json({ error: { message: 'Overloaded' } }, 529, soon)])
    await expect(answer).rejects.toMatchObject({
      code: 'error',
      message: 'anthropic: HTTP 529: Overloaded (4 tries)',
    })
    expect(heard).toHaveLength(4)
  })

  test('is waited for by a growing time where it does not say how long', async () => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(0)
    const began = Date.now()
    const { answer } = await ask([json({}, 500), json({}, 500), json(fine.anthropic)])
    await answer
    chance.mockRestore()
    expect(Date.now() - began).toBeGreaterThanOrEqual(740)
  })

  test('for longer than there is time fails at once', async () => {
    const { answer, heard } = await ask([json({}, 429, { 'retry-after': '60' })], { time_ms: 5000 })
    await expect(answer).rejects.toMatchObject({
      message: 'anthropic: HTTP 429: Too Many Requests; it asks to wait 60 s',
    })
    expect(heard).toHaveLength(1)
  })

  test('until a date is waited for until then', async () => {
    const { answer } = await ask([
      json({}, 503, { 'retry-after': new Date(Date.now() - 1000).toUTCString() }),
      json(fine.anthropic),
    ])
    expect(await answer).toBe('Carts were repaired.')
  })
})

describe('is no answer', () => {
  test.each<{ name: string; answer: Answering; who?: ProviderName; says: string; code: string }>([
    {
      name: 'a refusal',
      answer: json({ error: { message: 'no such model' } }, 404),
      says: 'HTTP 404: no such model',
      code: 'error',
    },
    {
      name: 'a text in place of an error',
      answer: json({ error: 'model not found' }, 404),
      who: 'ollama',
      says: 'HTTP 404: model not found',
      code: 'error',
    },
    {
      name: 'a redirect',
      answer: json({}, 307, { location: 'https://elsewhere.example' }),
      says: 'HTTP 307: Temporary Redirect',
      code: 'error',
    },
    { name: 'a page', answer: text('<html>'), says: 'the reply is not a JSON object', code: 'bad_reply' },
    {
      name: 'JSON of another shape',
      answer: json({ hello: 1 }),
      says: 'the reply holds no text',
      code: 'bad_reply',
    },
    { name: 'nothing', answer: json({ content: [] }), says: 'the reply holds no text', code: 'bad_reply' },
    {
      name: 'half an answer',
      answer: json({ content: [{ type: 'text', text: 'Half' }], stop_reason: 'max_tokens' }),
      says: 'the answer was cut off at max_tokens of 300',
      code: 'bad_reply',
    },
    {
      name: 'half an answer',
      who: 'openai',
      answer: json({ choices: [{ message: { content: 'Half' }, finish_reason: 'length' }] }),
      says: 'the answer was cut off at max_tokens of 300',
      code: 'bad_reply',
    },
    {
      name: 'half an answer',
      who: 'ollama',
      answer: json({ message: { content: 'Half' }, done_reason: 'length' }),
      says: 'the answer was cut off at max_tokens of 300',
      code: 'bad_reply',
    },
    {
      name: 'what a filter stopped',
      who: 'openai',
      answer: json({ choices: [{ message: { content: 'Ha' }, finish_reason: 'content_filter' }] }),
      says: 'the model refused to answer',
      code: 'bad_reply',
    },
    {
      name: 'more than anybody reads',
      answer: text('x'.repeat(200_000)),
      says: 'the reply is too long',
      code: 'bad_reply',
    },
  ])('$name: $says', async ({ answer: given, who = 'anthropic', says, code }) => {
    const { answer } = await ask([given], { name: who, runner: { max_tokens: 300 } })
    await expect(answer).rejects.toMatchObject({ code, message: `${who}: ${says}` })
  })
})

test('a connection that breaks is tried again', async () => {
  const { answer, heard } = await ask([cutOff, json(fine.anthropic)])
  expect(await answer).toBe('Carts were repaired.')
  expect(heard).toHaveLength(2)
})

test('where nobody listens there is no connection', async () => {
  const runner = { provider: 'ollama', model: 'small', url: 'http://127.0.0.1:9' } as const
  await expect(
    askModel({ prompt: 'x', runner, time_ms: 60_000, max_chars: 9 }, { env: {} }),
  ).rejects.toMatchObject({
    code: 'error',
    message: expect.stringMatching(/^ollama: no connection/) as string,
  })
})

test('an answer that takes too long is not waited for', async () => {
  const { answer } = await ask([silent], { time_ms: 100 })
  await expect(answer).rejects.toMatchObject({
    code: 'timeout',
    message: 'anthropic: no answer within 0.1 s',
  })
})

test('who asks may end it', async () => {
  const controller = new AbortController()
  const { answer } = await ask([() => controller.abort()], { signal: controller.signal })
  await expect(answer).rejects.toMatchObject({ code: 'aborted' })
})
