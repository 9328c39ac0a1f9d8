import { expect, test } from 'vitest'
import { ledger } from '../../src/builtins/ledger.ts'
import { ask, type Question } from './ask.ts'

async function contents(event: Question['event'], options: object = {}): Promise<unknown> {
  const recorded: Readonly<Record<string, unknown>>[] = []
  expect(await ask(ledger, { with: { ...options }, event, recorded })).toEqual({})
  return recorded[0]?.contents
}

const call = (tool_input: unknown) => ({ event: 'PreToolUse', tool_name: 'send', tool_input }) as const

test.each([
  {
    name: 'a field named like a secret',
    input: { password: 'p', to: 'dana' },
    kept: { password: '[masked]', to: 'dana' },
  },
  {
    name: 'what is under such a field',
    input: { credentials: { user: 'ada', pin: 1234, type: 'basic' } },
    kept: { credentials: { user: '[masked]', pin: '[masked]', type: 'basic' } },
  },
  {
    name: 'a pair of name and value',
    input: [{ name: 'API_KEY', value: 'x' }],
    kept: [{ name: 'API_KEY', value: '[masked]' }],
  },
  {
    name: 'the word after an option',
    input: { argv: ['login', '--password', 'x'] },
    kept: { argv: ['login', '--password', '[masked]'] },
  },
  {
    name: 'a field that the rule names (P29)',
    input: { iban: 'DE02', n: 1 },
    kept: { iban: '[masked]', n: 1 },
  },
  {
    name: 'an option in a command',
    input: { command: 'login --token abc; ls' },
    kept: { command: 'login --token [masked]; ls' },
  },
])('masks $name', async ({ input, kept }) => {
  expect(await contents(call(input), { redact: ['iban'] })).toEqual({ input: kept })
})

test('masks before it cuts', async () => {
  const text = `${'x'.repeat(40)} AKIAQWERTYUIOP123456`
  expect(await contents(call({ text }), { preview: 50 })).toEqual({
    input: { text: `${'x'.repeat(40)} [masked]` },
  })
})

test.each([
  { name: 'a prompt', event: { event: 'UserPromptSubmit', prompt: 'hello' }, kept: { prompt: 'hello' } },
  {
    name: 'an output',
    event: { event: 'PostToolUse', tool_name: 'a', tool_input: {}, tool_output: 'b' },
    kept: { input: {}, output: 'b' },
  },
  { name: 'an error', event: { event: 'Error', error: 'boom' }, kept: { error: 'boom' } },
  { name: 'nothing where there is nothing', event: { event: 'SessionEnd' }, kept: {} },
] as const)('keeps $name', async ({ event, kept }) => {
  expect(await contents(event)).toEqual(kept)
})

test('keeps no text where the preview is 0', async () => {
  expect(await contents(call({ text: 'long', n: 3 }), { preview: 0 })).toEqual({ input: { text: '', n: 3 } })
})
