// What a cold run holds at its peak, beyond what Node itself does.
import { expect, test } from 'vitest'
import { makeProject } from '../support/cli.ts'
import { bareUsage, leastUsage } from '../support/usage.ts'

const shop = makeProject({ 'hooks.yaml': 'version: 1\nextends: [recommended@1]\n' })
await shop.hooks(['status']) // trusts the rules
const text = 'const price = count * 3\n'.repeat(100_000 / 24)
/** Node's own 40 MB and this make 48. */
const MAX_MB = 8

test.each([
  { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git status' } },
  {
    hook_event_name: 'PostToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'npm test' },
    tool_response: { stdout: text, stderr: '' },
  },
])('$hook_event_name $tool_name stays within 8 MB', async (call) => {
  const { peak_mb: bare } = await bareUsage(shop)
  const payload = { session_id: 's', cwd: shop.root, ...call }
  const { peak_mb } = await leastUsage(shop, payload, { peak_mb: bare + MAX_MB })
  expect(peak_mb).toBeLessThanOrEqual(bare + MAX_MB)
})
