// A shell text that is more work than the budget allows is answered in time by a cold run.
import { expect, test } from 'vitest'
import { makeProject } from '../support/cli.ts'
import { idleCpu } from '../support/usage.ts'

const shop = makeProject({ 'hooks.yaml': 'version: 1\nextends: [recommended@1]\n' })
await shop.hooks(['status']) // trusts the rules
const MAX_CPU_MS = 500

test.each(
  ['a@ && ', 'cat a | ', 'rm a; '].flatMap((part) =>
    [50_000, 120_000, 140_000].map((length) => ({ part, length })),
  ),
)('$length characters of "$part" take at most 500 ms of an idle machine', async ({ part, length }) => {
  const times = Math.floor(length / part.length)
  const command = `${Array.from({ length: times }, (_, at) => part.replaceAll('@', String(at))).join('')}true`
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: shop.root,
    tool_name: 'Bash',
    tool_input: { command },
  }
  expect(await idleCpu(shop, payload, MAX_CPU_MS)).toBeLessThanOrEqual(MAX_CPU_MS)
})
