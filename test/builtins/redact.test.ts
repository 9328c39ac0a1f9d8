import { expect, test } from 'vitest'
import { redact } from '../../src/builtins/redact.ts'
import { ask } from './ask.ts'
import { expectLinear } from '../support/expectations.ts'

const key = 'AKIAQWERTYUIOP123456'

const input = (value: unknown) => ({ event: 'PreToolUse', tool_name: 'deploy', tool_input: value }) as const

test.each([
  {
    name: 'a key deep in lists and objects',
    given: { a: [{ b: [`x ${key} y`] }] },
    left: { a: [{ b: ['x [redacted] y'] }] },
  },
  {
    name: 'an assignment made by a machine',
    given: { c: 'API_KEY=9f8e7d6c5b4a make' },
    left: { c: 'API_KEY=[redacted] make' },
  },
  {
    name: 'a header',
    given: { h: 'Authorization: Bearer abc123def456ghi' },
    left: { h: 'Authorization: Bearer [redacted]' },
  },
  {
    name: 'a password in an address',
    given: { u: 'redis://:p4ss@cache:6379' },
    left: { u: 'redis://:[redacted]@cache:6379' },
  },
  {
    name: 'a private key',
    given: { f: '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest' },
    left: { f: '[redacted]\nrest' },
  },
])('takes out $name', async ({ given, left }) => {
  expect((await ask(redact, { event: input(given) })).updated_input).toEqual(left)
})

test.each([
  'const token = await readToken(request)',
  'password: process.env.DB_PASSWORD',
  'max_tokens: 32768',
  'git commit -m "Rotate the secret: see docs"',
  'https://docs.example.dev/basic authentication/overview',
  'const apiKey = config.apiKey ?? defaults.apiKey',
  'sk-learn and task-management-for-everyone',
  'see src/tokens.ts and secret-santa.md',
  'export AWS_SECRET_ACCESS_KEY=$SECRET',
])('leaves %j as it is', async (text) => {
  expect(await ask(redact, { event: input({ text }) })).toEqual({})
})

test('changes only what your own patterns find when they stand alone', async () => {
  const outcome = await ask(redact, {
    with: { patterns: ['/shop-\\d+/i'], replace: '#' },
    event: input({ text: `SHOP-17 ${key}` }),
  })
  expect(outcome.updated_input).toEqual({ text: `# ${key}` })
})

test('says why for agents that cannot be given the changed text', async () => {
  const outcome = await ask(redact, { event: { event: 'UserPromptSubmit', prompt: key } })
  expect(outcome).toEqual({ updated_prompt: '[redacted]', reason: expect.stringContaining('Take it out') })
})

test.each([
  'a.'.repeat(200_000),
  'eyJ-'.repeat(100_000),
  'token'.repeat(80_000),
  '-----BEGIN PRIVATE KEY-----'.repeat(10_000),
  '"'.repeat(300_000),
  'password="'.repeat(30_000),
  'mysql '.repeat(50_000),
  'a:/'.repeat(100_000),
])('takes linear time for a hostile text (%#)', async (text) => {
  await expectLinear((length) => ask(redact, { event: input({ text: text.slice(0, length) }) }), text.length)
})

test.each([
  ['docker login -u shop -p hunter2 reg', 'docker login -u shop -p [redacted] reg'],
  ['echo hunter2 | docker login --password-stdin', 'echo [redacted] | docker login --password-stdin'],
  ['machine shop.dev login ada password hunter2', 'machine shop.dev login ada password [redacted]'],
])('takes what a command is given out of a prompt: %s', async (prompt, left) => {
  const { updated_prompt } = await ask(redact, { event: { event: 'UserPromptSubmit', prompt } })
  expect(updated_prompt).toBe(left)
})

test.each([
  'docker login -u shop -p "$TOKEN"',
  'echo "$TOKEN" | docker login --password-stdin',
  'ssh-keygen -N "" -f key',
  'What is the default password for postgres?',
  'Use cargo login to sign in, and vault login first.',
])('leaves variables and prose: %s', async (prompt) => {
  expect(await ask(redact, { event: { event: 'UserPromptSubmit', prompt } })).toEqual({})
})
