import { describe, expect, test } from 'vitest'
import { formatAsk, formatDenial, formatGate } from '../../src/agents/shared/reason.ts'
import { eventOf, says, verdictFor } from './world.ts'

const push = { tool_name: 'Bash', tool_input: { command: 'git push -f origin main' } }
const text = 'Force-pushing rewrites shared history. Push a branch and open a pull request.'

describe('what the model reads on a deny', () => {
  test('names the rule, its place, the call, why, what instead, and forbids retries', async () => {
    const verdict = await verdictFor([{ name: 'no-force-push', inline: says('deny', text) }], push)
    expect(formatDenial(verdict, eventOf(push))).toBe(
      [
        'Denied by rule no-force-push (hooks.yaml:10).',
        'Would run: git push -f origin main',
        'Why: Force-pushing rewrites shared history.',
        'Instead: push a branch and open a pull request.',
        'Do not retry this in another form. If it is needed, ask the user.',
      ].join('\n'),
    )
  })

  test('a tool without a command shows its name and path', async () => {
    const read = { tool_name: 'Read', tool_input: { file_path: '/shop/.env.production' } }
    const verdict = await verdictFor([{ name: 'env', inline: says('deny', 'It holds secrets') }], read)
    expect(formatDenial(verdict, eventOf(read))).toContain(
      'Would run: Read /shop/.env.production\nWhy: It holds secrets\nDo not',
    )
  })

  test('a denied prompt is not repeated', async () => {
    const prompt = { event: 'UserPromptSubmit' as const, prompt: 'the key is AKIAIOSFODNN7EXAMPLE' }
    const verdict = await verdictFor(
      [{ name: 'keys', event: 'UserPromptSubmit', inline: says('deny', 'Remove {{prompt}}') }],
      prompt,
    )
    expect(formatDenial(verdict, eventOf(prompt))).not.toMatch(/Would run|AKIA/)
  })

  test.each([
    ['AWS key', 'aws --key AKIAIOSFODNN7EXAMPLE s3 ls', 'AKIAIOSFODNN7EXAMPLE'],
    ['assignment', 'API_KEY=hunter2hunter2 ./deploy', 'hunter2hunter2'],
    ['header', 'curl -H "Authorization: Bearer abcdef123456" u', 'abcdef123456'],
    ['flag', 'mysql --password supersecret1 shop', 'supersecret1'],
  ])('never shows a secret: %s', async (_, command, secret) => {
    const call = { tool_name: 'Bash', tool_input: { command } }
    const verdict = await verdictFor([{ name: 'r', inline: says('deny', 'no') }], call)
    expect(formatDenial(verdict, eventOf(call))).not.toContain(secret)
  })

  test('stays within 500 characters and escapes what hides', async () => {
    const call = { tool_name: 'Bash', tool_input: { command: `echo \u202e\u0007\nrm ${'x'.repeat(5000)}` } }
    const verdict = await verdictFor(
      [{ name: 'n'.repeat(300), inline: says('deny', `${'Why so. '.repeat(50)}${'And more. '.repeat(90)}`) }],
      call,
    )
    const shown = formatDenial(verdict, eventOf(call))
    expect(shown.length).toBeLessThanOrEqual(500)
    expect(shown).toContain('echo \\u202e\\u0007\\nrm xxx')
    expect(shown).toMatch(/ask the user\.$/)
  })
})

test('what the user is asked ends with whose question it is', async () => {
  const verdict = await verdictFor(
    [{ name: 'production', inline: says('ask', 'Deploy to production?') }],
    push,
  )
  expect(formatAsk(verdict, eventOf(push))).toBe('Deploy to production?\n– rule production (hooks.yaml:10)')
})

test('a gate says which rule holds it', async () => {
  const stop = { event: 'AgentStop' as const }
  const verdict = await verdictFor(
    [{ name: 'tests', event: 'AgentStop', inline: says('continue', 'npm test exited 1.') }],
    stop,
  )
  expect(formatGate(verdict, eventOf({ ...stop, stop_active: 1 }))).toBe(
    'Not done yet (rule tests, time 2): npm test exited 1.',
  )
})

describe('texts for two readers', () => {
  const ask = (text: string, user?: string) =>
    ({ says: 'ask', text, ...(user !== undefined && { user }) }) as const

  test('several asks are joined for each reader; a plain sentence is for both', async () => {
    const verdict = await verdictFor(
      [
        { name: 'production', inline: ask('Wait for the answer.', 'Push {{tool_input.command}}?') },
        { name: 'plain', inline: ask('It is Friday.') },
      ],
      push,
    )
    expect(verdict.reason).toBe('Wait for the answer.\nIt is Friday.')
    expect(verdict.user_reason).toBe('Push git push -f origin main?\nIt is Friday.')
  })

  test('plain sentences leave no text of the user’s own', async () => {
    expect(await verdictFor([{ name: 'plain', inline: ask('It is Friday.') }], push)).not.toHaveProperty(
      'user_reason',
    )
  })

  test('the first deny’s texts count, and a deny drops those of an ask', async () => {
    const verdict = await verdictFor(
      [
        { name: 'asks', inline: ask('Wait.', 'Push?') },
        { name: 'denies', inline: { says: 'deny', text: 'Push a branch.' } },
      ],
      push,
    )
    expect(verdict).toMatchObject({ decision: 'deny', reason: 'Push a branch.' })
    expect(verdict).not.toHaveProperty('user_reason')
  })

  test('a held stop keeps both', async () => {
    const inline = { says: 'continue', text: 'Run npm test.', user: 'The tests have not run.' } as const
    const stop = { event: 'AgentStop' as const }
    const verdict = await verdictFor([{ name: 'tests', event: 'AgentStop', inline }], stop)
    expect(verdict).toMatchObject({
      flow_reason: 'Run npm test.',
      user_flow_reason: 'The tests have not run.',
    })
  })
})
