import { describe, expect, test } from 'vitest'
import { grokBuild } from '../../../src/agents/grok-build.ts'
import { createEngine } from '../../../src/index.ts'
import { nothing } from '../world.ts'
import { denialOf, goldenOf, type OutcomeName, payloadsOf } from './golden.ts'

const { event, answer, reply } = goldenOf(grokBuild.dialect)
const call = {
  event: 'PreToolUse',
  native_event: 'pre_tool_use',
  agent: 'grok-build',
  session_id: 's-1',
  permission_mode: 'default',
  tool_name: 'run_terminal_command',
  tool_input: { command: 'git push --force' },
  tool_use_id: 'call-1',
  cwd: '/shop',
}

describe('decode', () => {
  test.each<[string, object]>([
    ['pre_tool_use', call],
    ['pre_tool_use in camelCase only', call],
    ['session_start', { event: 'SessionStart', source: 'new' }],
    ['user_prompt_submit', { event: 'UserPromptSubmit', prompt: 'Empty the cart.', run_id: 'p-1' }],
    ['post_tool_use', { event: 'PostToolUse', output_text: 'cart.ts', is_error: false }],
    ['post_tool_use_failure', { event: 'PostToolUse', is_error: true, error: 'exit code 1' }],
    ['stop', { event: 'AgentStop', stop_active: 1, response: 'Done.' }],
    ['stop at the end of the session', { event: 'unmapped' }],
    ['subagent_stop', { event: 'SubagentStop', subagent: { name: 'explore' }, stop_active: 0 }],
    ['pre_compact', { event: 'PreCompact', source: 'auto' }],
    ['session_end', { event: 'SessionEnd', source: 'exit' }],
  ])('reads %s', (name, expected) => expect(event(name)).toMatchObject(expected))

  test('a call whose input was cut cannot be known', async () => {
    const engine = await createEngine({
      root: import.meta.dirname,
      config: { hooks: { PreToolUse: [{ name: 'env', match: { writes: '.env' }, deny: 'No.' }] } },
    })
    const judge = (name: string) =>
      engine.dispatch(payloadsOf('grok-build')[name] as never, { dialect: 'grok-build' })
    expect(await judge('pre_tool_use, truncated')).toMatchObject({
      decision: 'deny',
      reason: expect.stringContaining('only the beginning of its input'),
    })
    expect(await judge('pre_tool_use')).toMatchObject({ decision: 'proceed' })
    await engine.close()
  })

  test('the project is the workspace', () => {
    expect(grokBuild.dialect.root?.({ workspaceRoot: '/shop' }, {})).toBe('/shop')
    expect(grokBuild.dialect.root?.({}, { GROK_WORKSPACE_ROOT: '/shop' })).toBe('/shop')
  })
})

describe('encode', () => {
  test.each<[string, OutcomeName, unknown]>([
    ['pre_tool_use', 'proceed', ''],
    ['pre_tool_use', 'allow', ''],
    ['pre_tool_use', 'context', ''],
    ['session_start', 'context', ''],
    ['post_tool_use', 'output', ''],
    ['user_prompt_submit', 'deny', ''],
    ['stop', 'continue', { decision: 'block', reason: 'Not done yet (rule guard, time 2): Run the tests.' }],
    ['stop', 'stop', { continue: false, stopReason: 'quota' }],
    ['stop', 'proceed', ''],
    ['subagent_stop', 'continue', { decision: 'block', reason: 'Not done yet (rule guard): Run the tests.' }],
  ])('%s: %s', (name, outcome, expected) => {
    expect(reply(name, outcome)).toEqual(expected)
  })

  test('a refusal stands in both channels', () => {
    const reason = denialOf('run: git push --force')
    expect(answer('pre_tool_use', 'deny')).toEqual({
      stdout: `${JSON.stringify({ decision: 'deny', reason })}\n`,
      stderr: `${reason}\n`,
      exit: 2,
    })
  })

  test.each<OutcomeName>(['ask', 'stop', 'input'])('a call is refused for what cannot be carried: %s', (outcome) => {
    expect(answer('pre_tool_use', outcome)).toMatchObject({ exit: 2, stdout: expect.stringContaining('"deny"') })
  })

  test('of a long refusal Grok would cut the end, so it gets the rule\'s own words', () => {
    const reason = `Push a branch. ${'x'.repeat(300)}`
    const { stdout } = grokBuild.dialect.encode({ ...nothing, decision: 'deny', reason }, event('pre_tool_use'))
    const told = (JSON.parse(stdout) as { reason: string }).reason
    expect(told).toMatch(/^Push a branch\. x+…$/)
    expect(told).toHaveLength(256)
  })
})
