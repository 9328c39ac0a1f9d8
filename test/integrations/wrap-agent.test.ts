import { expect, test } from 'vitest'
import { wrapAgent } from '../../src/agent.ts'
import { createEngine } from '../../src/index.ts'

test('a loop of its own is begun, continued and ended by the rules (S52)', async () => {
  const hooks = {
    UserPromptSubmit: [{ name: 'brief', set_prompt: '{{prompt}} Be brief.' }],
    AgentStop: [{ name: 'tests', once: 'run', continue: 'Run the tests.' }],
  }
  await using engine = await createEngine({ config: { hooks } })
  const told: string[] = []
  const events: string[] = []
  const theirs = {
    name: 'theirs',
    async run(prompt: string) {
      told.push(`${this.name}: ${prompt}`)
      return 'Done.'
    },
  }
  const agent = wrapAgent(theirs, engine, { onEvent: ({ event }) => void events.push(event) })
  expect(await agent.run('Add tax.')).toBe('Done.')
  expect(told).toEqual(['theirs: Add tax. Be brief.', 'theirs: Run the tests.'])
  expect(events).toEqual(['SessionStart', 'UserPromptSubmit', 'AgentStop', 'AgentStop', 'SessionEnd'])
})

test('its model calls through the run are steps, and a rule may end them', async () => {
  const limit = { name: 'limit', use: 'limits', with: { steps: 2 } }
  await using engine = await createEngine({ config: { hooks: { PreStep: [limit] } } })
  const call = { id: 'c1', name: 'ls', input: {} }
  const agent = wrapAgent(async (_prompt, { run }) => {
    for (;;) await run.wrapModelCall({ messages: [] }, async () => ({ tool_calls: [call] }))
  }, engine)
  await expect(agent.run('Go on.')).rejects.toMatchObject({ name: 'HooksStop', code: 'steps_limit' })
})
