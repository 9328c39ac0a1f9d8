// A script that answers in Claude Code's own form is understood, though its rule names no form.
import { expect, test } from 'vitest'
import { createEngine, type Verdict } from '../../src/index.ts'

async function verdictOf(reply: object, event: string): Promise<Verdict> {
  const run = `cat > /dev/null; echo '${JSON.stringify(reply)}'`
  const engine = await createEngine({
    trust: 'all',
    config: {
      hooks: { [event]: [{ name: 'guard', run, on_error: event === 'PreToolUse' ? 'ask' : 'proceed' }] },
    },
  })
  try {
    return await engine.dispatch({ event, tool_name: 'Bash', tool_input: { command: 'ls' }, session_id: 's' })
  } finally {
    await engine.close()
  }
}

test.each<[string, object, Partial<Verdict>]>([
  [
    'PreToolUse',
    {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'Not here.',
      },
    },
    { decision: 'deny', reason: 'Not here.' },
  ],
  ['PreToolUse', { decision: 'block', reason: 'Not here.' }, { decision: 'deny', reason: 'Not here.' }],
  ['AgentStop', { decision: 'block', reason: 'Go on.' }, { flow: 'continue', flow_reason: 'Go on.' }],
  ['PreToolUse', { continue: false, stopReason: 'Enough.' }, { flow: 'stop', flow_reason: 'Enough.' }],
  ['PreToolUse', { systemMessage: 'Careful.' }, { system_messages: ['Careful.'] }],
  ['PreToolUse', { decision: 'deny', reason: 'Our own.' }, { decision: 'deny', reason: 'Our own.' }],
])('%s: %j', async (event, reply, wanted) => {
  expect(await verdictOf(reply, event)).toMatchObject({ ...wanted, warnings: [] })
})

test('what neither form knows still fails', async () => {
  expect(await verdictOf({ verdict: 'no' }, 'PreToolUse')).toMatchObject({ decision: 'ask' })
  expect(await verdictOf({ systemMessage: 'a', verdict: 'no' }, 'PreToolUse')).toMatchObject({
    decision: 'ask',
  })
})
