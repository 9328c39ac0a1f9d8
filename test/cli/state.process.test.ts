import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeColdProject, makeProject } from '../support/cli.ts'

test('a state that cannot be kept is told of, and a first speaks every time', async () => {
  const shop = makeColdProject({
    'hooks.yaml':
      'hooks:\n  PreToolUse:\n    - { name: first, once: session, deny: Read AGENTS.md first. }\n',
  })
  mkdirSync(path.join(shop.dir, '.local'))
  writeFileSync(path.join(shop.dir, '.local', 'state'), '')
  const payload = { event: 'PreToolUse', tool_name: 'Bash', tool_input: {} }
  for (const _ of ['first', 'second']) {
    const { stdout } = await shop.hooks(['run', '--json'], { input: JSON.stringify(payload) })
    expect(JSON.parse(stdout)).toMatchObject({
      decision: 'deny',
      warnings: [{ code: 'state' }, { code: 'ledger' }],
    })
  }
})

test.each(['../../escape', '.', '..', '', 'a/b', 'é\u0000', '__proto__', 'x'.repeat(5000), '%2e%2e', '-rf'])(
  'the session %j has a state of its own',
  async (session_id) => {
    const shop = makeProject({
      'hooks.yaml': 'hooks:\n  PreToolUse:\n    - { name: first, once: session, deny: Once. }\n',
    })
    const decide = async (id: unknown): Promise<unknown> => {
      const payload = { event: 'PreToolUse', tool_name: 'Bash', tool_input: {}, session_id: id }
      const { stdout } = await shop.hooks(['run', '--json'], { input: JSON.stringify(payload) })
      return (JSON.parse(stdout) as { decision: string }).decision
    }
    expect([await decide(session_id), await decide(session_id), await decide(`${session_id}x`)]).toEqual([
      'deny',
      'proceed',
      'deny',
    ])
  },
)
