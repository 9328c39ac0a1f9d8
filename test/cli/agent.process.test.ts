// What an agent gets whose settings call us wrongly, or whose payload says too little: nothing passes unchecked.
import { expect, test } from 'vitest'
import { knownAgents } from '../support/agents.ts'
import { makeProject } from '../support/cli.ts'

const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } }

test.each([
  {
    name: 'an agent that nobody is',
    args: ['--agent', 'hal'],
    exit: 2,
    says: 'unknown agent "hal"; known: ',
  },
  { name: 'no agent at all', args: ['--agent'], exit: 2, says: '--agent needs a value' },
  {
    name: 'an option that there is not',
    args: ['--agent=claude-code', '--fast'],
    exit: 2,
    says: 'unknown option',
  },
  { name: 'our own terms', args: ['--agent', 'native'], exit: 2, says: 'leave the option out' },
  { name: "a script's dialect", args: ['--agent', 'context'], exit: 2, says: 'leave the option out' },
])('$name: the call is refused', async ({ args, exit, says }) => {
  const done = await makeProject().hooks(['run', ...args], { input: JSON.stringify(call) })
  expect(done).toMatchObject({ exit, stdout: '' })
  expect(done.stderr).toContain(says)
  expect(done.stderr).not.toMatch(/known:.*(native|context)/)
})

test.each([
  { name: 'a stop', payload: { hook_event_name: 'Stop' }, exit: 1 },
  {
    name: 'a stop that mentions a call',
    payload: { hook_event_name: 'Stop', x: { event: 'PreToolUse' } },
    exit: 1,
  },
  {
    name: 'a call that mentions a stop',
    payload: { tool_input: { event: 'Stop' }, hook_event_name: 'PreToolUse' },
    exit: 2,
  },
  { name: 'nothing', payload: {}, exit: 2 },
])('an unknown agent with $name', async ({ payload, exit }) => {
  const done = await makeProject().hooks(['run', '--agent', 'hal'], { input: JSON.stringify(payload) })
  expect(done.exit).toBe(exit)
})

test('a payload that does not say which event it is', async () => {
  const { hook_event_name: _, ...nameless } = call
  const done = await makeProject().hooks(['run', '--agent', 'claude-code'], {
    input: JSON.stringify(nameless),
  })
  expect(done).toMatchObject({ exit: 2, stdout: '' })
  expect(done.stderr).toContain('does not say which event')
})

test.each([
  ['--as', 'native', 'leave the option out'],
  ['--from', 'context', `known: ${knownAgents}, native`],
])('%s %s is refused', async (option, value, says) => {
  const done = await makeProject().hooks(['run', option, value, '-'], { input: JSON.stringify(call) })
  expect(done.exit).toBe(1)
  expect(done.stderr).toContain(says)
})
