import { afterEach, describe, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/index.ts'
import {
  claudeHooks,
  type ClaudeEvent,
  type ClaudeHooksOptions,
} from '../../src/integrations/claude-agent-sdk.ts'

const open: Engine[] = []

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close()
})

/** What the callback of an event answers. */
async function answerTo(
  event: ClaudeEvent,
  { hooks, payload = {}, ...options }: ClaudeHooksOptions & { hooks: object; payload?: object },
) {
  const engine = await createEngine({ config: { hooks } })
  open.push(engine)
  const [matcher] = claudeHooks(engine, options)[event]
  const { signal } = new AbortController()
  return matcher?.hooks[0]?.({ hook_event_name: event, session_id: 's1', cwd: '/shop', ...payload }, 'c1', {
    signal,
  })
}

describe('a callback of the Claude Agent SDK', () => {
  test.each(['Keep the order numbers.', '{shop} is a placeholder', '[1, 2]'])(
    'gives the words for a compaction: %s',
    async (text) => {
      const hooks = { PreCompact: [{ name: 'keep', context: text }] }
      const answer = await answerTo('PreCompact', { hooks, payload: { trigger: 'auto' } })
      expect(answer).toEqual({ systemMessage: text })
    },
  )

  test('takes only true for a yes', async () => {
    const hooks = { PreToolUse: [{ name: 'prod', match: 'Bash', ask: 'Deploy?' }] }
    const payload = { tool_name: 'Bash', tool_input: { command: 'deploy' }, tool_use_id: 'c1' }
    const answer = await answerTo('PreToolUse', { hooks, payload, onAsk: () => 'no' as never })
    expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
  })
})
