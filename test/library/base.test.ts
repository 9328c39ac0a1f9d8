import { expect, test } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { makeProject } from '../support/cli.ts'

test('rules of the host need nobody’s trust, and are asked before those of the project', async () => {
  const { root } = makeProject({ 'hooks.yaml': 'hooks: { PreToolUse: [{ name: own, notify: hi }] }\n' })
  const base = { hooks: { PreToolUse: [{ name: 'host', set_input: { dry_run: true } }] } }
  await using engine = await createEngine({ root, base })
  expect(engine.rules('PreToolUse').map(({ name }) => name)).toEqual(['host', 'own'])
  const verdict = await engine.dispatch({ event: 'PreToolUse', tool_name: 'deploy', tool_input: {} })
  expect(verdict).toMatchObject({ updated_input: { dry_run: true }, system_messages: ['hi'] })
})

test('a mistake in them is named at its place', async () => {
  const base = { hooks: { PreToolUse: [{ name: 'host', dney: 'No.' }] } }
  await expect(createEngine({ config: {}, base })).rejects.toThrow(/base:\d+:\d+: unknown key "dney"/)
})
