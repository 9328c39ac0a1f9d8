// log, checkpoint and capture: what they leave behind.
import { expect, test } from 'vitest'
import { capture } from '../../src/builtins/capture.ts'
import { checkpoint } from '../../src/builtins/checkpoint.ts'
import { log } from '../../src/builtins/log.ts'
import { ask, type Question, type Tree } from './ask.ts'

const now = Date.UTC(2026, 4, 1)
const time = '2026-05-01T00:00:00.000Z'

const lineOf = async (event: Question['event'], options = {}) => {
  const files: Tree = {}
  await ask(log, { with: { file: 'log/calls.jsonl', ...options }, event, files, now })
  return files['log/calls.jsonl'] ?? ''
}

test('log appends one line per event (U50)', async () => {
  const files: Tree = { 'calls.jsonl': 'before\n' }
  for (const tool_name of ['Read', 'Bash']) {
    await ask(log, {
      with: { file: 'calls.jsonl' },
      event: { event: 'PreToolUse', tool_name, session_id: 's' },
      files,
      now,
    })
  }
  const [first, ...lines] = (files['calls.jsonl'] ?? '').trimEnd().split('\n')
  expect(first).toBe('before')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { time, event: 'PreToolUse', session_id: 's', tool_name: 'Read', decision: 'proceed' },
    { time, event: 'PreToolUse', session_id: 's', tool_name: 'Bash', decision: 'proceed' },
  ])
})

test('log keeps no contents unless asked, and cuts them', async () => {
  const event = {
    event: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'cat .env' },
    tool_output: 'KEY=1'.repeat(9),
  } as const
  expect(await lineOf(event)).not.toMatch(/cat|KEY/)
  const { tool_input, tool_output } = JSON.parse(await lineOf(event, { preview: 12 }))
  expect([tool_input, tool_output]).toEqual(['{"command":…', 'KEY=1KEY=1K…'])
})

test('log masks what looks like a secret, and the fields that the rule names (P29, U50)', async () => {
  const event = {
    event: 'PreToolUse',
    tool_name: 'send',
    tool_input: { token: 'abc', iban: 'DE02', command: 'login --password hunter2', to: 'dana' },
  } as const
  const { tool_input } = JSON.parse(await lineOf(event, { preview: 500, redact: ['iban'] })) as Record<
    string,
    string
  >
  expect(JSON.parse(tool_input ?? '')).toEqual({
    token: '[masked]',
    iban: '[masked]',
    command: 'login --password [masked]',
    to: 'dana',
  })
})

test('checkpoint replaces the file with where the run stands (U38)', async () => {
  const files: Tree = { 'run.json': 'old' }
  const usage = { total: 10 }
  const event = {
    event: 'AgentStop',
    run_id: 'r7',
    session_id: 's',
    usage,
    metadata: { orders: 17 },
  } as const
  expect(await ask(checkpoint, { with: { file: 'run.json' }, event, files, now })).toEqual({})
  expect(JSON.parse(files['run.json'] ?? '')).toEqual({
    time,
    event: 'AgentStop',
    run_id: 'r7',
    session_id: 's',
    usage,
    stop_active: 0,
    flow: 'default',
    metadata: { orders: 17 },
  })
})

test.each([
  { name: 'log', builtin: log },
  { name: 'checkpoint', builtin: checkpoint },
  { name: 'capture', builtin: capture },
])('$name only observes', ({ builtin }) => {
  expect(builtin.observes).toBe(true)
})

test.each([
  { with: {}, tool_name: 'list_orders', key: 'list_orders' },
  { with: {}, tool_name: 'mcp__shop__list_orders', key: 'list_orders' },
  { with: { key: 'orders' }, tool_name: 'list_orders', key: 'orders' },
  { with: { tool: 'LIST_*' }, tool_name: 'list_orders', key: 'list_orders' },
  { with: { tool: 'mcp__shop__*' }, tool_name: 'mcp__shop__list_orders', key: 'list_orders' },
  { with: { tool: 'Bash' }, tool_name: 'list_orders', key: undefined },
])('capture with $with keeps $tool_name as $key (S67)', async ({ with: options, tool_name, key }) => {
  const event = { event: 'PostToolUse', tool_name, tool_output: null } as const
  expect(await ask(capture, { with: options, event })).toEqual(
    key === undefined ? {} : { metadata: { [key]: null } },
  )
})
