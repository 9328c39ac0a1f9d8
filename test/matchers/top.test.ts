// What a lone slash names.
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine, type ConfigData, type Engine } from '../../src/index.ts'

const engines: Engine[] = []
afterAll(async () => {
  for (const engine of engines) await engine.close()
})

async function decide(match: ConfigData, command: string): Promise<string> {
  const config = { hooks: { PreToolUse: [{ name: 'top', match, deny: 'Not the top.' }] } }
  const engine = await createEngine({ root: '/shop', config })
  engines.push(engine)
  const event = { event: 'PreToolUse', tool_name: 'Bash', tool_input: { command } } as const
  return (await engine.dispatch(event)).decision
}

describe('a lone slash is the top of the file system, not all below it', () => {
  test.each([
    [{ deletes: '/' }, 'rm -rf /', 'deny'],
    [{ deletes: '/' }, 'rm -rf /srv/shop', 'proceed'],
    [{ deletes: '//' }, 'rm -rf /srv/shop', 'proceed'],
    [{ reads: '/' }, 'cat /etc/hosts', 'proceed'],
    [{ reads: '/' }, 'cat cart.ts', 'proceed'],
    [{ reads: '/**' }, 'cat /etc/hosts', 'deny'],
    [{ reads: '/etc/' }, 'cat /etc/hosts', 'deny'],
  ] as const)('%o, %s: %s', async (match, command, decision) => {
    expect(await decide({ ...match }, command)).toBe(decision)
  })
})
